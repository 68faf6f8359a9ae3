import ObjectGraph
import SQLiteDriver
import SwiftData
import TestKit
import Testing

@testable import SwiftData

enum Shop {
  @Model final class Book {
    var title: String
    var pages: Int
    var publishedOn: Date?
    @Relationship(deleteRule: .nullify, inverse: \Loan.book) var loans: [Loan] = []

    init(title: String, pages: Int) {
      self.title = title
      self.pages = pages
    }
  }

  @Model final class Loan {
    var memberName: String
    var dueAt: Date
    var book: Book?

    init(memberName: String, dueAt: Date, book: Book?) {
      self.memberName = memberName
      self.dueAt = dueAt
      self.book = book
    }
  }
}

extension Shop {
  @Model final class Shelf {
    var code: String
    @Relationship(inverse: \Item.shelf) var items: [Item]? = []

    init(code: String) { self.code = code }
  }

  @Model final class Item {
    var name: String
    var shelf: Shelf?

    init(name: String) { self.name = name }
  }
}

enum ChangedShop {
  @Model final class Book {
    var title: Int

    init(title: Int) { self.title = title }
  }
}

@Model final class Linked {
  enum Target: Codable {
    case page(Int)
  }

  var target: Target

  init(target: Target) { self.target = target }
}

