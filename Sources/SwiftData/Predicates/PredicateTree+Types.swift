import Foundation
import ModelDescription
import ObjectGraph
import QueryModel
import SchemaTypes

/// What the Swift types of a tree's parts say about them.
extension PredicateTree {
  /// Whether it is a Boolean by its form and hence never nil.
  var isCondition: Bool {
    switch self {
    case .and, .or, .not, .comparison, .text, .quantified, .membership, .inRange, .test: true
    case .property(_, let path): KnownProperty(path) == .isEmpty
    default: false
    }
  }

  /// Whether it is nil, written so or captured.
  var isNil: Bool {
    if case .value(let value) = self { Self.isNil(value) } else { false }
  }

  private static func isNil(_ value: Any?) -> Bool {
    guard let value else { return true }
    guard TypeKind(type(of: value)) == .optional else { return false }
    return (value as? any OptionalType).map { isNil($0.wrappedValue) } ?? false
  }

  /// Whether it is computed and may be no number.
  var isReal: Bool {
    switch self {
    case .arithmetic(_, _, _, let isReal): isReal
    case .function(.float, _): true
    default: false
    }
  }

  /// Whether it is a constant that is not a number, which equals nothing.
  var isNaN: Bool {
    guard case .value(let value?) = self, Self.mayBeNaN(type(of: value)) else { return false }
    return switch value {
    case let number as Double: number.isNaN
    case let number as Float: number.isNaN
    default: false
    }
  }

  /// Casts take long to say no.
  private static func mayBeNaN(_ type: any Any.Type) -> Bool {
    let type = unwrapped(type)
    return type == Double.self || type == Float.self
  }

  /// The type of the property that it ends with, without optionals.
  var propertyType: (any Any.Type)? {
    switch self {
    case .property(_, let path): Self.unwrapped(type(of: path).valueType)
    case .flatMap(_, _, let body): body.propertyType
    case .coalesce(let left, _): left.propertyType
    case .filter(let sequence, _, _): sequence.propertyType
    case .value(let value?): Self.unwrapped(type(of: value))
    default: nil
    }
  }

  static func unwrapped(_ type: any Any.Type) -> any Any.Type {
    guard TypeKind(type) == .optional else { return type }
    return (type as? any OptionalType.Type).map { unwrapped($0.wrappedType) } ?? type
  }

  /// Whether it is a to-many relationship.
  var isModels: Bool {
    guard let collection = propertyType as? any Collection.Type else { return false }
    func element<C: Collection>(_: C.Type) -> any Any.Type { C.Element.self }
    return element(collection) is any PersistentModel.Type
  }

  /// How the value lies in several columns; `nil` for what has one.
  var compositeShape: ValueShape? {
    guard let type = propertyType, type != PersistentIdentifier.self, AttributeType(holding: type) == nil,
      !(type is any PersistentModel.Type), !(type is any Collection.Type), !(type is any RawRepresentable.Type),
      let shape = try? ValueShape(of: type), shape.isComposite
    else { return nil }
    return shape
  }
}
