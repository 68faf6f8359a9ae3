import Foundation
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// Metadata property lists with seeded damage: read or refused, never a crash.
@Suite struct MetadataMutationTests {
  @Test func damagedPropertyListsAreReadOrRefused() throws {
    let hashes = Dictionary(
      uniqueKeysWithValues: (0..<6).map { ("Entity\($0)", Data(repeating: UInt8($0), count: 32)) })
    let metadata = StoreMetadata(
      newStoreWithHashes: hashes, digest: "digest", checksum: "checksum", identifiers: ["1.0.0"])
    let sound = try #require(try metadata.row().propertyList)
    var random = SeededGenerator(seed: 11)
    var (read, refused) = (0, 0)
    let rounds = 20_000
    for _ in 0..<rounds {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)) + Data([0])
        case 2:
          bytes.insert(UInt8.random(in: 0...255, using: &random), at: Int.random(in: 0..<bytes.count, using: &random))
        case 3:
          bytes[max(0, bytes.count - Int.random(in: 1...32, using: &random))] ^=
            1 << UInt8.random(in: 0..<8, using: &random)
        default:
          // References among the objects: what makes circles.
          let from = Int.random(in: 8..<max(9, bytes.count), using: &random)
          if from < bytes.count { bytes[from] = UInt8.random(in: 0..<40, using: &random) }
        }
        bytes = Data(bytes)
      }
      do {
        _ = try StoreMetadata(rows: [MetadataRow(version: 1, uuid: "U", propertyList: bytes)], path: "x")
        read += 1
      } catch let error as StoreError {
        refused += 1
        #expect(!"\(error)".contains("\n"))
      }
    }
    print("damaged metadata: \(read) read, \(refused) refused, of \(rounds)")
    #expect(read + refused == rounds && refused > rounds / 10)
  }

  @Test func nestedListsHaveABottom() {
    var nested: MetadataValue = .integer(1)
    for _ in 0..<2000 { nested = .array([nested]) }
    var metadata = StoreMetadata(newStoreWithHashes: [:], digest: "", checksum: "", identifiers: [])
    metadata.values["app"] = nested
    // Either is good; a crash is not.
    _ = try? metadata.row()
  }
}
