import CausewayTesting
import Foundation
import SwiftData
import Synchronization
import TestKit
import Testing

private enum V1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self, Loan.self] }
  static var versionIdentifier: Schema.Version { .init(1, 0, 0) }
  @Model final class Book {
    var title: String
    var pages: Int
    @Relationship(inverse: \Loan.book) var loans: [Loan] = []
    init(title: String, pages: Int) {
      self.title = title
      self.pages = pages
    }
  }
  @Model final class Loan {
    var member: String
    var book: Book?
    init(member: String, book: Book?) {
      self.member = member
      self.book = book
    }
  }
}

private enum V2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self, Loan.self] }
  static var versionIdentifier: Schema.Version { .init(2, 0, 0) }
  @Model final class Book {
    @Attribute(originalName: "title") var name: String
    var pages: Int
    var isArchived = false
    @Relationship(inverse: \Loan.book) var loans: [Loan] = []
    init(name: String, pages: Int) {
      self.name = name
      self.pages = pages
    }
  }
  @Model final class Loan {
    var member: String
    var book: Book?
    init(member: String, book: Book?) {
      self.member = member
      self.book = book
    }
  }
}

private enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
  static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
}

/// Loses the pages of each book, a link and a row.
private enum LossyPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
        didMigrate: { context in
          let books = try context.fetch(FetchDescriptor<V2.Book>(sortBy: [SortDescriptor(\.name)]))
          for book in books { book.pages = 0 }
          books.first?.loans = []
          try context.fetch(FetchDescriptor<V2.Loan>(predicate: #Predicate { $0.member == "Bob" })).forEach(
            context.delete)
          try context.save()
        })
    ]
  }
}

private enum BrokenPlan: SchemaMigrationPlan {
  struct Refusal: Error {}
  static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: V1.self, toVersion: V2.self, willMigrate: { _ in throw Refusal() }, didMigrate: nil)
    ]
  }
}

@Suite struct CausewayTestingTests {
  private let folder: TemporaryFolder
  private let fixture: StoreFixture

  init() throws {
    folder = try TemporaryFolder()
    fixture = StoreFixture(url: folder.file("Books.store"))
    let container = try ModelContainer(for: V1.Book.self, configurations: ModelConfiguration(url: fixture.url))
    let context = ModelContext(container)
    let (emma, kim) = (V1.Book(title: "Emma", pages: 10), V1.Book(title: "Kim", pages: 20))
    context.insert(emma)
    context.insert(kim)
    context.insert(V1.Loan(member: "Ada", book: emma))
    context.insert(V1.Loan(member: "Bob", book: kim))
    try context.save()
    try Data("no store".utf8).write(to: folder.file("Notes.txt"))
  }

  private func migrate(_ plan: any SchemaMigrationPlan.Type, changing: Set<String> = []) throws -> [FixtureMigration] {
    try expectMigration(of: StoreFixture.all(in: folder.url), to: V2.self, by: plan, changing: changing)
  }

  @Test func everyFixtureOfAFolderIsFound() throws {
    #expect(try StoreFixture.all(in: folder.url) == [fixture])
    #expect("\(fixture)" == "Books.store")
    #expect(throws: FixtureError.self) { try StoreFixture("None.sqlite", in: .main) }
    #expect(throws: FixtureError.self) { try StoreFixture.all(in: folder.file("none")) }
    #expect(throws: FixtureError.self) { try StoreFixture(url: folder.file("none")).copy(to: folder.file("copy")) }
  }

  @Test func aPlanThatKeepsEverythingPasses() throws {
    let before = try FolderState(folder.url)
    let done = try migrate(Plan.self)
    let migration = try #require(done.first)
    #expect(done.count == 1 && migration.fixture == fixture)
    #expect(migration.before.count(of: "Book") == 2 && migration.after.count(of: "Book") == 2)
    #expect(migration.before.entities == ["Book", "Loan"] && migration.before != migration.after)
    #expect(migration.after.losses(since: migration.before).isEmpty)
    // The fixture itself is never opened.
    #expect(try FolderState(folder.url) == before)
  }

