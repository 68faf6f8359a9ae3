import ModelDescription
import QueryModel
import StoreContract
import SwiftData
import Synchronization
import Testing

@Suite struct ModelContextTests {
  static func model(_ rule: RelationshipDescription.DeleteRule) -> ModelDescription {
    func attribute(_ name: String, _ type: AttributeType, optional: Bool = true) -> AttributeDescription {
      AttributeDescription(name: name, type: type, isOptional: optional)
    }
    let author = EntityDescription(
      name: "Author", attributes: [attribute("name", .string, optional: false)],
      relationships: [
        RelationshipDescription(
          name: "books", destinationEntityName: "Book", inverseName: "author", isToMany: true, deleteRule: rule)
      ])
    let book = EntityDescription(
      name: "Book",
      attributes: [
        attribute("title", .string, optional: false), attribute("subtitle", .string), attribute("pages", .integer16),
        attribute("edition", .integer16), attribute("inPrint", .boolean), attribute("rating", .double),
        attribute("weight", .float), attribute("published", .date), attribute("isbn", .uuid), attribute("site", .uri),
        attribute("cover", .binary), attribute("price", .decimal), attribute("genre", .string),
        attribute("mood", .integer64),
      ],
      relationships: [
        RelationshipDescription(
          name: "author", destinationEntityName: "Author", inverseName: "books", isToMany: false)
      ])
    return ModelDescription(entities: [author, book])
  }

  func makeContainer(_ rule: RelationshipDescription.DeleteRule = .nullify) throws -> (ModelContainer, DictionaryStore)
  {
    let store = try DictionaryStore(Self.model(rule))
    return (try ModelContainer(store: store, models: [Author.self, Book.self]), store)
  }

  /// Two authors, three books.
  func fill(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    let jane = Author(name: "Jane")
    for (title, pages) in [("Emma", 400), ("Persuasion", 250)] {
      let book = Book(title: title, author: jane)
      book.pages = pages
      context.insert(book)
    }
    let mary = Author(name: "Mary")
    mary.books = [Book(title: "Frankenstein")]
    context.insert(mary)
    #expect(context.hasChanges && jane.books.count == 2 && mary.books.first?.author === mary)
    try context.save()
    #expect(!context.hasChanges && jane.persistentModelID.storeIdentifier != nil && !jane.hasChanges)
  }

