import Foundation

/// `ObjectPropertyType` for a Swift type.
package struct PropertyType<Value>: ObjectPropertyType {
  package let kind: SlotKind
  package let isOptional: Bool
  package let isReal: Bool
  package let shape: Result<ValueShape, ShapeError>
  package let wrapped: Any.Type

  package init() {
    let optional = Value.self as? any OptionalType.Type
    let wrapped = optional?.wrappedType ?? Value.self
    self.wrapped = wrapped
    isOptional = optional != nil
    isReal = (wrapped as? any _SlotScalar.Type)?._isReal ?? false
    kind =
      if wrapped is any _SlotScalar.Type {
        .scalar
      } else if wrapped == String.self {
        .string
      } else if wrapped is any _ModelObject.Type {
        .toOne
      } else if wrapped is any ModelArray.Type {
        .toMany
      } else {
        .box
      }
    shape =
      switch kind {
      case .toOne, .toMany: .failure(ShapeError(description: "it is a relationship"))
      case .scalar, .string, .box: Result { () throws(ShapeError) in try ValueShape(of: wrapped) }
      }
  }

  package func holds(_ integers: Int64...) -> Bool {
    guard let scalar = wrapped as? any _SlotScalar.Type else { return false }
    return integers.allSatisfy { integer in
      let word = UInt64(bitPattern: integer)
      return scalar._load(word)._word == word
    }
  }

  package var destination: (any _ModelObject.Type)? {
    (wrapped as? any _ModelObject.Type) ?? (wrapped as? any ModelArray.Type)?.elementType
  }

  package func members(_ objects: [AnyObject]) -> AnyMembers? {
    (wrapped as? any ModelArray.Type)?.makeMembers(objects)
  }

  package func accepts(_ object: AnyObject) -> Bool { object is Value }

  package func box(_ form: BoxedForm) -> AnyValueBox? {
    BoxedValues.value(of: wrapped, from: form).flatMap(box(holding:))
  }

  package func box(holding value: Any) -> AnyValueBox? { (value as? Value).map { ValueBox($0) } }

  package func box(_ forms: [BoxedForm]) throws -> AnyValueBox? {
    func open<T>(_ type: T.Type) throws -> Any { try LeafCoding.value(type, shape.get(), forms[...]) }
    return box(holding: try _openExistential(wrapped, do: open))
  }

  package var zeroBox: AnyValueBox? {
    func open<T>(_ type: T.Type) -> Any? { Empty.value(of: type) }
    return _openExistential(wrapped, do: open).flatMap(box(holding:))
  }

  package func form(_ box: AnyValueBox) throws -> BoxedForm {
    try BoxedValues.form(of: box.any)
  }

  package func forms(_ box: AnyValueBox) throws -> [BoxedForm] {
    if let stored = box as? StoredBox { return stored.forms }
    guard let optional = box.any as? any OptionalType else { return try LeafCoding.forms(of: box.any, shape.get()) }
    guard let wrapped = optional.wrappedValue else {
      return Array(repeating: .null, count: try shape.get().fieldCount)
    }
    return try LeafCoding.forms(of: wrapped, shape.get())
  }
}

extension ModelLayout.Property {
  package init(name: String, keyPath: AnyKeyPath) {
    func open<T>(_: T.Type) -> any ObjectPropertyType { PropertyType<T>() }
    self.init(name: name, keyPath: keyPath, type: _openExistential(Swift.type(of: keyPath).valueType, do: open))
  }
}

/// `Optional`, seen from a metatype.
package protocol OptionalType {
  static var wrappedType: Any.Type { get }
  static var emptyValue: Any { get }
  var wrappedValue: Any? { get }
}

extension Optional: OptionalType {
  package static var wrappedType: Any.Type { Wrapped.self }
  package static var emptyValue: Any { Wrapped?.none as Any }
  package var wrappedValue: Any? { map { $0 as Any } }
}

/// An array of model objects, seen from a metatype.
package protocol ModelArray {
  static var elementType: any _ModelObject.Type { get }
  static func makeMembers(_ objects: [AnyObject]) -> AnyMembers
}

extension Array: ModelArray where Element: _ModelObject {
  package static var elementType: any _ModelObject.Type { Element.self }

  package static func makeMembers(_ objects: [AnyObject]) -> AnyMembers {
    // Objects of the very class are known by a look; others, subclasses mostly, take a cast.
    if objects.allSatisfy({ type(of: $0) == Element.self }) {
      return Members<Element>(unsafeBitCast(objects, to: [Element].self))
    }
    return Members<Element>(objects.compactMap { $0 as? Element })
  }
}
