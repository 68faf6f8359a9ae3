internal import Foundation
internal import SQLiteDriver
internal import StoreContract

extension SQLiteStore {
  /// The store's metadata as the file has it now.
  package func metadata() throws -> StoreMetadata {
    try reading { try Self.metadata(in: $0, path: path ?? "") }
  }

  /// Replaces what an application keeps in the metadata; what says which model the store has stays.
  ///
  /// - Returns: the metadata after the change.
  @discardableResult package func replaceMetadata(
    _ values: [String: MetadataValue]
  ) throws -> StoreMetadata {
    try changing { try Self.replaceMetadata(values, in: $0, path: path ?? "") }
  }

  /// Replaces what an application keeps in the metadata of a store that is not open.
  @discardableResult package static func replaceMetadata(
    _ values: [String: MetadataValue], of path: String
  ) throws -> StoreMetadata {
    try FileInspection(path).check()
    return try StoreError.translating(path: path) {
      let connection = try Connection(path: path, mode: .readWrite)
      return try connection.transaction(.immediate) { try replaceMetadata(values, in: connection, path: path) }
    }
  }

  private static func metadata(in connection: Connection, path: String) throws -> StoreMetadata {
    try StoreMetadata(rows: StoreFile(connection, path: path).metadataRows(), path: path)
  }

  private static func replaceMetadata(
    _ values: [String: MetadataValue], in connection: Connection, path: String
  ) throws -> StoreMetadata {
    var metadata = try metadata(in: connection, path: path)
    let own = metadata.values.filter { StoreMetadata.isFrameworkKey($0.key) }
    metadata.values = values.filter { !StoreMetadata.isFrameworkKey($0.key) }.merging(own) { _, own in own }
    let list = try metadata.row().propertyList ?? Data()
    try connection.withStatement(OwnTables.metadataListUpdate) { statement in
      try statement.bind(list, at: 1)
      try statement.run()
    }
    return metadata
  }
}

extension StoreMetadata {
  /// Whether the value under a key says what the store is; an application's own values have other keys.
  static func isFrameworkKey(_ key: String) -> Bool {
    key.hasPrefix("NSStore") || key.hasPrefix("NSPersistence") || key.hasPrefix("_NS")
  }
}
