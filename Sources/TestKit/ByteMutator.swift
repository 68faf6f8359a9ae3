/// Damages bytes in the ways that files get damaged: flipped, cut out, doubled, moved, cut off.
package struct ByteMutator: Sendable {
  private var generator: SeededGenerator

  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// One to eight faults in a copy of the bytes.
  package mutating func mutated(_ original: [UInt8]) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...8, using: &generator) where !bytes.isEmpty {
      let position = Int.random(in: 0..<bytes.count, using: &generator)
      let end = min(bytes.count, position + Int.random(in: 1...40, using: &generator))
      switch Int.random(in: 0..<8, using: &generator) {
      case 0, 1: bytes[position] = UInt8.random(in: 0...255, using: &generator)
      case 2: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 3: bytes.removeSubrange(position..<end)
      case 4: bytes.insert(contentsOf: bytes[position..<end], at: position)
      case 5: bytes.insert(contentsOf: bytes[position..<end], at: Int.random(in: 0...bytes.count, using: &generator))
      case 6:
        let noise = (0..<(end - position)).map { _ in UInt8.random(in: 0...255, using: &generator) }
        bytes.replaceSubrange(position..<end, with: noise)
      default:
        // Cut off, but seldom: most of what is left is then never read.
        if Int.random(in: 0..<4, using: &generator) == 0 { bytes.removeSubrange(position...) }
      }
    }
    return bytes
  }
}
