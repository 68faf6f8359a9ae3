internal import Foundation
internal import ModelDescription
internal import ModelEvolution
internal import SQLiteDriver

/// Writes what a store says about itself: entities with their last keys, metadata, the model.
struct OwnTablesWriter {
  let plan: MigrationPlan
  /// The entities of history and mirroring, as the source has them.
  let frameworkEntities: [FrameworkEntity]

  struct FrameworkEntity: Sendable {
    var number: Int64
    var name: String
    var superNumber: Int64
    var lastKey: Int64
  }

  init(_ plan: MigrationPlan, source: Connection) throws {
    self.plan = plan
    frameworkEntities = try source.withStatement(OwnTables.frameworkEntityQuery) { statement in
      var entities: [FrameworkEntity] = []
      while try statement.step() {
        entities.append(
          FrameworkEntity(
            number: statement.integer(0), name: statement.text(1), superNumber: statement.integer(2),
            lastKey: statement.integer(3)))
      }
      return entities
    }
  }

  /// Fills the empty tables, or brings them up to date.
  func write(on connection: Connection) throws {
    try connection.withStatement(OwnTables.entityReplacement) { statement in
      func put(_ number: Int64, _ name: String, _ superNumber: Int64, _ lastKey: Int64) throws {
        try statement.bind(number, at: 1)
        try statement.bind(name, at: 2)
        try statement.bind(superNumber, at: 3)
        try statement.bind(lastKey, at: 4)
        try statement.run()
      }
      for row in plan.layout.primaryKeyRows {
        try put(
          Int64(row.entityNumber), row.name, Int64(row.superentityNumber),
          row.superentityNumber == 0 ? plan.highestKeys[row.entityNumber] ?? 0 : 0)
      }
      for entity in frameworkEntities { try put(entity.number, entity.name, entity.superNumber, entity.lastKey) }
    }
    let row = try metadata.row()
    try connection.execute(OwnTables.metadataErasure)
    try connection.withStatement(OwnTables.metadataInsertion) { statement in
      try statement.bind(plan.source.metadata.uuid, at: 1)
      try statement.bind(row.propertyList ?? Data(), at: 2)
      try statement.run()
    }
    if try connection.hasTable(OwnTables.modelCache) {
      try connection.execute(OwnTables.modelCacheErasure)
    } else {
      try connection.execute(OwnTables.modelCacheCreation)
    }
    let cache = try SQLiteStore.modelCache(
      of: plan.mapping.destination, namesDefaultConfiguration: plan.source.namesDefaultConfiguration)
    try connection.withStatement(OwnTables.modelCacheInsertion) { statement in
      try statement.bind(cache, at: 1)
      try statement.run()
    }
  }

  /// The application's own values stay; what says which model the store has is the destination's.
  var metadata: StoreMetadata {
    var metadata = StoreMetadata(newStoreOf: plan.mapping.destination)
    metadata.uuid = plan.source.metadata.uuid
    metadata.values = plan.source.metadata.values.merging(metadata.values) { $1 }
    return metadata
  }
}
