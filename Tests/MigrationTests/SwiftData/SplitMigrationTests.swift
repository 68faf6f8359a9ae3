import Foundation
import SwiftData
import TestKit
import Testing

private enum V1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self, Entry.self] }
  static var versionIdentifier: Schema.Version { .init(1, 0, 0) }
  @Model final class Book {
    var title: String
    init(title: String) { self.title = title }
  }
  @Model final class Entry {
    var text: String
    init(text: String) { self.text = text }
  }
}

private enum V2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self, Entry.self, Shelf.self] }
  static var versionIdentifier: Schema.Version { .init(2, 0, 0) }
  @Model final class Book {
    var title: String
    var pages: Int = 4
    init(title: String) { self.title = title }
  }
  @Model final class Entry {
    var text: String
    var level: Int = 5
    init(text: String) { self.text = text }
  }
  @Model final class Shelf {
    var code: String
    init(code: String) { self.code = code }
  }
}

private enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
        didMigrate: { context in
          // Each store has its own part of the version.
          if let entries = try? context.fetch(FetchDescriptor<V2.Entry>()) {
            for entry in entries { entry.level = 6 }
          } else {
            for book in try context.fetch(FetchDescriptor<V2.Book>()) { book.pages = 7 }
          }
          try context.save()
        })
    ]
  }
}

/// Models in two files: each migrates by the part of the plan's versions that lies in it.
@Suite struct SplitMigrationTests {
  @Test func everyConfigurationsStoreMigrates() throws {
    let folder = try TemporaryFolder()
    func configurations(_ log: any PersistentModel.Type) -> [ModelConfiguration] {
      [
        ModelConfiguration("Main", url: folder.file("Main.store")),
        ModelConfiguration("Log", schema: Schema([log]), url: folder.file("Log.store")),
      ]
    }
    do {
      let context = ModelContext(
        try ModelContainer(
          for: Schema(versionedSchema: V1.self), configurations: configurations(V1.Entry.self)))
      context.insert(V1.Book(title: "Emma"))
      context.insert(V1.Entry(text: "lent"))
      try context.save()
    }
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: V2.self), migrationPlan: Plan.self, configurations: configurations(V2.Entry.self)))
    #expect(try context.fetch(FetchDescriptor<V2.Book>()).map(\.pages) == [7])
    #expect(try context.fetch(FetchDescriptor<V2.Entry>()).map(\.level) == [6])
    context.insert(V2.Shelf(code: "A"))
    try context.save()
  }
}
