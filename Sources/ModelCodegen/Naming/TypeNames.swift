import ModelDescription

/// The names of types in one module of generated classes, and what they hide.
struct TypeNames: Sendable {
  /// Names of classes and structs that the generated module declares, unescaped.
  private let declared: Set<String>

  init(declared: Set<String>) { self.declared = declared }

  /// Types of Foundation that a property may have here and on Apple's platforms.
  private static let foundation: Set<String> = [
    "Data", "Date", "DateComponents", "DateInterval", "Decimal", "IndexPath", "IndexSet", "Locale", "NSArray",
    "NSAttributedString", "NSCalendar", "NSCountedSet", "NSData", "NSDate", "NSDateComponents", "NSDecimalNumber",
    "NSDictionary", "NSError", "NSIndexPath", "NSIndexSet", "NSLocale", "NSMutableArray",
    "NSMutableAttributedString", "NSMutableData", "NSMutableDictionary", "NSMutableOrderedSet", "NSMutableSet",
    "NSMutableString", "NSNull", "NSNumber", "NSObject", "NSOrderedSet", "NSSet", "NSString", "NSTimeZone", "NSURL",
    "NSUUID", "NSValue", "TimeZone", "URL", "UUID",
  ]
  private static let standardLibrary: Set<String> = [
    "AnyHashable", "Array", "Bool", "Character", "Dictionary", "Double", "Float", "Int", "Int16", "Int32", "Int64",
    "Int8", "Set", "String", "UInt", "UInt16", "UInt32", "UInt64", "UInt8",
  ]
  /// Names that an app or its tests commonly use for something else; generated files do not use them.
  private static let common: Set<String> = [
    "Attribute", "Error", "Expression", "Index", "Measurement", "Model", "ModelContext", "Notification", "Operation",
    "Optional", "Predicate", "Process", "Progress", "Protocol", "Relationship", "Result", "Schema", "Sequence", "Tag",
    "Task", "Test", "Thread", "Timer", "Transient", "Type", "Unique", "Unit",
  ]

  /// Which module's type of that name the class hides from the rest of its own module, if any.
  func hiddenModule(by name: String) -> String? {
    if Self.foundation.contains(name) { return "Foundation" }
    if Self.standardLibrary.contains(name) { return "Swift" }
    return Self.common.contains(name) ? "Swift or Apple's frameworks" : nil
  }

  /// A system type's name, with its module where a generated class has the same name.
  func system(_ name: String) -> String {
    guard declared.contains(name) else { return name }
    if Self.foundation.contains(name) { return "Foundation." + name }
    return Self.standardLibrary.contains(name) ? "Swift." + name : name
  }

  /// A type of SwiftData's, with its module where a generated class has the same name.
  func framework(_ name: String) -> String { declared.contains(name) ? "SwiftData." + name : name }

  /// A macro of SwiftData's, with its module where a generated class has the same name.
  func macro(_ name: String) -> String { "@" + (declared.contains(name) ? "SwiftData." : "") + name }

  /// The Swift type of an attribute's values, without the optional; `nil` when SwiftData has no such attribute.
  func type(of attribute: AttributeType) -> String? {
    switch attribute {
    case .integer16: system("Int16")
    case .integer32: system("Int32")
    case .integer64: system("Int")
    case .decimal: system("Decimal")
    case .double: system("Double")
    case .float: system("Float")
    case .string: system("String")
    case .boolean: system("Bool")
    case .date: system("Date")
    case .binary: system("Data")
    case .uuid: system("UUID")
    case .uri: system("URL")
    case .undefined, .transformable, .objectID, .composite: nil
    }
  }

  /// A transformable's class as Swift type (`NSArray`, `[String: Int]`), when all of it is known on every platform.
  func transformableType(_ className: String) -> String? {
    var text = ""
    var word = ""
    var depth = 0
    func flush() -> Bool {
      guard !word.isEmpty else { return true }
      defer { word = "" }
      let known = word == "Any" || Self.foundation.contains(word) || Self.standardLibrary.contains(word)
      text += word == "Any" ? word : system(word)
      return known
    }
    for character in className {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
        continue
      }
      guard flush() else { return nil }
      switch character {
      case "[", "<": depth += 1
      case "]", ">": depth -= 1
      case ":", ",", " ", "?": break
      default: return nil
      }
      text.append(character)
    }
    guard flush(), depth == 0, !text.isEmpty, text.contains(where: \.isLetter) else { return nil }
    return ["Array", "Dictionary", "Set"].contains(text) ? nil : text
  }
}
