package import Foundation
package import SQLiteDriver
internal import StoreContract

/// What an open file says about itself, before any model is known.
package struct StoreFile {
  private let connection: Connection
  let path: String

  /// - Throws: `StoreError` when the database has none of Core Data's tables.
  package init(_ connection: Connection, path: String) throws {
    guard try connection.hasTable(OwnTables.metadata) else {
      throw StoreError(
        .notAStore, "\(path) is an SQLite database, but not a Core Data store: it has no table \(OwnTables.metadata).",
        path: path)
    }
    self.connection = connection
    self.path = path
  }

  package func metadataRows() throws -> [MetadataRow] {
    try connection.withStatement(OwnTables.metadataQuery) { statement in
      var rows: [MetadataRow] = []
      while try statement.step() {
        rows.append(
          MetadataRow(
            version: statement.value(0).kind == .integer ? statement.integer(0) : nil,
            uuid: statement.value(1).kind == .text ? statement.text(1) : nil,
            propertyList: statement.value(2).kind == .blob ? statement.data(2) : nil))
      }
      return rows
    }
  }

  /// Content of `Z_MODELCACHE`; `nil` where the store keeps none.
  package func modelCache() throws -> Data? {
    guard try connection.hasTable(OwnTables.modelCache) else { return nil }
    return try connection.withStatement(OwnTables.modelCacheQuery) { statement in
      try statement.step() ? statement.optionalData(0) : nil
    }
  }

  /// The rows of `Z_PRIMARYKEY` about entities of the model; those of history and mirroring are left out.
  func primaryKeyRows() throws -> [PrimaryKeyRow] {
    guard try connection.hasTable(OwnTables.primaryKeys) else {
      throw StoreError(
        .damaged, "The store \(path) has no table \(OwnTables.primaryKeys), which numbers its entities.",
        advice: "Restore the file from a copy.", path: path)
    }
    return try connection.withStatement(OwnTables.entityQuery) { statement in
      var rows: [PrimaryKeyRow] = []
      while try statement.step() {
        rows.append(
          PrimaryKeyRow(
            entityNumber: Int(statement.integer(0)), name: statement.text(1),
            superentityNumber: Int(statement.integer(2))))
      }
      return rows
    }
  }

  package func schema() throws -> FileSchema {
    var tables: [String: [String]] = [:]
    var triggers: Set<String> = []
    for object in try connection.schema() {
      switch object.type {
      case "table": tables[object.name] = try connection.columnNames(ofTable: object.name)
      case "trigger": triggers.insert(object.name)
      default: break
      }
    }
    return FileSchema(tables: tables, triggers: triggers)
  }
}
