import Foundation

extension QueryConstant {
  /// What a store or a comparison makes of a Swift value; NaN stays itself, since it equals nothing, nil included.
  ///
  /// - Parameter object: the constants of models and of what stands for them.
  /// - Throws: `QueryError` for a value that has no stored form.
  package init(of value: Any?, object: (Any) -> QueryConstant? = { _ in nil }) throws {
    guard let value else {
      self = .null
      return
    }
    switch value {
    case let optional as any OptionalValue: self = try Self(of: optional.wrappedValue, object: object)
    case let bool as Bool: self = .boolean(bool)
    case let text as String: self = .string(text)
    case let text as Substring: self = .string(String(text))
    case let character as Character: self = .string(String(character))
    case let number as Double: self = .double(number)
    case let number as Float: self = .double(Double(number))
    case let number as Decimal: self = .decimal(number)
    case let number as any BinaryInteger:
      guard let integer = Int64(exactly: number) else {
        throw QueryError(.unsupported, "the number does not fit 64 bits with a sign", expression: "\(number)")
      }
      self = .integer(integer)
    case let date as Date: self = .date(date)
    case let id as UUID: self = .uuid(id)
    case let url as URL: self = .uri(url.absoluteString)
    case let data as Data: self = .data(data)
    default: self = try Self(other: value, object)
    }
  }

  private init(other value: Any, _ object: (Any) -> QueryConstant?) throws {
    if let object = object(value) {
      self = object
    } else if let raw = value as? any RawRepresentable {
      self = try Self(of: raw.rawValue, object: object)
    } else if let dictionary = value as? any DictionaryValue {
      self = .dictionary(try dictionary.constants(object))
    } else if let values = value as? any Collection {
      self = .collection(try values.map { try Self(of: $0, object: object) })
    } else {
      throw QueryError(
        .unsupported, "a value of type \(type(of: value)) has no stored form", expression: "\(value)")
    }
  }
}

/// Any optional, whatever it wraps.
private protocol OptionalValue {
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrappedValue: Any? { self }
}

/// Any dictionary.
private protocol DictionaryValue {
  func constants(_ object: (Any) -> QueryConstant?) throws -> [QueryConstant: QueryConstant]
}

extension Dictionary: DictionaryValue {
  fileprivate func constants(_ object: (Any) -> QueryConstant?) throws -> [QueryConstant: QueryConstant] {
    var result: [QueryConstant: QueryConstant] = [:]
    for (key, value) in self {
      result[try QueryConstant(of: key, object: object)] = try QueryConstant(of: value, object: object)
    }
    return result
  }
}