  @Test func whatIsLostIsAnIssue() throws {
    let losses = [
      "Book.pages: 2 rows differ, in row 1 10 is now 0", "Book.loans: 2 rows differ, in row 1 the link to",
      "Loan.book: 1 row differ", "Loan: 1 row of 2 gone",
    ]
    let issues = Mutex<[String]>([])
    try withKnownIssue {
      _ = try migrate(LossyPlan.self)
    } matching: { issue in
      let text = "\(issue.comments)"
      issues.withLock { $0.append(text) }
      return losses.contains { text.contains($0) }
    }
    let texts = issues.withLock { $0 }
    for loss in losses { #expect(texts.contains { $0.contains(loss) }, "\(loss)") }
    _ = try migrate(LossyPlan.self, changing: ["Book.pages", "Book.loans", "Loan", "Loan.book"])
  }

  @Test func aPlanThatThrowsIsAnIssue() throws {
    try withKnownIssue {
      let done = try migrate(BrokenPlan.self)
      #expect(done.isEmpty)
    } matching: {
      "\($0.comments)".contains("Books.store does not open as V2 by BrokenPlan")
    }
    try withKnownIssue {
      try expectMigration(of: [], to: V2.self, by: Plan.self)
    } matching: {
      "\($0.comments)".contains("there is no fixture")
    }
  }

  /// The container opened; what its check throws is another thing, and the contents are compared all the same.
  @Test func aCheckThatThrowsIsAnIssueOfItsOwn() throws {
    struct Wrong: Error {}
    var done: [FixtureMigration] = []
    try withKnownIssue {
      done = try expectMigration(of: [fixture], to: V2.self, by: Plan.self) { _, _ in throw Wrong() }
    } matching: {
      "\($0.comments)".contains("the check of Books.store, opened as V2, threw: Wrong()")
    }
    #expect(done.count == 1 && done.first?.after.count(of: "Book") == 2)
  }

  @Test func checksOfTheCallersOwnRun() throws {
    var titles: [String] = []
    try expectMigration(of: [fixture], to: V2.self, by: Plan.self) { container, fixture in
      titles = try ModelContext(container).fetch(FetchDescriptor<V2.Book>(sortBy: [SortDescriptor(\.name)])).map(\.name)
    }
    #expect(titles == ["Emma", "Kim"])
  }

  @Test func pairing() throws {
    try expectPairing(of: fixture, with: V1.self)
    try withKnownIssue {
      try expectPairing(of: fixture, with: V2.self, .fits)
    } matching: { issue in
      let text = "\(issue.comments)"
      return text.contains("pair as differs, not as fits")
        && text.contains("Book.isArchived: the store has no such property")
    }
    #expect(try fixture.pairing(with: Schema(versionedSchema: V1.self)).grade == .same)
    #expect(try fixture.pairing(with: Schema([V1.Loan.self, V1.Book.self])).differences.isEmpty)
    #expect(StorePairing.same < .fits && StorePairing.fits < .differs)
  }
}

/// Each test has a container of its own.
@Suite(.container(for: V1.Book.self) { $0.insert(V1.Book(title: "Emma", pages: 1)) })
struct ContainerTraitTests {
  @Test(arguments: 1...3) func eachCaseHasItsOwn(_ number: Int) throws {
    let context = ModelContext(try #require(ModelContainer.default))
    context.insert(V1.Book(title: "\(number)", pages: number))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<V1.Book>()) == 2)
  }

  @Test(.container(for: V2.Book.self)) func theNearestCounts() async throws {
    let container = try #require(ModelContainer.default)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<V2.Book>()) == 0)
    await Task { #expect(ModelContainer.default === container) }.value
  }

  private static let made: Result<(folder: TemporaryFolder, fixture: StoreFixture), any Error> = Result {
    let folder = try TemporaryFolder()
    let url = folder.file("T.store")
    let context = ModelContext(try ModelContainer(for: V1.Book.self, configurations: ModelConfiguration(url: url)))
    context.insert(V1.Book(title: "Kim", pages: 2))
    try context.save()
    return (folder: folder, fixture: StoreFixture(url: url))
  }

  @Test(.container(copying: try made.get().fixture, for: V2.Book.self, migrationPlan: Plan.self))
  func aCopyOpensThroughAPlan() throws {
    let context = ModelContext(try #require(ModelContainer.default))
    #expect(try context.fetch(FetchDescriptor<V2.Book>()).map(\.name) == ["Kim"])
    let url = try #require(context.container.configurations.first?.url)
    let original = try Self.made.get().fixture.url
    #expect(url != original)
  }
}
