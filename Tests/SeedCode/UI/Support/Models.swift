import SwiftData

// The models that the views show.

@Model class Item {
  var title: String
  var timestamp: Date = Date.now
  var isComplete: Bool = false

  init(title: String) { self.title = title }
}

@Model class Tag {
  var name: String

  init(name: String) { self.name = name }
}

@Model class Folder {
  var name_: String
  var creationDate: Date = Date.now
  var snippets: [Snippet] = []

  init(name_: String) { self.name_ = name_ }
}

@Model class Snippet {
  var title: String
  var folder: Folder?

  init(title: String) { self.title = title }
}

enum ItemSchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Item.self] }

  @Model class Item {
    var title: String
    init(title: String) { self.title = title }
  }
}

enum ItemSchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Item.self] }

  @Model class Item {
    var title: String
    var isComplete: Bool = false
    init(title: String) { self.title = title }
  }
}

enum ItemMigrationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ItemSchemaV1.self, ItemSchemaV2.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: ItemSchemaV1.self, toVersion: ItemSchemaV2.self)]
  }
}
