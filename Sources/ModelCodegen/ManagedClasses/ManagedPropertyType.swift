import ModelDescription

/// The types that Xcode gives to properties of managed objects.
enum ManagedPropertyType {
  /// Objects are optional whatever the model says; scalars never are.
  static func of(_ attribute: AttributeDescription) -> String {
    let isScalar = attribute.usesScalarValueType ?? false
    switch attribute.type {
    case .integer16: return isScalar ? "Int16" : "NSNumber?"
    case .integer32: return isScalar ? "Int32" : "NSNumber?"
    case .integer64: return isScalar ? "Int64" : "NSNumber?"
    case .double: return isScalar ? "Double" : "NSNumber?"
    case .float: return isScalar ? "Float" : "NSNumber?"
    case .boolean: return isScalar ? "Bool" : "NSNumber?"
    case .date: return isScalar ? "TimeInterval" : "Date?"
    case .decimal: return "NSDecimalNumber?"
    case .string: return "String?"
    case .binary: return "Data?"
    case .uuid: return "UUID?"
    case .uri: return "URL?"
    case .objectID: return "NSManagedObjectID?"
    case .composite: return "[String: Any]?"
    case .undefined: return "NSObject?"
    case .transformable: return attribute.valueClassName.flatMap(transformable) ?? "NSObject?"
    }
  }

  /// A custom class as it is written in the model: a class of Objective-C or of Swift, or an array of Swift.
  private static func transformable(_ name: String) -> String? {
    let text = name.filter { !$0.isWhitespace }
    guard !text.isEmpty else { return nil }
    let isType = text.allSatisfy { $0.isLetter || $0.isNumber || "._<>[]:,".contains($0) }
    return isType ? name + "?" : nil
  }

  /// Names that the base class has for something else.
  static let reserved: Set<String> = [
    "debugDescription", "description", "entity", "faultingState", "hasChanges", "hasFault",
    "hasPersistentChangedValues",
    "hash", "hashValue", "isDeleted", "isFault", "isInserted", "isUpdated", "managedObjectContext", "objectID", "self",
    "superclass",
  ]
}
