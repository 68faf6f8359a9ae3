// swift-format-ignore-file
import SwiftData

extension Seed1Line253 {
  enum Seed1Line327 {
// SEED 1:327-341
static let migrateV1toV2 = MigrationStage.custom(
    fromVersion: ItemSchemaV1.self,
    toVersion: ItemSchemaV2.self
) { context in
    // willMigrate: runs before schema changes
    // Transform data as needed with the OLD schema
} didMigrate: { context in
    // didMigrate: runs after schema changes
    // Transform data as needed with the NEW schema
    let items = try context.fetch(FetchDescriptor<ItemSchemaV2.Item>())
    for item in items {
        item.isComplete = false
    }
    try context.save()
}
// END
}
}
