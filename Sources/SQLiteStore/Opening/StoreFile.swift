package import Foundation
package import SQLiteDriver
internal import StoreContract

/// What an open file says about itself, before any model is known.
package struct StoreFile {
  private let connection: Connection

  /// - Throws: `StoreError` when the database has none of Core Data's tables.
  package init(_ connection: Connection, path: String) throws {
    guard try connection.hasTable("Z_METADATA") else {
      throw StoreError(
        .notAStore, "\(path) is an SQLite database, but not a Core Data store: it has no table Z_METADATA.", path: path)
    }
    self.connection = connection
  }

  package func metadataRows() throws -> [MetadataRow] {
    try connection.withStatement("SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA") { statement in
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
    guard try connection.hasTable("Z_MODELCACHE") else { return nil }
    return try connection.withStatement("SELECT Z_CONTENT FROM Z_MODELCACHE") { statement in
      try statement.step() ? statement.optionalData(0) : nil
    }
  }

  package func schema() throws -> FileSchema {
    var tables: [String: [String]] = [:]
    for object in try connection.schema() where object.type == "table" {
      tables[object.name] = try connection.columnNames(ofTable: object.name)
    }
    return FileSchema(tables: tables)
  }
}
