/// Has a struct decode itself from the forms of its fields.
struct LeafDecoder: Decoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private let elements: [ValueShape.Element]
  private let forms: ArraySlice<BoxedForm>

  init(_ elements: [ValueShape.Element], _ forms: ArraySlice<BoxedForm>) {
    self.elements = elements
    self.forms = forms
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed<Key>(elements: elements, forms: forms))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.keyless }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Self.keyless }

  private static var keyless: ShapeError { ShapeError(description: "the type decodes itself without keys") }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let elements: [ValueShape.Element]
    let forms: ArraySlice<BoxedForm>
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { elements.compactMap { Key(stringValue: $0.key) }.filter(contains) }

    private func find(_ key: Key) -> (element: ValueShape.Element, forms: ArraySlice<BoxedForm>)? {
      var start = forms.startIndex
      for element in elements {
        let end = start + element.shape.fieldCount
        if element.key == key.stringValue { return (element, forms[start..<end]) }
        start = end
      }
      return nil
    }

    func contains(_ key: Key) -> Bool { find(key).map { !$0.forms.allSatisfy { $0 == .null } } ?? false }
    func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      guard let (element, forms) = find(key) else {
        throw ShapeError(description: "the type asks for a key \(key.stringValue) that it did not have before")
      }
      if let optional = type as? any OptionalType.Type {
        func open<W>(_ wrapped: W.Type) throws -> Any { try LeafCoding.value(wrapped, element.shape, forms) }
        let value = contains(key) ? try _openExistential(optional.wrappedType, do: open) : optional.emptyValue
        if let value = value as? T { return value }
      }
      guard contains(key) || element.shape.canBeEmpty else {
        throw ShapeError(description: "the row has no value for its property \(element.name)")
      }
      do {
        return try LeafCoding.value(type, element.shape, forms)
      } catch {
        throw ShapeError(description: "\(element.name): \(error)")
      }
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw LeafDecoder.keyless }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw LeafDecoder.keyless }
    func superDecoder() throws -> any Decoder { throw LeafDecoder.keyless }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw LeafDecoder.keyless }
  }
}

extension ValueShape {
  /// Whether a value may have no form at all: a struct of optionals.
  var canBeEmpty: Bool {
    if case .structure(let elements) = self {
      elements.allSatisfy { $0.isOptional || $0.shape.canBeEmpty }
    } else {
      false
    }
  }
}
