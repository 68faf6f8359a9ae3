import Foundation
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// Damaged metadata is read, or refused with an error that names the store; nothing crashes.
@Suite struct MetadataMutationTests {
  @Test func damagedPropertyLists() throws {
    var originals = [try StoreMetadataTests.fresh().row().propertyList ?? Data()]
    originals.append(
      try PropertyListSerialization.data(
        fromPropertyList: ["list": ["a", ["k": Date()]] as [Any], "real": 1.5, "NSStoreModelVersionHashesVersion": 3],
        format: .binary, options: 0))
    let count = FullRun.isOn ? 2_000 : 200
    var refused = 0
    var mutator = ByteMutator(seed: 6)
    for index in 0..<count {
      let bytes = mutator.mutated(Array(originals[index % originals.count]))
      let row = MetadataRow(version: 1, uuid: "U", propertyList: Data(bytes))
      do {
        let metadata = try StoreMetadata(rows: [row], path: "/x")
        _ = try metadata.row()
      } catch let error as StoreError {
        refused += 1
        #expect(error.path == "/x")
      }
    }
    print("damaged metadata: \(count) read without a crash, \(refused) refused")
  }
}