@Suite struct ModelContainerTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Shop.store")
  }

  private func open(allowsSave: Bool = true) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Shop.Book.self, configurations: ModelConfiguration("Shop", url: url, allowsSave: allowsSave)))
  }

  private func sql(_ statement: String) throws -> String? {
    try Connection(path: url.path, mode: .untouched).text(statement)
  }

  @Test func whatIsSavedIsThereAfterOpeningAgain() throws {
    let due = Date(timeIntervalSinceReferenceDate: 800_000_000)
    do {
      let context = try open()
      let long = Shop.Book(title: "Middlemarch", pages: 904)
      context.insert(long)
      context.insert(Shop.Book(title: "Candide", pages: 120))
      context.insert(Shop.Loan(memberName: "Dorothea", dueAt: due, book: long))
      context.insert(Shop.Loan(memberName: "Will", dueAt: due.addingTimeInterval(-60), book: long))
      try context.save()
      #expect(!context.hasChanges)
    }
    let context = try open()
    let long = try context.fetch(FetchDescriptor<Shop.Book>(predicate: #Predicate { $0.pages > 300 }))
    #expect(long.map(\.title) == ["Middlemarch"])
    #expect(Set(long.first?.loans.map(\.memberName) ?? []) == ["Dorothea", "Will"])
    let loans = try context.fetch(FetchDescriptor<Shop.Loan>(sortBy: [SortDescriptor(\.dueAt)]))
    #expect(loans.map(\.memberName) == ["Will", "Dorothea"])
    #expect(loans.first?.book === long.first)
    #expect(try context.fetchCount(FetchDescriptor<Shop.Book>()) == 2)
    #expect(try sql("SELECT count(*) FROM ZLOAN WHERE ZBOOK IS NOT NULL") == "2")
    #expect(try sql("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Loan'") == "2")
    #expect(try sql("PRAGMA integrity_check") == "ok")
  }

  @Test func editsAndDeletionsReachTheFile() throws {
    let context = try open()
    let book = Shop.Book(title: "Emma", pages: 474)
    context.insert(book)
    context.insert(Shop.Loan(memberName: "Frank", dueAt: .distantFuture, book: book))
    try context.save()
    book.title = "Persuasion"
    try context.save()
    #expect(try sql("SELECT ZTITLE || ' ' || Z_OPT FROM ZBOOK") == "Persuasion 2")
    context.delete(book)
    try context.save()
    #expect(try sql("SELECT count(*) FROM ZBOOK") == "0")
    #expect(try sql("SELECT count(*) FROM ZLOAN WHERE ZBOOK IS NULL") == "1")
    #expect(try sql("SELECT count(*) FROM ATRANSACTION") == "3")
  }

  @Test func aStoreOfAnotherShapeIsNamedAndLeftAlone() throws {
    try open().save()
    let before = try Data(contentsOf: url)
    #expect {
      _ = try ModelContainer(for: ChangedShop.Book.self, configurations: ModelConfiguration(url: url))
    } throws: { error in
      error as? SwiftDataError == .loadIssueModelContainer && "\(error)".contains("Book")
    }
    #expect(try Data(contentsOf: url) == before)
  }

  @Test func anOptionalToManyIsReadAndWritten() throws {
    let configuration = ModelConfiguration("Shelves", url: url)
    do {
      let context = ModelContext(try ModelContainer(for: Shop.Shelf.self, configurations: configuration))
      let shelf = Shop.Shelf(code: "A1")
      context.insert(shelf)
      let lamp = Shop.Item(name: "lamp")
      context.insert(lamp)
      lamp.shelf = shelf
      #expect(shelf.items?.map(\.name) == ["lamp"])
      shelf.items = [lamp, Shop.Item(name: "vase")]
      try context.save()
    }
    let context = ModelContext(try ModelContainer(for: Shop.Shelf.self, configurations: configuration))
    let shelf = try #require(try context.fetch(FetchDescriptor<Shop.Shelf>()).first)
    #expect(Set((shelf.items ?? []).map(\.name)) == ["lamp", "vase"])
    shelf.items = nil
    try context.save()
    #expect(try sql("SELECT count(*) FROM ZITEM WHERE ZSHELF IS NULL") == "2")
  }

  @Test func containersInMemoryAreIndependent() throws {
    func count(adding titles: [String]) throws -> Int {
      let context = ModelContext(
        try ModelContainer(for: Shop.Book.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
      for title in titles { context.insert(Shop.Book(title: title, pages: 1)) }
      try context.save()
      return try context.fetchCount(FetchDescriptor<Shop.Book>())
    }
    #expect(try count(adding: ["a", "b"]) == 2)
    #expect(try count(adding: []) == 0)
  }

  private static let foreign = Data(
    """
    {"implementation": {"primaryKey": "p1", "uriRepresentation": "x-coredata://0/Ghost/p1", "isTemporary": false,
      "storeIdentifier": "0", "entityName": "Ghost"}}
    """.utf8)

  @Test func anIdentifierOfAnotherContainersEntityHasNoModel() throws {
    let context = try open()
    let identifier = try JSONDecoder().decode(PersistentIdentifier.self, from: Self.foreign)
    #expect(try context.existingModel(for: identifier) == nil)
    let registered: Shop.Book? = context.registeredModel(for: identifier)
    #expect(registered == nil)
    // The form that is Apple's has to return something: a deleted model of no properties.
    let model = context.model(for: identifier)
    #expect(model.isDeleted && model.modelContext == nil && !(model is Shop.Book))
    #expect(model.persistentModelID.storeIdentifier == nil && model.persistentModelID != identifier)
    #expect(Notice.wasShown(ClasslessModel.notice("Ghost")))
    context.delete(model)
    try context.save()
    context.insert(model)
    let error = #expect(throws: (any Error).self) { try context.save() }
    #expect("\(error as Any)".contains("a deleted model cannot be inserted again"))
    try context.save()
  }

  #if os(Linux)
    @Test func readingWhatWasNeverSetStopsTheProgramWithTheReason() async throws {
      let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Linked(backingData: Linked.createBackingData()).target
      }
      let text = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(text.contains("target of type Target was read before it was set"), "\(text)")
    }

    @Test func readingAKeyPathThatIsNotPersistedStopsTheProgramWithTheReason() async throws {
      let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let item = Shop.Item(name: "a")
        _ = item.persistentBackingData.getValue(forKey: \Shop.Item.persistentModelID)
      }
      let text = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(text.contains("is no persisted property"), "\(text)")
    }
  #endif
}
