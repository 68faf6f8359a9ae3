import Foundation
import SwiftData
import TestKit
import Testing

/// A plan with a custom stage in its middle, from every version and with every failure.
@Suite(.serialized) struct StagedMigrationTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Shop.store")
    StageProbe.reset()
  }

  private func open(
    _ version: any VersionedSchema.Type, _ plan: (any SchemaMigrationPlan.Type)? = nil, allowsSave: Bool = true
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: version), migrationPlan: plan,
      configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
  }

  /// A store of a version with three books, one of them without a title where that can be, and four loans of two members.
  private func make(_ version: Int) throws {
    switch version {
    case 1:
      let context = ModelContext(try open(Shop1.self))
      for number in 1...3 {
        let book = Shop1.Book(title_: number == 2 ? nil : "T\(number)", isbn: "\(number)")
        context.insert(book)
        context.insert(Shop1.Loan(member: number == 1 ? "Ada" : "Bob", book: book))
      }
      context.insert(Shop1.Loan(member: "Ada", book: nil))
      try context.save()
    case 2:
      let context = ModelContext(try open(Shop2.self))
      for number in 1...3 {
        let book = Shop2.Book(title_: number == 2 ? nil : "T\(number)", isbn: "\(number)", pages: 7)
        context.insert(book)
        context.insert(Shop2.Loan(member: number == 1 ? "Ada" : "Bob", book: book))
      }
      context.insert(Shop2.Loan(member: "Ada", book: nil))
      try context.save()
    default:
      let context = ModelContext(try open(Shop3.self))
      let members = ["Ada": Shop3.Member(name: "Ada"), "Bob": Shop3.Member(name: "Bob")]
      for number in 1...3 {
        let book = Shop3.Book(title: number == 2 ? "Untitled" : "T\(number)", isbn: "\(number)", pages: 7)
        context.insert(book)
        context.insert(Shop3.Loan(member: members[number == 1 ? "Ada" : "Bob"], book: book))
      }
      context.insert(Shop3.Loan(member: members["Ada"], book: nil))
      try context.save()
    }
  }

  /// What every way has to lead to.
  private func checkShop4(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    let books = try context.fetch(FetchDescriptor<Shop4.Book>(sortBy: [SortDescriptor(\.isbn)]))
    #expect(books.map(\.title) == ["T1", "Untitled", "T3"])
    #expect(books.map(\.pages) == [7, 7, 7] && books.allSatisfy { !$0.isArchived })
    #expect(books.map { $0.loans.compactMap(\.member?.name) } == [["Ada"], ["Bob"], ["Bob"]])
    let members = try context.fetch(FetchDescriptor<Shop4.Member>(sortBy: [SortDescriptor(\.name)]))
    #expect(members.map(\.name) == ["Ada", "Bob"] && members.map(\.loans.count) == [2, 2])
    // The store goes on as any other.
    context.insert(Shop4.Book(title: "T4", isbn: "4", pages: 1))
    try context.save()
  }

  @Test(arguments: [1, 2, 3]) func anyVersionIsAStart(_ version: Int) throws {
    try make(version)
    try checkShop4(open(Shop4.self, ShopPlan.self))
    #expect(StageProbe.calls == (version < 3 ? ["will", "did"] : []))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).allSatisfy { $0.hasPrefix("Shop.store") })
    // Once is enough.
    StageProbe.calls = []
    #expect(try ModelContext(open(Shop4.self, ShopPlan.self)).fetchCount(FetchDescriptor<Shop4.Book>()) == 4)
    #expect(StageProbe.calls.isEmpty)
  }

  /// The container may be of a version in the middle, and the store's later stages wait.
  @Test func aContainerOfAnEarlierVersionStopsThere() throws {
    try make(1)
    let context = ModelContext(try open(Shop2.self, ShopPlan.self))
    #expect(try context.fetch(FetchDescriptor<Shop2.Book>()).map(\.pages) == [7, 7, 7])
    #expect(StageProbe.calls.isEmpty)
  }

  /// Identifiers are those of before.
  @Test func rowsKeepTheirIdentifiers() throws {
    try make(2)
    let before = try ModelContext(open(Shop2.self)).fetchIdentifiers(
      FetchDescriptor<Shop2.Book>(sortBy: [SortDescriptor(\.isbn)]))
    let after = try ModelContext(open(Shop4.self, ShopPlan.self)).fetchIdentifiers(
      FetchDescriptor<Shop4.Book>(sortBy: [SortDescriptor(\.isbn)]))
    #expect(before == after)
  }

  @Test func bothShapesAreReadableInACustomStage() throws {
    try make(2)
    let did = StageProbe.did
    var seen: [String] = []
    StageProbe.did = { context in
      let source = try #require(context.migrationSource)
      #expect(source.migrationSource == nil)
      for old in try source.fetch(FetchDescriptor<Shop2.Loan>(sortBy: [SortDescriptor(\.member)])) {
        let new = try context.existingModel(for: old.persistentModelID) as? Shop3.Loan
        seen.append("\(old.member) \(new?.book?.isbn ?? "-") \(new?.member == nil)")
      }
      // The older shape is there to be read.
      source.insert(Shop2.Book(title_: "no", isbn: "no"))
      #expect(throws: (any Error).self) { try source.save() }
      source.rollback()
      try did(context)
    }
    let container = try open(Shop4.self, ShopPlan.self)
    #expect(seen.sorted() == ["Ada - true", "Ada 1 true", "Bob 2 true", "Bob 3 true"])
    #expect(ModelContext(container).migrationSource == nil)
    try checkShop4(container)
  }

  /// What the stage's code leaves unsaved is saved.
  @Test func unsavedWorkOfAStageIsSaved() throws {
    try make(2)
    StageProbe.will = { context in
      for book in try context.fetch(FetchDescriptor<Shop2.Book>()) where book.title_ == nil { book.title_ = "Untitled" }
    }
    try checkShop4(open(Shop4.self, ShopPlan.self))
  }

  struct Refusal: Error, Equatable { let place: String }

  @Test(
    arguments: [
      "will throws", "did throws", "did throws after saving", "a book of version 2 is inserted after",
      "a book of version 3 is inserted before", "a title is missing", "both are kept",
    ])
  func afterAFailureTheStoreIsAsItWas(_ what: String) throws {
    try make(1)
    let names = try FolderState(folder.url).names
    let (will, did) = (StageProbe.will, StageProbe.did)
    nonisolated(unsafe) var kept: [AnyObject] = []
    switch what {
    case "will throws": StageProbe.will = { _ in throw Refusal(place: "will") }
    case "did throws": StageProbe.did = { _ in throw Refusal(place: "did") }
    case "did throws after saving":
      StageProbe.did = { context in
        try did(context)
        throw Refusal(place: "did")
      }
    case "a book of version 2 is inserted after":
      StageProbe.did = { context in
        context.insert(Shop2.Book(title_: "x", isbn: "x"))
        try did(context)
      }
    case "a book of version 3 is inserted before":
      StageProbe.will = { context in
        try will(context)
        context.insert(Shop3.Book(title: "x", isbn: "x", pages: 1))
      }
    case "a title is missing": StageProbe.will = { _ in }
    default:
      // Objects and contexts that outlive the stage hold no file.
      StageProbe.will = { context in
        kept += try context.fetch(FetchDescriptor<Shop2.Book>())
        kept.append(context)
        try will(context)
      }
      StageProbe.did = { context in
        kept += try context.fetch(FetchDescriptor<Shop3.Book>())
        kept.append(context)
        throw Refusal(place: "did")
      }
    }
    let error = try #require(throws: (any Error).self) { try open(Shop4.self, ShopPlan.self) }
    switch what {
    case "a book of version 2 is inserted after":
      #expect("\(error)".contains("Shop2.Book is not in the container's schema, whose Book is"), "\(error)")
      #expect("\(error)".contains("Shop3.Book"), "\(error)")
    case "a book of version 3 is inserted before":
      #expect("\(error)".contains("Shop3.Book is not in the container's schema, whose Book is"), "\(error)")
    case "a title is missing":
      #expect(error as? SwiftDataError == .loadIssueModelContainer)
      #expect("\(error)".contains("Book.title: 1 row still has no value for it"), "\(error)")
    default: #expect(error is Refusal)
    }
    #expect(
      try FolderState(folder.url).names.filter { !$0.hasSuffix("-shm") } == names.filter { !$0.hasSuffix("-shm") })
    do {
      // Models keep their store open.
      let context = ModelContext(try open(Shop1.self))
      let books = try context.fetch(FetchDescriptor<Shop1.Book>(sortBy: [SortDescriptor(\.isbn)]))
      #expect(books.map(\.title_) == ["T1", nil, "T3"] && books.map(\.loans.count) == [1, 1, 1])
    }
    // Nothing of it is left in the process: the next run succeeds.
    StageProbe.reset()
    try checkShop4(open(Shop4.self, ShopPlan.self))
    withExtendedLifetime(kept) {}
  }

  /// Objects that a stage's code kept hold nothing up.
  @Test func keptObjectsDoNotHoldTheFile() throws {
    try make(1)
    nonisolated(unsafe) var kept: [AnyObject] = []
    let (will, did) = (StageProbe.will, StageProbe.did)
    StageProbe.will = { context in
      kept += try context.fetch(FetchDescriptor<Shop2.Book>())
      kept.append(context)
      try will(context)
    }
    StageProbe.did = { context in
      kept += try context.fetch(FetchDescriptor<Shop3.Loan>())
      kept.append(context)
      try did(context)
    }
    try checkShop4(open(Shop4.self, ShopPlan.self))
    // They read what they had, and nothing beyond.
    #expect(kept.compactMap { ($0 as? Shop2.Book)?.isbn }.sorted() == ["1", "2", "3"])
    let context = try #require(kept.compactMap { $0 as? ModelContext }.first)
    #expect(throws: (any Error).self) { try context.fetch(FetchDescriptor<Shop2.Loan>()) }
  }

  @Test func aReadOnlyConfigurationMigratesNothing() throws {
    try make(1)
    let before = try FolderState(folder.url)
    let error = try #require(throws: SwiftDataError.self) { try open(Shop4.self, ShopPlan.self, allowsSave: false) }
    #expect("\(error)".contains("1.0.0 (Shop1)") && "\(error)".contains("allowsSave: false"), "\(error)")
    #expect(try FolderState(folder.url) == before)
  }

  @Test func theWayIsLogged() throws {
    try make(1)
    let log = try ContainerLog.messages(about: folder.url.path) { _ = try open(Shop4.self, ShopPlan.self) }
    let lines = log.filter { $0.kind == .migration }.map(\.text)
    #expect(
      lines.first?.hasSuffix(
        "1.0.0 (Shop1) to 2.0.0 (Shop2) (lightweight stage), then 2.0.0 (Shop2) to 3.0.0 (Shop3) (custom stage), then "
          + "3.0.0 (Shop3) to 4.0.0 (Shop4) (lightweight stage)") == true, "\(lines)")
    #expect(lines.contains { $0.hasSuffix("Book.pages: 7 in 3 rows") }, "\(lines)")
  }
}
