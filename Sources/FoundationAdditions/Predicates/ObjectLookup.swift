import Foundation
package import QueryModel

/// Values by key: `KeyedValues`, dictionaries, and the stored properties of plain objects.
struct ObjectLookup: FormatLookup {
  func value(of object: Any, forKey key: String) throws -> Any? {
    switch object {
    case let object as any KeyedValues: return try object.value(forKey: key)
    // A key that a dictionary lacks is nil, as on Apple's platforms.
    case let dictionary as [String: Any]: return dictionary[key]
    case let dictionary as NSDictionary: return dictionary.object(forKey: key as NSString)
    default: break
    }
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      if let child = current.children.first(where: { $0.label == key }) { return child.value }
      mirror = current.superclassMirror
    }
    throw FormatError(
      .unknownKey,
      "\(type(of: object)) has no stored property \"\(key)\"; conform it to KeyedValues if the property is computed",
      text: "")
  }
}

extension FormatObjects {
  /// The value of an expression for an object.
  package static func value(of tree: FormatExpression, on object: Any?) throws -> Any? {
    try PredicateFormatError.translated { try FormatEvaluator(object, lookup: ObjectLookup()).value(tree).any }
  }
}
