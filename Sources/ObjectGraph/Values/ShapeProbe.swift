import Foundation

/// Finds the stored properties of a struct by having it decoded from nothing.
///
/// Its decoding asks for each property by key and type, and gets an empty value. The keys must be those of the stored
/// properties, since Apple's columns are named after them.
struct ShapeProbe: Decoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private let record = Record()

  fileprivate final class Record {
    var elements: [ValueShape.Element] = []
    var failure: ShapeError?
  }

  static func elements(of type: any Codable.Type) throws(ShapeError) -> [ValueShape.Element] {
    try probe(type).elements
  }

  /// A value whose parts are zero, empty or nil.
  static func emptyValue<T: Decodable>(of type: T.Type) -> T? { try? probe(type).value }

  private static func probe<T: Decodable>(_ type: T.Type) throws(ShapeError) -> (
    elements: [ValueShape.Element], value: T
  ) {
    let probe = ShapeProbe()
    do {
      let value = try T(from: probe)
      if let failure = probe.record.failure { throw failure }
      try check(value, probe.record.elements)
      return (probe.record.elements, value)
    } catch {
      throw probe.record.failure ?? (error as? ShapeError)
        ?? ShapeError(description: "its coding does not take empty values (\(error))")
    }
  }

  /// Apple's composites have the stored properties, whatever the type's coding does.
  private static func check<T>(_ value: T, _ elements: [ValueShape.Element]) throws(ShapeError) {
    guard !(value is any CustomReflectable) else { return }
    let stored = Mirror(reflecting: value).children.compactMap(\.label)
    let coded = elements.map(\.name)
    guard !stored.isEmpty else { throw ShapeError(description: "it has no stored properties") }
    if let odd = coded.first(where: { !stored.contains($0) }) {
      throw ShapeError(description: "its coding has the key \(odd), which is no stored property")
    }
    if let left = stored.first(where: { !coded.contains($0) }) {
      throw ShapeError(description: "its coding leaves its property \(left) out")
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed<Key>(record: record))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw keyless() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw keyless() }

  private func keyless() -> ShapeError {
    let error = ShapeError(description: "it is coded without keys, so that its parts have no names")
    record.failure = error
    return error
  }

  /// Answers for each property with an empty value.
  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let record: Record
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      guard let empty = Empty.value(of: type) else {
        let error = ShapeError(
          description: "its property \(key.stringValue) has the type \(type), which has no empty value")
        try note(type, key, isOptional: false)
        record.failure = record.failure ?? error
        throw error
      }
      try note(type, key, isOptional: false)
      return empty
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
      try note(type, key, isOptional: true)
      return nil
    }

    // The standard library asks for these types by overloads of their own.
    private func absent<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T? {
      try note(type, key, isOptional: true)
      return nil
    }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try absent(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try absent(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try absent(type, key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try absent(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try absent(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try absent(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try absent(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try absent(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try absent(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try absent(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try absent(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try absent(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try absent(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try absent(type, key) }

    private func note(_ type: Any.Type, _ key: Key, isOptional: Bool) throws {
      let wrapped = (type as? any OptionalType.Type)?.wrappedType
      do {
        record.elements.append(
          ValueShape.Element(
            name: propertyName(key), key: key.stringValue, shape: try ValueShape(of: wrapped ?? type),
            isOptional: isOptional || wrapped != nil))
      } catch {
        let failure = ShapeError(description: "its property \(key.stringValue) of type \(type): \(error)")
        record.failure = record.failure ?? failure
        throw failure
      }
    }

    /// The case of a key is named after the property, also where its text is another.
    private func propertyName(_ key: Key) -> String {
      guard let cases = EnumCases(Key.self), !cases.hasValues else { return key.stringValue }
      let number = EnumCases.number(of: key)
      return cases.names.indices.contains(number) ? cases.names[number] : key.stringValue
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw nested(key) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw nested(key) }
    func superDecoder() throws -> any Decoder { throw ShapeError(description: "its coding is that of a class") }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw nested(key) }

    private func nested(_ key: Key) -> ShapeError {
      let error = ShapeError(description: "its coding nests containers under the key \(key.stringValue)")
      record.failure = error
      return error
    }
  }
}

/// Zero, empty or nil of a type, for values that a row lacks.
enum Empty {
  static func value<T>(of type: T.Type) -> T? {
    if let optional = type as? any OptionalType.Type { return optional.emptyValue as? T }
    if let scalar = type as? any _SlotScalar.Type { return scalar._load(0) as? T }
    if T.self == String.self { return "" as? T }
    if let plain = BoxedValues.zero(of: type) as? T { return plain }
    if let cases = EnumCases(type) {
      return cases.value(0, of: type) ?? decoded(type, cases.names.map { "{\"\($0)\":{}}" })
    }
    if type is any RawRepresentable.Type { return decoded(type, ["0", "\"\"", "false"]) }
    if let collection = type as? any EmptyCollection.Type { return collection.emptyValue as? T }
    guard let coded = type as? any Decodable.Type, TypeKind(type) == .structure else { return nil }
    func open<U: Decodable>(_ type: U.Type) -> Any? { ShapeProbe.emptyValue(of: type) }
    return open(coded) as? T
  }

  /// The first of some coded forms that the type takes: of an enum, a case whose values may be left out.
  private static func decoded<T>(_ type: T.Type, _ texts: [String]) -> T? {
    guard let coded = type as? any Decodable.Type else { return nil }
    for text in texts.reversed() {
      if let value = try? JSONDecoder().decode(coded, from: Data(text.utf8)) as? T { return value }
    }
    return nil
  }
}

private protocol EmptyCollection { static var emptyValue: Any { get } }
extension Array: EmptyCollection { fileprivate static var emptyValue: Any { [Element]() } }
extension Set: EmptyCollection { fileprivate static var emptyValue: Any { Set<Element>() } }
extension Dictionary: EmptyCollection { fileprivate static var emptyValue: Any { [Key: Value]() } }
