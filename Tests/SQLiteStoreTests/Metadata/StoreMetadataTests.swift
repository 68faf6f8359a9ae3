import Foundation
import StoreContract
import Testing

@testable import SQLiteStore

@Suite struct StoreMetadataTests {
  static let hash = Data(repeating: 7, count: 32)

  static func fresh() -> StoreMetadata {
    StoreMetadata(newStoreWithHashes: ["Book": hash], digest: "d", checksum: "c", identifiers: ["1.0.0"])
  }

  static func row(_ values: [String: Any]) throws -> MetadataRow {
    let data = try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)
    return MetadataRow(version: 1, uuid: "U", propertyList: data)
  }

  @Test func newStoresStateTheNewestFramework() throws {
    let metadata = try StoreMetadata(rows: [Self.fresh().row()])
    #expect(metadata == Self.fresh().with(uuid: metadata.uuid))
    #expect(metadata.frameworkVersion == 1526 && metadata.maximumFrameworkVersion == 1526)
    #expect(metadata.hashesVersion == 3 && metadata.storeType == "SQLite")
    #expect(metadata.hashes == ["Book": Self.hash] && metadata.identifiers == ["1.0.0"])
    #expect(metadata.digest == "d" && metadata.checksum == "c")
    #expect(metadata.values["_NSAutoVacuumLevel"] == .string("2"))
  }

  @Test func keysOfTheApplicationAreKept() throws {
    let row = try Self.row([
      "flag": true, "number": 5, "real": 2.5, "date": Date(timeIntervalSinceReferenceDate: 9), "blob": Data([1]),
      "list": ["a", ["k": 1]] as [Any],
    ])
    let metadata = try StoreMetadata(rows: [row])
    #expect(
      metadata.values == [
        "flag": .boolean(true), "number": .integer(5), "real": .real(2.5),
        "date": .date(Date(timeIntervalSinceReferenceDate: 9)), "blob": .data(Data([1])),
        "list": .array([.string("a"), .dictionary(["k": .integer(1)])]),
      ])
    #expect(try StoreMetadata(rows: [metadata.row()]) == metadata)
    #expect(try metadata.row().propertyList?.starts(with: Data("bplist00".utf8)) == true)
  }

  @Test func brokenRowsAreNamed() throws {
    let good = try Self.fresh().row()
    let cases: [([MetadataRow], String)] = [
      ([], "empty"), ([good, good], "2 rows"),
      ([MetadataRow(version: 1, uuid: nil, propertyList: good.propertyList)], "Z_UUID"),
      ([MetadataRow(version: 1, uuid: "U", propertyList: nil)], "Z_PLIST"),
      ([MetadataRow(version: 1, uuid: "U", propertyList: Data("bplist00 nonsense".utf8))], "Z_PLIST"),
      ([try Self.row(["NSStoreModelVersionHashes": ["Book": Data([1])]])], "Book"),
      ([try Self.row(["NSStoreModelVersionHashesVersion": "three"])], "HashesVersion"),
      ([try Self.row(["NSStoreModelVersionHashesVersion": 4])], "version 4"),
    ]
    for (rows, word) in cases {
      let error = #expect(throws: StoreError.self) { try StoreMetadata(rows: rows, path: "/x") }
      #expect(error?.message.contains(word) == true)
      #expect(error?.path == "/x")
    }
  }
}

extension StoreMetadata {
  fileprivate func with(uuid: String) -> StoreMetadata {
    var copy = self
    copy.uuid = uuid
    return copy
  }
}