  @Test func insertsSaveAndRead() throws {
    let (container, store) = try makeContainer()
    try fill(container)
    #expect(store.state.withLock { $0.rows.count } == 5)
    let context = ModelContext(container)
    let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title, order: .reverse)]))
    #expect(books.map(\.title) == ["Persuasion", "Frankenstein", "Emma"])
    #expect(books[0].author === books[2].author && books[0].author?.name == "Jane" && books[0].pages == 250)
    #expect(books[2].author?.books.count == 2 && books[0].modelContext === context && books[0].genre == .novel)
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 2)
    let again = try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.pages > 300 }))
    #expect(again.count == 1 && again.first === books[2])
    // The store is asked first, with the window and without, before memory answers.
    let asked = QueryPredicate.comparison(.greater, .path(.root, ["pages"]), .constant(.integer(300)))
    #expect(store.state.withLock { $0.predicates } == [asked, asked])
    let known: Book? = context.registeredModel(for: books[0].persistentModelID)
    #expect(known === books[0])
  }

  @Test func everyTypeSurvives() throws {
    let (container, _) = try makeContainer()
    let first = ModelContext(container)
    let book = Book(title: "T")
    book.subtitle = "a longer subtitle, past fifteen bytes"
    book.edition = -7
    book.inPrint = false
    book.weight = 0.25
    book.rating = 4.5
    book.published = Date(timeIntervalSinceReferenceDate: 1.5)
    book.isbn = UUID()
    book.site = URL(string: "https://example.org/a")
    book.cover = Data([0, 255])
    book.price = Decimal(string: "12.34") ?? 0
    book.genre = .poem
    book.mood = .dark
    first.insert(book)
    try first.save()
    let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Book>()).first)
    #expect(read.subtitle == book.subtitle && read.edition == -7 && !read.inPrint && read.weight == 0.25)
    #expect(read.published == book.published && read.isbn == book.isbn && read.site == book.site)
    #expect(read.cover == book.cover && read.price == book.price && read.genre == .poem && read.mood == .dark)
    #expect(read.rating == 4.5 && read.author == nil)
  }

  @Test func updatesCarryOnlyChanges() throws {
    let (container, store) = try makeContainer()
    try fill(container)
    let context = ModelContext(container)
    let emma = try #require(try context.fetch(FetchDescriptor<Book>()).first { $0.title == "Emma" })
    emma.pages = 401
    #expect(context.hasChanges && context.changedModelsArray.count == 1)
    try context.save()
    let update = try #require(store.state.withLock { $0.requests.last }?.updates.first)
    #expect(update.values.map(\.value) == [.integer(401)] && update.version == 1)
    emma.pages = 402
    try context.save()
    #expect(store.state.withLock { $0.requests.last }?.updates.first?.version == 2)
  }

  @Test func movingABookMovesBothEnds() throws {
    let (container, store) = try makeContainer()
    try fill(container)
    let context = ModelContext(container)
    let authors = try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
    let emma = try #require(authors[0].books.first { $0.title == "Emma" })
    authors[1].books.append(emma)
    #expect(emma.author === authors[1] && authors[0].books.count == 1)
    emma.author = nil
    #expect(authors[1].books.count == 1)
    emma.author = authors[1]
    try context.save()
    #expect(store.state.withLock { $0.requests.last }?.links.isEmpty == true)
    let second = ModelContext(container)
    let other = try second.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
    #expect(other.map(\.books.count) == [1, 2])
  }

  @Test(arguments: [RelationshipDescription.DeleteRule.nullify, .cascade, .deny])
  func deleteRules(_ rule: RelationshipDescription.DeleteRule) throws {
    let (container, store) = try makeContainer(rule)
    try fill(container)
    let context = ModelContext(container)
    let jane = try #require(try context.fetch(FetchDescriptor<Author>()).first)
    context.delete(jane)
    #expect(jane.isDeleted && jane.name == "Jane")
    if rule == .deny {
      #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      context.rollback()
      #expect(!jane.isDeleted && jane.name == "Jane" && jane.books.count == 2)
      return
    }
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 1)
    try context.save()
    #expect(store.state.withLock { $0.rows.count } == (rule == .cascade ? 2 : 4))
    #expect(jane.name == "Jane" && jane.isDeleted)
    let second = ModelContext(container)
    let books = try second.fetch(FetchDescriptor<Book>())
    #expect(books.filter { $0.author == nil }.count == (rule == .cascade ? 0 : 2))
  }

  @Test func rollbackForgets() throws {
    let (container, store) = try makeContainer()
    try fill(container)
    let context = ModelContext(container)
    let emma = try #require(try context.fetch(FetchDescriptor<Book>()).first { $0.title == "Emma" })
    emma.title = "Ema"
    emma.author = nil
    let new = Book(title: "New")
    context.insert(new)
    #expect(try context.fetchCount(FetchDescriptor<Book>()) == 4)
    context.rollback()
    #expect(!context.hasChanges && emma.title == "Emma" && emma.author?.name == "Jane" && new.title == "New")
    #expect(new.modelContext == nil)
    let before = store.state.withLock { $0.requests.count }
    try context.save()
    #expect(store.state.withLock { $0.requests.count } == before)
  }

  @Test func validationNamesTheProperty() throws {
    let (container, _) = try makeContainer()
    let context = ModelContext(container)
    let book = Book(title: "Wide")
    book.pages = 40_000
    context.insert(book)
    let error = try #require(throws: SwiftDataError.self) { try context.save() }
    #expect("\(error)".contains("Book.pages"))
    book.pages = 4
    try context.save()
  }

  @Test func danglingToOneReadsNil() throws {
    let (container, store) = try makeContainer()
    try fill(container)
    store.state.withLock { state in state.rows = state.rows.filter { $0.key.entity != 1 } }
    let second = ModelContext(container)
    let books = try second.fetch(FetchDescriptor<Book>())
    #expect(books.count == 3 && books.allSatisfy { $0.author == nil })
  }

  @Test func objectsOutliveTheirContextAndGo() throws {
    let (container, _) = try makeContainer()
    try fill(container)
    weak var gone: Book?
    var kept: Book?
    try {
      let context = ModelContext(container)
      let books = try context.fetch(FetchDescriptor<Book>())
      _ = books.map { $0.author?.books.count }
      gone = books[0]
      kept = books[2]
    }()
    #expect(gone == nil && kept?.title == "Frankenstein" && kept?.modelContext == nil)
    kept?.title = "F"
    #expect(kept?.title == "F")
  }
}
