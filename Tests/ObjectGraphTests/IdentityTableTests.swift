import TestKit
import Testing

@testable import ObjectGraph

@Suite struct IdentityTableTests {
  private final class Thing {}

  /// Random insertions and removals, against a dictionary.
  @Test func agreesWithADictionary() {
    var random = SeededGenerator(seed: 7)
    let table = IdentityTable()
    var expected: [Int64: Thing] = [:]
    let header = UnsafeMutablePointer<ObjectHeader>.allocate(capacity: 1)
    let layout = ModelLayout([])
    header.initialize(to: ObjectHeader(layout))
    defer { withExtendedLifetime(layout) {} }
    defer { header.deallocate() }
    for _ in 0..<5000 {
      let key = Int64.random(in: -200...200, using: &random)
      guard key != 0 else { continue }
      if Bool.random(using: &random) {
        let thing = Thing()
        expected[key] = thing
        table.insert(thing, StateReference(header), key: key)
      } else {
        expected[key] = nil
        table.remove(key)
      }
    }
    for key in Int64(-200)...200 where key != 0 { #expect(table.find(key)?.object === expected[key]) }
    var count = 0
    table.forEach { _, _ in count += 1 }
    #expect(count == expected.count)
  }
}
