import Foundation
import SQLiteDriver
import TestKit
import Testing

@testable import SQLiteStore

@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
struct SharedMetadataTests {
  @Test func metadataOfEveryStoreIsReadAndWrittenBack() throws {
    let stores = try SharedStores.files()
    var good = 0
    for file in stores {
      let connection = try Connection(path: file.path, mode: .untouched)
      let row = try connection.withStatement("SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA") { statement in
        let found = try statement.step()
        #expect(found)
        return MetadataRow(
          version: statement.optionalInteger(0), uuid: statement.optionalText(1),
          propertyList: statement.optionalData(2))
      }
      let metadata = try StoreMetadata(rows: [row], path: file.path)
      let written = try metadata.row()
      let before = try #require(try Self.dictionary(row), "\(file.lastPathComponent)")
      let after = try #require(try Self.dictionary(written), "\(file.lastPathComponent)")
      #expect(before == after, "\(file.lastPathComponent)")
      #expect(written.uuid == row.uuid && row.version == 1)
      #expect(metadata.storeType == "SQLite" && metadata.frameworkVersion != nil && !metadata.hashes.isEmpty)
      if before == after { good += 1 }
    }
    print("metadata read and written back equal: \(good) of \(stores.count) stores")
    #expect(good == stores.count)
  }

  private static func dictionary(_ row: MetadataRow) throws -> NSDictionary? {
    guard let data = row.propertyList else { return nil }
    return try PropertyListSerialization.propertyList(from: data, format: nil) as? NSDictionary
  }
}
