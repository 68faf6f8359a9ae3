package import Foundation
import ModelFiles
import StoreContract

/// The metadata of a store: the one row of `Z_METADATA` (StoreFormat.md section 10).
///
/// Keys that are not Apple's are kept as they are.
package struct StoreMetadata: Sendable, Hashable {
  /// `Z_UUID`: the host part of every object id.
  package var uuid: String
  /// Everything in the property list, Apple's keys among the application's.
  package var values: [String: MetadataValue]

  /// The framework version that new stores state.
  package static let newFrameworkVersion: Int64 = 1526
  /// The only version of entity hashes whose computation is known.
  package static let newestHashesVersion: Int64 = 3

  /// The metadata of a new store.
  package init(
    newStoreWithHashes hashes: [String: Data], digest: String, checksum: String, identifiers: [String],
    uuid: UUID = UUID()
  ) {
    self.uuid = uuid.uuidString
    values = [
      Key.storeType: .string("SQLite"),
      Key.hashes: .dictionary(hashes.mapValues { .data($0) }),
      Key.hashesVersion: .integer(Self.newestHashesVersion),
      Key.identifiers: .array(identifiers.map { .string($0) }),
      Key.frameworkVersion: .integer(Self.newFrameworkVersion),
      Key.maximumFrameworkVersion: .integer(Self.newFrameworkVersion),
      Key.autoVacuum: .string("2"),
      Key.digest: .string(digest),
      Key.checksum: .string(checksum),
    ]
  }

  /// Reads the rows of `Z_METADATA`.
  ///
  /// - Throws: `StoreError` when there is not exactly one row, when it cannot be read, or when the hashes are of a
  ///   version above 3.
  package init(rows: [MetadataRow], path: String? = nil) throws {
    guard let row = rows.first else {
      throw StoreError(
        .damaged, "The store has no metadata: Z_METADATA is empty.", advice: "Restore the file from a copy.",
        path: path)
    }
    guard rows.count == 1 else {
      throw StoreError(
        .damaged, "The store has \(rows.count) rows of metadata in Z_METADATA; there must be one.",
        advice: "Restore the file from a copy.", path: path)
    }
    func broken(_ what: String) -> StoreError {
      StoreError(
        .damaged, "The store's metadata cannot be read: \(what).", advice: "Restore the file from a copy.", path: path)
    }
    guard let uuid = row.uuid, !uuid.isEmpty else { throw broken("Z_UUID is not a text") }
    guard let data = row.propertyList, !data.isEmpty else { throw broken("Z_PLIST is empty or not a blob") }
    let value: MetadataValue
    do {
      value = try MetadataValue(propertyList: data)
    } catch let failure as BinaryPlistReader.Failure {
      throw broken("Z_PLIST is not a sound property list, \(failure)")
    } catch {
      throw broken("Z_PLIST is not a property list")
    }
    guard case .dictionary(let values) = value else { throw broken("Z_PLIST is not a dictionary") }
    self.uuid = uuid
    self.values = values
    if let version = values[Key.hashesVersion] {
      guard case .integer(let number) = version else { throw broken("\(Key.hashesVersion) is not an integer") }
      guard number <= Self.newestHashesVersion else {
        throw StoreError(
          .modelUnreadable,
          "The store's entity hashes are of version \(number); versions up to \(Self.newestHashesVersion) are known.",
          advice: "The store was written by a newer framework.", path: path)
      }
    }
    if let hashes = values[Key.hashes] {
      guard case .dictionary(let entries) = hashes else { throw broken("\(Key.hashes) is not a dictionary") }
      for (entity, hash) in entries.sorted(by: { $0.key < $1.key }) {
        guard case .data(let bytes) = hash, bytes.count == 32 else {
          throw broken("the hash of entity \(entity) is not 32 bytes of data")
        }
      }
    }
  }

  /// The row to write: a binary property list under version 1.
  package func row() throws -> MetadataRow {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return MetadataRow(version: 1, uuid: uuid, propertyList: try encoder.encode(values))
  }

  package enum Key {
    package static let storeType = "NSStoreType"
    package static let hashes = "NSStoreModelVersionHashes"
    package static let hashesVersion = "NSStoreModelVersionHashesVersion"
    package static let identifiers = "NSStoreModelVersionIdentifiers"
    package static let frameworkVersion = "NSPersistenceFrameworkVersion"
    package static let maximumFrameworkVersion = "NSPersistenceMaximumFrameworkVersion"
    package static let autoVacuum = "_NSAutoVacuumLevel"
    package static let digest = "NSStoreModelVersionHashesDigest"
    package static let checksum = "NSStoreModelVersionChecksumKey"
  }
}
