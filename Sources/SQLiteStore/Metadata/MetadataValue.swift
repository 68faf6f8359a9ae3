package import Foundation

/// A value of a store's metadata: what a property list can hold.
package indirect enum MetadataValue: Sendable, Hashable {
  case string(String)
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case date(Date)
  case data(Data)
  case array([MetadataValue])
  case dictionary([String: MetadataValue])
}

extension MetadataValue: Codable {
  package init(from decoder: any Decoder) throws {
    if let keyed = try? decoder.container(keyedBy: Key.self) {
      var values: [String: MetadataValue] = [:]
      for key in keyed.allKeys { values[key.stringValue] = try keyed.decode(MetadataValue.self, forKey: key) }
      self = .dictionary(values)
      return
    }
    if var list = try? decoder.unkeyedContainer() {
      var values: [MetadataValue] = []
      while !list.isAtEnd { values.append(try list.decode(MetadataValue.self)) }
      self = .array(values)
      return
    }
    let single = try decoder.singleValueContainer()
    if let value = try? single.decode(String.self) {
      self = .string(value)
    } else if let value = try? single.decode(Data.self) {
      self = .data(value)
    } else if let value = try? single.decode(Date.self) {
      self = .date(value)
    } else if let value = try? single.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? single.decode(Int64.self) {
      self = .integer(value)
    } else {
      self = .real(try single.decode(Double.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .dictionary(let values):
      var keyed = encoder.container(keyedBy: Key.self)
      for (name, value) in values { try keyed.encode(value, forKey: Key(name)) }
    case .array(let values):
      var list = encoder.unkeyedContainer()
      for value in values { try list.encode(value) }
    case .string(let value):
      var single = encoder.singleValueContainer()
      try single.encode(value)
    case .boolean(let value):
      var single = encoder.singleValueContainer()
      try single.encode(value)
    case .integer(let value):
      var single = encoder.singleValueContainer()
      try single.encode(value)
    case .real(let value):
      var single = encoder.singleValueContainer()
      try single.encode(value)
    case .date(let value):
      var single = encoder.singleValueContainer()
      try single.encode(value)
    case .data(let value):
      var single = encoder.singleValueContainer()
      try single.encode(value)
    }
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
