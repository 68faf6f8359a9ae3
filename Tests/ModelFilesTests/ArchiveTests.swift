import Foundation
import ModelFiles
import TestKit
import Testing

@Suite struct ArchiveTests {
  @Test func brokenCachesAreErrors() {
    for bytes in [[], [0], [0xFF, 0xFF, 0xFF], Array("bplist00".utf8)] as [[UInt8]] {
      #expect(throws: (any Error).self) { _ = try ModelCache.read(Data(bytes)) }
    }
  }

  @Test func randomCachesNeverCrash() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let count = Int.random(in: 0..<300, using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      _ = try? ModelCache.read(Data(bytes))
    }
  }
}
