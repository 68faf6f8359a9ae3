import Foundation
import ObjectGraph

/// A default value on its way into and out of a file, when it is of a type that has a column of its own.
struct CodedDefault: Codable {
  let value: Any

  private static var types: [any Codable.Type] {
    [
      Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self,
      UInt32.self,
      UInt64.self, Double.self, Float.self, String.self, Date.self, Data.self, UUID.self, URL.self, Decimal.self,
    ]
  }

  private static func name(of type: any Codable.Type) -> String { "\(type)" }

  /// `nil` for a value of another type.
  init?(_ value: Any) {
    guard let plain = (value as? any OptionalType).map(\.wrappedValue) ?? value,
      Self.types.contains(where: { $0 == Swift.type(of: plain) })
    else { return nil }
    self.value = plain
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let name = try container.decode(String.self, forKey: .type)
    guard let type = Self.types.first(where: { Self.name(of: $0) == name }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .type, in: container, debugDescription: "no default value has the type \(name)")
    }
    value = try container.decode(type, forKey: .value)
  }

  func encode(to encoder: any Encoder) throws {
    guard let coded = value as? any Codable else { return }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(Self.name(of: type(of: coded)), forKey: .type)
    try container.encode(coded, forKey: .value)
  }

  private enum Key: CodingKey { case type, value }
}
