import Synchronization
import Testing

@testable import ObjectGraph

@Suite struct ValueShapeTests {
  private struct Counted: Codable {
    static let looks = Mutex(0)
    var size = 0

    init(from decoder: any Decoder) throws {
      Self.looks.withLock { $0 += 1 }
      size = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .size)
    }
  }

  private final class NoModel {}

  /// Predicates ask at every fetch.
  @Test func aTypeIsLookedAtOnce() throws {
    let first = try ValueShape(of: Counted.self)
    let looks = Counted.looks.withLock { $0 }
    #expect(looks > 0 && first.isComposite)
    for _ in 0..<100 { #expect(try ValueShape(of: Counted.self) == first) }
    #expect(Counted.looks.withLock { $0 } == looks)
    for _ in 0..<2 { #expect(throws: ShapeError.self) { try ValueShape(of: NoModel.self) } }
  }
}
