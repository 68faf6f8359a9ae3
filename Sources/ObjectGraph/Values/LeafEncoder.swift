import Foundation

/// Has a struct encode itself into the forms of its fields.
struct LeafEncoder: Encoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  let sink: Sink

  final class Sink {
    let elements: [ValueShape.Element]
    let start: Int
    var forms: [BoxedForm]

    init(_ elements: [ValueShape.Element], _ start: Int, _ forms: [BoxedForm]) {
      self.elements = elements
      self.start = start
      self.forms = forms
    }
  }

  init(_ elements: [ValueShape.Element], start: Int, _ forms: [BoxedForm]) { sink = Sink(elements, start, forms) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed<Key>(sink: sink))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Keyless() }
  func singleValueContainer() -> any SingleValueEncodingContainer { Keyless() }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let sink: Sink
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws {}

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      var place = sink.start
      for element in sink.elements {
        if element.key == key.stringValue {
          if let optional = value as? any OptionalType {
            guard let wrapped = optional.wrappedValue else { return }
            return try LeafCoding.write(wrapped, element.shape, into: &sink.forms, at: place)
          }
          return try LeafCoding.write(value, element.shape, into: &sink.forms, at: place)
        }
        place += element.shape.fieldCount
      }
      throw GraphError(.unsupported, "the value encodes a key \(key.stringValue) that its type does not decode")
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy keyType: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { KeyedEncodingContainer(Nowhere<Nested>()) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Keyless() }
    func superEncoder() -> any Encoder { NoEncoder() }
    func superEncoder(forKey key: Key) -> any Encoder { NoEncoder() }
  }
}

/// Refuses every value: fields have names, and these have none.
private struct Keyless: UnkeyedEncodingContainer, SingleValueEncodingContainer {
  var codingPath: [any CodingKey] { [] }
  var count: Int { 0 }

  static var refusal: GraphError { GraphError(.unsupported, "the value encodes itself in a form that has no columns") }

  func encodeNil() throws { throw Self.refusal }
  func encode<T: Encodable>(_ value: T) throws { throw Self.refusal }
  func nestedContainer<Key: CodingKey>(keyedBy keyType: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Nowhere<Key>())
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func superEncoder() -> any Encoder { NoEncoder() }
}

private struct Nowhere<Key: CodingKey>: KeyedEncodingContainerProtocol {
  var codingPath: [any CodingKey] { [] }
  func encodeNil(forKey key: Key) throws { throw Keyless.refusal }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { throw Keyless.refusal }
  func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { KeyedEncodingContainer(Nowhere<Nested>()) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Keyless() }
  func superEncoder() -> any Encoder { NoEncoder() }
  func superEncoder(forKey key: Key) -> any Encoder { NoEncoder() }
}

private struct NoEncoder: Encoder {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Nowhere<Key>())
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { Keyless() }
  func singleValueContainer() -> any SingleValueEncodingContainer { Keyless() }
}
