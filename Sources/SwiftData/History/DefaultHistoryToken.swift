/// A place in the history of a container's stores: for each, the number of a save.
public struct DefaultHistoryToken: HistoryToken, Comparable & Hashable & Identifiable & Sendable, Codable {
  /// Numbers of saves by store identifier.
  public typealias TokenType = [String: Int64]

  private let numbers: [String: Int64]

  init(_ numbers: [String: Int64]) { self.numbers = numbers }

  public var tokenValue: TokenType? { numbers }

  /// Equal for equal tokens, in every process.
  public var id: Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for (store, number) in parts {
      for byte in store.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      hash = (hash ^ UInt64(bitPattern: number)) &* 0x100_0000_01b3
    }
    return Int(truncatingIfNeeded: hash)
  }

  private var parts: [(String, Int64)] { numbers.sorted { $0.key < $1.key } }

  /// By the number of the first store in which they differ. Tokens of one container never contradict each other: what
  /// happened later has no smaller number in any store.
  public static func < (left: DefaultHistoryToken, right: DefaultHistoryToken) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts) { $0 < $1 }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(numbers, forKey: .tokenValue)
  }

  public init(from decoder: any Decoder) throws {
    numbers = try decoder.container(keyedBy: CodingKeys.self).decode([String: Int64].self, forKey: .tokenValue)
  }

  private enum CodingKeys: CodingKey { case tokenValue }
}
