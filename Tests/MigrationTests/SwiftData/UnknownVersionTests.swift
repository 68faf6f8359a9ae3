import Foundation
import SwiftData
import TestKit
import Testing

private enum V1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self] }
  static var versionIdentifier: Schema.Version { .init(1, 0, 0) }
  @Model final class Book {
    var title: String
    init(title: String) { self.title = title }
  }
}

private enum V2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self] }
  static var versionIdentifier: Schema.Version { .init(2, 0, 0) }
  @Model final class Book {
    var title: String
    var pages: Int = 0
    var isbn: String = ""
    init(title: String) { self.title = title }
  }
}

private enum V3: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self, Shelf.self] }
  static var versionIdentifier: Schema.Version { .init(3, 0, 0) }
  @Model final class Book {
    var title: String
    var pages: Int = 0
    var isbn: String = ""
    init(title: String) { self.title = title }
  }
  @Model final class Shelf {
    var code: String
    init(code: String) { self.code = code }
  }
}

private enum V4: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self, Shelf.self] }
  static var versionIdentifier: Schema.Version { .init(4, 0, 0) }
  @Model final class Book {
    var title: String
    var pages: Int = 0
    init(title: String) { self.title = title }
  }
  @Model final class Shelf {
    var code: String
    init(code: String) { self.code = code }
  }
}

/// A version that shipped by mistake: between the first two.
private enum Between: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self] }
  static var versionIdentifier: Schema.Version { .init(1, 0, 0) }
  @Model final class Book {
    var title: String
    var pages: Int = 0
    init(title: String) { self.title = title }
  }
}

/// Has something that the plan has nowhere.
private enum Beside: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self] }
  static var versionIdentifier: Schema.Version { .init(1, 0, 0) }
  @Model final class Book {
    var title: String
    var pages: Int = 0
    var author: String = ""
    init(title: String) { self.title = title }
  }
}

private enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
  static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
}

/// The last two versions have no stage.
private enum LongPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
  static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
}

private enum TwicePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
  static var stages: [MigrationStage] {
    [
      .lightweight(fromVersion: V1.self, toVersion: V2.self),
      .custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: nil, didMigrate: nil),
    ]
  }
}

/// Stores that no version of the plan describes, later ones, and gaps in a plan.
@Suite struct UnknownVersionTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Books.store")
  }

  private func open(
    _ version: any VersionedSchema.Type, _ plan: (any SchemaMigrationPlan.Type)? = nil,
    migrates: ModelConfiguration.Migrations = .automatic, allowsSave: Bool = true
  ) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: version), migrationPlan: plan,
        configurations: ModelConfiguration(url: url, allowsSave: allowsSave, migrates: migrates)))
  }

  private func make<Book: PersistentModel>(_ version: any VersionedSchema.Type, _ book: Book) throws {
    let context = try open(version)
    context.insert(book)
    try context.save()
  }

  @Test func theNearestVersionsAndWhatDiffersAreNamed() throws {
    try make(Beside.self, Beside.Book(title: "Emma"))
    let before = try FolderState(folder.url)
    let error = try #require(throws: SwiftDataError.self) { try open(V2.self, Plan.self) }
    #expect(error == .loadIssueModelContainer)
    #expect("\(error)".contains("is of no version of Plan. Nearest are 2.0.0 (V2), 2 differences"), "\(error)")
    #expect("\(error)".contains("Book.author: the store has"), "\(error)")
    #expect("\(error)".contains("Book.isbn: the store has no such property"), "\(error)")
    #expect("\(error)".contains("and 1.0.0 (V1), 2 differences"), "\(error)")
    // It has what the models do not have, so that allowing it changes nothing.
    #expect(throws: SwiftDataError.self) { try open(V2.self, Plan.self, migrates: .unknownVersions) }
    #expect(try FolderState(folder.url) == before)
  }

  @Test func pureAdditionsMigrateWhereTheyAreAllowed() throws {
    try make(Between.self, Between.Book(title: "Emma"))
    let before = try FolderState(folder.url)
    let error = try #require(throws: SwiftDataError.self) { try open(V2.self, Plan.self) }
    #expect("\(error)".contains("migrates: .unknownVersions lets it migrate"), "\(error)")
    #expect(try FolderState(folder.url) == before)
    let context = try open(V2.self, Plan.self, migrates: .unknownVersions)
    #expect(try context.fetch(FetchDescriptor<V2.Book>()).map(\.title) == ["Emma"])
    #expect(try open(V2.self, Plan.self).fetchCount(FetchDescriptor<V2.Book>()) == 1)
  }

  @Test func aLaterVersionThatThePlanDoesNotKnow() throws {
    try make(V4.self, V4.Book(title: "Emma"))
    let before = try FolderState(folder.url)
    for allowsSave in [true, false] {
      let error = try #require(throws: SwiftDataError.self) { try open(V2.self, Plan.self, allowsSave: allowsSave) }
      #expect(error == .backwardMigration)
      #expect("\(error)".contains("is of version 4.0.0, which is later than") && "\(error)".contains("2.0.0 (V2)"))
      #expect("\(error)".contains("allowsSave: false opens it for reading") == allowsSave, "\(error)")
    }
    #expect(try FolderState(folder.url) == before)
  }

  /// A later one that has all that the models need, known to the plan or not.
  @Test(arguments: [true, false]) func aLaterVersionOpensForReading(_ isKnown: Bool) throws {
    try make(V3.self, V3.Book(title: "Emma"))
    let plan: any SchemaMigrationPlan.Type = isKnown ? LongPlan.self : Plan.self
    let error = try #require(throws: SwiftDataError.self) { try open(V2.self, plan) }
    #expect(error == .backwardMigration && "\(error)".contains("3.0.0"), "\(error)")
    let context = try open(V2.self, plan, allowsSave: false)
    #expect(try context.fetch(FetchDescriptor<V2.Book>()).map(\.title) == ["Emma"])
    context.insert(V2.Book(title: "no"))
    #expect(throws: (any Error).self) { try context.save() }
  }

  /// Neighbours that no stage connects are inferred.
  @Test func aPlanMayLeaveStepsOut() throws {
    try make(V1.self, V1.Book(title: "Emma"))
    let context = try open(V3.self, LongPlan.self)
    #expect(try context.fetch(FetchDescriptor<V3.Book>()).map(\.title) == ["Emma"])
    context.insert(V3.Shelf(code: "A"))
    try context.save()
  }

  @Test func modelsThatAreNoVersionAreNamed() throws {
    try make(V1.self, V1.Book(title: "Emma"))
    let error = try #require(throws: SwiftDataError.self) { try open(V3.self, Plan.self) }
    #expect("\(error)".contains("which are no version of Plan; the nearest is 2.0.0 (V2)"), "\(error)")
    #expect("\(error)".contains("Shelf"), "\(error)")
  }

  @Test func twoStagesOfTheSameVersionsAreRefused() throws {
    let error = try #require(throws: SwiftDataError.self) { try open(V2.self, TwicePlan.self) }
    #expect("\(error)".contains("two stages of the migration plan TwicePlan lead from V1 to V2"), "\(error)")
  }

  @Test func aPlanDoesNotRunWhereItNeverMay() throws {
    try make(V1.self, V1.Book(title: "Emma"))
    let error = try #require(throws: SwiftDataError.self) { try open(V2.self, Plan.self, migrates: .never) }
    #expect("\(error)".contains("1.0.0 (V1)") && "\(error)".contains("never migrates"), "\(error)")
    #expect(try open(V1.self).fetchCount(FetchDescriptor<V1.Book>()) == 1)
  }
}
