import Foundation
import ModelDescription
import SQLiteDriver
import SQLiteStore
import StoreContract
import SwiftData
import TestKit
import Testing

/// Stores whose hashes are not those of the classes, but whose tables are.
@Suite struct FittingStoreTests {
  let store: FittingStore

  init() throws { store = try FittingStore(FittingStore.modelWithTags) }

  private func open() throws -> ModelContext { try store.open(Fitting.Book.self) }

  @Test func aFittingStoreOpensAndKeepsItsFacts() throws {
    let before = try store.facts()
    do {
      let context = try open()
      let book = Fitting.Book("Émile", pages: 12)
      context.insert(book)
      try context.save()
      book.name = "Candide"
      try context.save()
    }
    #expect(try store.facts() == before)
    #expect(try store.sql("SELECT ZTITLE, ZPAGES, Z_OPT FROM ZBOOK") == ["Candide|12|2"])
    let context = try open()
    #expect(try context.fetch(FetchDescriptor<Fitting.Book>()).map(\.name) == ["Candide"])
    #expect(try store.sql("PRAGMA integrity_check") == ["ok"])
  }

  @Test func renamedPropertiesAreReadWrittenAndSearched() throws {
    let context = try open()
    let book = Fitting.Book("A")
    context.insert(book)
    context.insert(Fitting.Book("B"))
    let shelf = Fitting.Shelf("S1")
    book.shelf = shelf
    _ = Fitting.Loan(book, fee: 2)
    context.insert(Fitting.Loan(book, fee: 3))
    try context.save()
    let again = try open()
    let byName = FetchDescriptor<Fitting.Book>(predicate: #Predicate { $0.name == "A" })
    #expect(try again.fetchCount(byName) == 1)
    let byShelf = FetchDescriptor<Fitting.Book>(predicate: #Predicate { $0.shelf?.code == "S1" })
    #expect(try again.fetch(byShelf).map(\.name) == ["A"])
    let byLoan = FetchDescriptor<Fitting.Book>(predicate: #Predicate { $0.loans.contains { $0.fee > 2.5 } })
    #expect(try again.fetch(byLoan).map(\.name) == ["A"])
    let sorted = FetchDescriptor<Fitting.Book>(sortBy: [SortDescriptor(\.name, order: .reverse)])
    #expect(try again.fetch(sorted).map(\.name) == ["B", "A"])
    let loan = try #require(try again.fetch(FetchDescriptor<Fitting.Loan>()).first)
    #expect(loan.volume?.name == "A" && loan.volume?.loans.first === loan)
    loan.volume?.loans = []
    #expect(loan.volume == nil)
  }

  @Test func renamedEnumsAndStructsAreReadAndWritten() throws {
    let context = try open()
    let book = Fitting.Book("A")
    book.cover = .cloth
    book.size = Fitting.Size(width: 12, height: 20)
    context.insert(book)
    try context.save()
    #expect(try store.sql("SELECT ZKIND, ZWIDTH, ZHEIGHT FROM ZBOOK") == ["cloth|12.0|20.0"])
    let again = try open()
    let found = try #require(try again.fetch(FetchDescriptor<Fitting.Book>()).first)
    #expect(found.cover == .cloth && found.size == Fitting.Size(width: 12, height: 20))
  }

  @Test func orderIsKeptInTheStoresColumns() throws {
    let context = try open()
    let shelf = Fitting.Shelf("S")
    context.insert(shelf)
    let books = ["a", "b", "c"].map { Fitting.Book($0) }
    shelf.books = [books[2], books[0], books[1]]
    let tags = ["x", "y", "z"].map { Fitting.Tag($0) }
    books[0].labels = [tags[1], tags[2], tags[0]]
    try context.save()
    let places = "SELECT ZTITLE, Z_FOK_SHELF FROM ZBOOK ORDER BY Z_FOK_SHELF"
    #expect(try store.sql(places) == ["c|2048", "a|3072", "b|4096"])
    let tagPlaces = """
      SELECT ZNAME, Z_FOK_1TAGS FROM Z_1TAGS JOIN ZTAG ON Z_PK = Z_5TAGS ORDER BY Z_FOK_1TAGS
      """
    #expect(try store.sql("SELECT sql FROM sqlite_master WHERE name = 'Z_1TAGS'").first?.contains("Z_FOK") == true)
    let column = try #require(
      try Connection(path: store.url.path, mode: .untouched).columnNames(ofTable: "Z_1TAGS").first {
        $0.hasPrefix("Z_FOK")
      })
    let tagOrder = tagPlaces.replacingOccurrences(of: "Z_FOK_1TAGS", with: column)
    #expect(try store.sql(tagOrder) == ["y|2048", "z|3072", "x|4096"])
    do {
      let again = try open()
      let shelf = try #require(try again.fetch(FetchDescriptor<Fitting.Shelf>()).first)
      #expect(shelf.books.map(\.name) == ["c", "a", "b"])
      let a = shelf.books[1]
      #expect(a.labels.map(\.name) == ["y", "z", "x"])
      shelf.books = [shelf.books[2], shelf.books[0], a]
      a.labels.removeFirst()
      a.labels.append(Fitting.Tag("w"))
      try again.save()
    }
    #expect(try store.sql(places).map { $0.prefix(1) } == ["b", "c", "a"])
    #expect(try store.sql(tagOrder).map { $0.prefix(1) } == ["z", "x", "w"])
    let again = try open()
    let last = try #require(try again.fetch(FetchDescriptor<Fitting.Shelf>()).first)
    #expect(last.books.map(\.name) == ["b", "c", "a"])
    // A book that joins from the other end goes last.
    let fourth = Fitting.Book("d")
    again.insert(fourth)
    fourth.shelf = last
    try again.save()
    #expect(try store.sql(places).map { $0.prefix(1) } == ["b", "c", "a", "d"])
  }

  @Test func whoIsPutBackKeepsTheOrderOfTheArray() throws {
    let context = try open()
    let shelf = Fitting.Shelf("S")
    context.insert(shelf)
    shelf.books = ["a", "b", "c"].map { Fitting.Book($0) }
    try context.save()
    func stored() throws -> String {
      try store.sql("SELECT ZTITLE FROM ZBOOK WHERE ZSHELF = 1 ORDER BY Z_FOK_SHELF").joined()
    }
    func check(_ what: Comment, _ change: () -> Void) throws {
      change()
      try context.save()
      #expect(try stored() == shelf.books.map(\.name).joined(), what)
    }
    try check("the same shelf again") { shelf.books[0].shelf = shelf }
    #expect(try stored() == "abc")
    for turns in 1...4 {
      try check("turned \(turns) times") {
        for _ in 0..<turns { shelf.books.append(shelf.books.removeFirst()) }
      }
    }
    try check("taken out and put back") {
      let book = shelf.books[1]
      book.shelf = nil
      book.shelf = shelf
    }
    try check("removed and inserted where it was, twice") {
      for _ in 0..<2 { shelf.books.insert(shelf.books.remove(at: 1), at: 1) }
    }
  }

  @Test func derivedAttributesAreTheStoresOwn() throws {
    let context = try open()
    let shelf = Fitting.Shelf("S")
    let book = Fitting.Book("Élan", pages: 3)
    context.insert(book)
    context.insert(shelf)
    book.shelf = shelf
    book.loanCount = 77
    context.insert(Fitting.Loan(book, fee: 1.5))
    context.insert(Fitting.Loan(book, fee: 2))
    let start = Date()
    try context.save()
    let row = "SELECT ZLOANCOUNT, ZSORTTITLE, ZSHELFLABEL, ZFEES FROM ZBOOK"
    #expect(try store.sql(row) == ["2|elan|S|3.5"])
    #expect(book.loanCount == 2 && book.sortTitle == "elan" && book.shelfLabel == "S" && book.fees == 3.5)
    let touched = try #require(book.touched)
    #expect(touched >= start.addingTimeInterval(-1))
    shelf.code = "T"
    book.name = "ÜBER"
    context.delete(book.loans[0])
    try context.save()
    #expect(try store.sql(row).first?.hasPrefix("1|uber|T|") == true)
    #expect(book.loanCount == 1 && book.shelfLabel == "T")
    #expect(try #require(book.touched) > touched)
    book.loanCount = 5
    try context.save()
    #expect(book.loanCount == 1)
    #expect(try store.sql("SELECT ZLOANCOUNT FROM ZBOOK") == ["1"])
  }

  @Test func theStoresWidthsAndMandatoryFactsHoldAtSave() throws {
    func refused(_ words: String, _ change: (ModelContext) -> Void) throws {
      let context = try open()
      change(context)
      let before = try store.sql("SELECT * FROM Z_PRIMARYKEY")
      let error = #expect(throws: (any Error).self) { try context.save() }
      let text = error.map { "\($0)" } ?? ""
      #expect(text.contains(words), "\(text)")
      #expect(context.hasChanges)
      #expect(try store.sql("SELECT * FROM Z_PRIMARYKEY") == before)
    }
    try refused("Book.pages") { $0.insert(Fitting.Book("wide", pages: 40_000)) }
    try refused("Loan.due") { $0.insert(Fitting.Loan(Fitting.Book("x"), fee: 1, due: nil)) }
    try refused("Loan.volume") { $0.insert(Fitting.Loan(nil, fee: 1)) }
    try refused("Shelf.books") { context in
      let shelf = Fitting.Shelf("full")
      context.insert(shelf)
      shelf.books = (0..<5).map { Fitting.Book("\($0)") }
    }
    try refused("Book") { context in
      context.uniquenessPolicy = .fail
      context.insert(Fitting.Book("one", isbn: "1"))
      context.insert(Fitting.Book("two", isbn: "1"))
    }
    #expect(try store.sql("SELECT count(*) FROM ZBOOK") == ["0"])
  }

  @Test func abstractEntitiesGetNoRows() throws {
    let store = try FittingStore()
    let context = try store.open(Fitting.Book.self)
    context.insert(Fitting.Tag("x"))
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.entityName == "Tag" && error?.message.contains("abstract") == true)
  }

  @Test func rowsOfEntitiesWithoutClassStay() throws {
    try Connection(path: store.url.path, mode: .readWrite).execute(
      "INSERT INTO ZNOTE VALUES (1, 3, 1, 'kept'); UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Note'")
    let context = try open()
    context.insert(Fitting.Book("a"))
    try context.save()
    #expect(try store.sql("SELECT * FROM ZNOTE") == ["1|3|1|kept"])
    #expect(try store.sql("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Note'") == ["1"])
  }

  @Test func classesDeleteRulesHold() throws {
    let context = try open()
    let book = Fitting.Book("a")
    context.insert(book)
    context.insert(Fitting.Loan(book, fee: 1))
    try context.save()
    context.delete(book)
    try context.save()
    #expect(try store.sql("SELECT count(*) FROM ZLOAN") == ["0"])
  }

  @Test func whatDiffersIsNamedAndTheFileLeftAlone() throws {
    let before = try FolderState(store.folder.url)
    let error = #expect(throws: SwiftDataError.self) { try store.open(Differing.Book.self, Differing.Extra.self) }
    #expect(error == .loadIssueModelContainer)
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("\(store.url.path) differs from the classes in more than can be inferred: "), "\(text)")
    for place in [
      "Book.title", "Book.weight", "Book.isbn", "Book.pages", "Book.loanCount", "Book.sortTitle", "Book.shelfLabel",
      "Book.fees", "Book.touched", "Book.kind", "Book.dimensions", "Book.shelf", "Book.loans", "Book.tags", "Extra",
      "Loan", "Shelf", "Tag",
    ] { #expect(text.contains(place), "\(place) in \(text)") }
    #expect(try FolderState(store.folder.url) == before)
  }

  @Test func withoutAReadableModelOnlyTheSameOpens() throws {
    let bare = try FittingStore(FittingStore.modelWithTags, withCache: false)
    let missing = #expect(throws: SwiftDataError.self) { try bare.open(Fitting.Book.self) }
    let text = missing.map { "\($0)" } ?? ""
    #expect(
      text.contains("differs from the classes: ") && text.contains("keeps no model") && text.contains("Book")
        && text.contains("Shelf"), "\(text)")
    try Connection(path: store.url.path, mode: .readWrite).execute("UPDATE Z_MODELCACHE SET Z_CONTENT = x'0badcafe'")
    let broken = #expect(throws: SwiftDataError.self) { try open() }
    #expect(broken.map { "\($0)" }?.contains("cannot be read") == true)
  }

  @Test func aModelThatIsNotTheMetadatasIsNotTrusted() throws {
    let other = try SQLiteStore.modelCache(of: ResolvedModel(FittingStore.model), namesDefaultConfiguration: false)
    let connection = try Connection(path: store.url.path, mode: .readWrite)
    try connection.withStatement("UPDATE Z_MODELCACHE SET Z_CONTENT = ?1") {
      try $0.bind(other, at: 1)
      try $0.run()
    }
    let error = #expect(throws: SwiftDataError.self) { try open() }
    #expect(error.map { "\($0)" }?.contains("Tag") == true)
  }
}
