internal import Foundation
internal import SQLiteDriver

/// Fills a new file: page format, tables, and the three tables about the store itself (StoreFormat.md sections 1 and 10).
struct StoreCreation {
  let layout: StoreLayout
  let metadata: StoreMetadata
  let modelCache: Data?
  let withHistory: Bool

  func run(on connection: Connection) throws {
    try connection.execute("PRAGMA page_size = 4096; PRAGMA auto_vacuum = 2")
    if connection.mode != .memory {
      _ = try connection.text("PRAGMA journal_mode = WAL")
    }
    try connection.transaction(.exclusive) {
      for statement in layout.creationStatements(withHistory: withHistory) { try connection.execute(statement) }
      try connection.withStatement(OwnTables.entityInsertion) { statement in
        for row in layout.primaryKeyRows {
          try statement.bind(Int64(row.entityNumber), at: 1)
          try statement.bind(row.name, at: 2)
          try statement.bind(Int64(row.superentityNumber), at: 3)
          try statement.run()
        }
      }
      let row = try metadata.row()
      try connection.withStatement(OwnTables.metadataInsertion) { statement in
        try statement.bind(metadata.uuid, at: 1)
        try statement.bind(row.propertyList ?? Data(), at: 2)
        try statement.run()
      }
      guard let modelCache else { return }
      try connection.withStatement(OwnTables.modelCacheInsertion) { statement in
        try statement.bind(modelCache, at: 1)
        try statement.run()
      }
    }
  }
}
