import Foundation
import SwiftData
import TestKit
import Testing

/// The plan of "CoreData to SwiftData Migration": `isComplete` has no default, and its initialiser's argument has one.
private enum ItemSchemaV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Item.self] }
  @Model class Item {
    var title: String
    var timestamp: Date
    init(title: String, timestamp: Date) {
      self.title = title
      self.timestamp = timestamp
    }
  }
}

private enum ItemSchemaV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Item.self] }
  @Model class Item {
    var title: String
    var timestamp: Date
    var isComplete: Bool
    init(title: String, timestamp: Date, isComplete: Bool = false) {
      self.title = title
      self.timestamp = timestamp
      self.isComplete = isComplete
    }
  }
}

private enum LightPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ItemSchemaV1.self, ItemSchemaV2.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: ItemSchemaV1.self, toVersion: ItemSchemaV2.self)]
  }
}

/// As the text has it: filled in `didMigrate`; without the initialiser's default too.
private enum ItemSchemaV2Bare: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Item.self] }
  @Model class Item {
    var title: String
    var timestamp: Date
    var isComplete: Bool
    init(title: String, timestamp: Date, isComplete: Bool) {
      self.title = title
      self.timestamp = timestamp
      self.isComplete = isComplete
    }
  }
}

private enum CustomPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ItemSchemaV1.self, ItemSchemaV2Bare.self] }
  static var stages: [MigrationStage] { [migrateV1toV2] }
  static let migrateV1toV2 = MigrationStage.custom(
    fromVersion: ItemSchemaV1.self,
    toVersion: ItemSchemaV2Bare.self
  ) { context in
    // willMigrate: runs before schema changes
  } didMigrate: { context in
    let items = try context.fetch(FetchDescriptor<ItemSchemaV2Bare.Item>())
    for item in items { item.isComplete = false }
    try context.save()
  }
}

private enum BarePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ItemSchemaV1.self, ItemSchemaV2Bare.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: ItemSchemaV1.self, toVersion: ItemSchemaV2Bare.self)]
  }
}

@Suite struct SeedPlanTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Items.store")
    let context = ModelContext(try ModelContainer(for: ItemSchemaV1.Item.self, configurations: .init(url: url)))
    for number in 0..<5 { context.insert(ItemSchemaV1.Item(title: "\(number)", timestamp: .now)) }
    try context.save()
  }

  private func open(_ type: any PersistentModel.Type, _ plan: any SchemaMigrationPlan.Type) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Schema([type]), migrationPlan: plan, configurations: [ModelConfiguration(url: url)]))
  }

  @Test func aLightweightStageFillsWithTheInitialisersDefault() throws {
    let context = try open(ItemSchemaV2.Item.self, LightPlan.self)
    let items = try context.fetch(FetchDescriptor<ItemSchemaV2.Item>(predicate: #Predicate { !$0.isComplete }))
    #expect(items.count == 5)
  }

  /// False is what a row without a value reads as, and assigning it still has to store it.
  @Test func aCustomStageFillsInDidMigrate() throws {
    let context = try open(ItemSchemaV2Bare.Item.self, CustomPlan.self)
    let items = try context.fetch(FetchDescriptor<ItemSchemaV2Bare.Item>(predicate: #Predicate { !$0.isComplete }))
    #expect(items.count == 5)
  }

  @Test func withoutAnyDefaultALightweightStageIsRefused() throws {
    let error = try #require(throws: SwiftDataError.self) { try open(ItemSchemaV2Bare.Item.self, BarePlan.self) }
    #expect("\(error)".contains("Item.isComplete: 5 rows have no value for it"), "\(error)")
    #expect(
      try ModelContext(ModelContainer(for: ItemSchemaV1.Item.self, configurations: .init(url: url)))
        .fetchCount(FetchDescriptor<ItemSchemaV1.Item>()) == 5)
  }
}

// "From Core Data to SwiftData" renames optional `title_` to required `title`.
private enum SnippetV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { .init(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Snippet.self] }
  @Model final class Snippet {
    var title_: String?
    var uuid_: UUID?
    init(title_: String?) { self.title_ = title_ }
  }
}

private enum SnippetV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { .init(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Snippet.self] }
  @Model final class Snippet {
    @Attribute(originalName: "title_") var title: String
    @Attribute(originalName: "uuid_") var uuid: UUID
    init(title: String, uuid: UUID) {
      self.title = title
      self.uuid = uuid
    }
  }
}

private enum SnippetPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SnippetV1.self, SnippetV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: SnippetV1.self, toVersion: SnippetV2.self, willMigrate: nil,
        didMigrate: { context in
          for snippet in try context.fetch(FetchDescriptor<SnippetV2.Snippet>()) {
            if snippet.title.isEmpty { snippet.title = "" }
            if snippet.uuid == UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) { snippet.uuid = UUID() }
          }
          try context.save()
        })
    ]
  }
}

@Suite struct SnippetPlanTests {
  @Test func anOptionalPropertyIsRenamedAndRequired() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Snippets.store")
    do {
      let context = ModelContext(try ModelContainer(for: SnippetV1.Snippet.self, configurations: .init(url: url)))
      for title in ["a", nil, "c"] { context.insert(SnippetV1.Snippet(title_: title)) }
      try context.save()
    }
    let container = try ModelContainer(
      for: SnippetV2.Snippet.self, migrationPlan: SnippetPlan.self, configurations: ModelConfiguration(url: url))
    let snippets = try ModelContext(container).fetch(FetchDescriptor<SnippetV2.Snippet>())
    #expect(snippets.map(\.title).sorted() == ["", "a", "c"])
    #expect(Set(snippets.map(\.uuid)).count == 3)
  }
}
