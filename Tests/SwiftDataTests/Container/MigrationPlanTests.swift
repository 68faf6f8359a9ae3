import SwiftData
import TestKit
import Testing

private enum V1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self] }
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

  @Model final class Book {
    var title: String
    init(title: String) { self.title = title }
  }
}

private enum V2: VersionedSchema {
  static let models: [any PersistentModel.Type] = [Book.self, Shelf.self]
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Book {
    var title: String
    var pages: Int = 0
    var shelf: Shelf?
    init(title: String) { self.title = title }
  }

  @Model final class Shelf {
    var code: String
    @Relationship(inverse: \Book.shelf) var books: [Book] = []
    init(code: String) { self.code = code }
  }
}

/// The same models as `V1`.
private enum V1Again: VersionedSchema {
  static let models: [any PersistentModel.Type] = [V1.Book.self]
  static let versionIdentifier = Schema.Version(1, 1, 0)
}

private enum Plan: SchemaMigrationPlan {
  static let schemas: [any VersionedSchema.Type] = [V1.self, V2.self]
  static let oneToTwo = MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)
  static let stages: [MigrationStage] = [oneToTwo]
}

private enum CustomPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
  static var stages: [MigrationStage] {
    [.custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: { try $0.save() }, didMigrate: nil)]
  }
}

private enum EmptyPlan: SchemaMigrationPlan {
  static let schemas: [any VersionedSchema.Type] = []
  static let stages: [MigrationStage] = []
}

private enum UnorderedPlan: SchemaMigrationPlan {
  static let schemas: [any VersionedSchema.Type] = [V2.self, V1.self]
  static let stages: [MigrationStage] = []
}

private enum DoublePlan: SchemaMigrationPlan {
  static let schemas: [any VersionedSchema.Type] = [V1.self, V1Again.self, V2.self]
  static let stages: [MigrationStage] = []
}

private enum BackwardPlan: SchemaMigrationPlan {
  static let schemas: [any VersionedSchema.Type] = [V1.self, V2.self]
  static let stages: [MigrationStage] = [.lightweight(fromVersion: V2.self, toVersion: V1.self)]
}

private enum StrayPlan: SchemaMigrationPlan {
  static let schemas: [any VersionedSchema.Type] = [V1.self]
  static let stages: [MigrationStage] = [.lightweight(fromVersion: V1.self, toVersion: V2.self)]
}

@Suite struct MigrationPlanTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Books.store")
  }

  private func open(
    _ type: any PersistentModel.Type, _ plan: (any SchemaMigrationPlan.Type)? = Plan.self
  ) throws -> ModelContainer {
    try ModelContainer(for: Schema([type]), migrationPlan: plan, configurations: [ModelConfiguration(url: url)])
  }

  @Test func aNewStoreAndOneOfTheLatestVersionOpen() throws {
    for plan in [Plan.self, CustomPlan.self] as [any SchemaMigrationPlan.Type] {
      let context = ModelContext(try open(V2.Book.self, plan))
      context.insert(V2.Book(title: "Emma"))
      try context.save()
      #expect(context.container.migrationPlan == plan)
    }
    #expect(try ModelContext(open(V2.Book.self)).fetchCount(FetchDescriptor<V2.Book>()) == 2)
    let byVersion = try ModelContainer(
      for: Schema(versionedSchema: V2.self), migrationPlan: Plan.self, configurations: ModelConfiguration(url: url))
    #expect(byVersion.schema.version == Schema.Version(2, 0, 0))
  }

  @Test func anOlderStoreMigrates() throws {
    for plan in [Plan.self, CustomPlan.self] as [any SchemaMigrationPlan.Type] {
      try? FileManager.default.removeItem(at: url)
      do {
        let context = ModelContext(try open(V1.Book.self, nil))
        context.insert(V1.Book(title: "Emma"))
        try context.save()
      }
      let books = try ModelContext(open(V2.Book.self, plan)).fetch(FetchDescriptor<V2.Book>())
      #expect(books.map(\.title) == ["Emma"] && books.map(\.pages) == [0] && books.map(\.shelf) == [nil])
    }
  }

  @Test func aLaterStoreIsRefusedAsSuch() throws {
    _ = try open(V2.Book.self)
    let error = try #require(throws: SwiftDataError.self) { try open(V1.Book.self) }
    #expect(error == .backwardMigration)
    #expect("\(error)".contains("2.0.0 (V2)") && "\(error)".contains("1.0.0 (V1)"), "\(error)")
  }

  @Test(
    arguments: [
      (EmptyPlan.self, ["EmptyPlan lists no schemas"]),
      (UnorderedPlan.self, ["2.0.0 (V2) before 1.0.0 (V1)"]),
      (DoublePlan.self, ["duplicate version checksums", "1.0.0 (V1) and 1.1.0 (V1Again)"]),
      (BackwardPlan.self, ["V2 (2.0.0) to V1 (1.0.0)"]),
      (StrayPlan.self, ["from V1 to V2 names V2"]),
    ] as [(any SchemaMigrationPlan.Type, [String])])
  func aPlanThatDoesNotGoTogetherIsRefused(_ plan: any SchemaMigrationPlan.Type, _ words: [String]) throws {
    let error = try #require(throws: SwiftDataError.self) { try open(V1.Book.self, plan) }
    for word in words { #expect("\(error)".contains(word), "\(error)") }
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  /// Equal class names in two versions never meet: each container makes objects of its own class.
  @Test func equalNamesInTwoVersionsAreKeptApart() throws {
    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    let old = ModelContext(try ModelContainer(for: V1.Book.self, configurations: memory))
    let new = ModelContext(
      try ModelContainer(for: V2.Book.self, migrationPlan: Plan.self, configurations: memory))
    old.insert(V1.Book(title: "old"))
    let shelf = V2.Shelf(code: "A")
    new.insert(shelf)
    shelf.books.append(V2.Book(title: "new"))
    try old.save()
    try new.save()
    #expect(try old.fetch(FetchDescriptor<V1.Book>(predicate: #Predicate { $0.title != "" })).map(\.title) == ["old"])
    #expect(try new.fetch(FetchDescriptor<V2.Book>(predicate: #Predicate { $0.pages == 0 })).map(\.title) == ["new"])
    #expect(Schema.entityName(for: V1.Book.self) == "Book" && Schema.entityName(for: V2.Book.self) == "Book")
    #expect(throws: (any Error).self) { try old.fetch(FetchDescriptor<V2.Book>()) }
    let both = try #require(throws: (any Error).self) {
      try ModelContainer(for: V1.Book.self, V2.Book.self, configurations: memory)
    }
    #expect("\(both)".contains("V1.Book") && "\(both)".contains("V2.Book"), "\(both)")
  }
}
