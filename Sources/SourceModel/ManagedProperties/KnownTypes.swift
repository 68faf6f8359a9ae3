/// Types of the standard library, Foundation and CoreData that a managed property can have, as symbols name them on Linux.
///
/// A test declares a property of each and compares with the compiler's symbols.
package enum KnownTypes {
  /// The type without its arguments.
  package static func type(_ name: String) -> SymbolType? { types[name] }

  package static func proto(_ name: String) -> SymbolProtocol? { protocols[name] }

  /// How many arguments a generic type of the list has.
  package static func argumentCount(_ name: String) -> Int {
    switch name {
    case "Dictionary", "Result": 2
    case "Array", "Set", "Optional", "Range", "ClosedRange", "ContiguousArray", "Measurement", "NSFetchRequest",
      "NSMeasurement":
      1
    default: 0
    }
  }

  /// Modules whose names may stand before a known type.
  package static let modules: Set<String> = ["Swift", "Foundation", "FoundationEssentials", "CoreData"]

  private static let standard: [String: Character] = [
    "Array": "a", "Bool": "b", "Double": "d", "Float": "f", "Dictionary": "D", "Set": "h", "Int": "i", "UInt": "u",
    "String": "S", "Character": "J", "Substring": "s", "Range": "n", "ClosedRange": "N", "Float64": "d",
    "Float32": "f", "TimeInterval": "d", "Optional": "q",
  ]

  private static let swiftStructures = [
    "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64", "AnyHashable", "ContiguousArray",
  ]

  private static let essentials = [
    "AttributedString", "Calendar", "Data", "Date", "DateComponents", "DateInterval", "Decimal", "IndexPath",
    "Locale", "TimeZone", "URL", "URLComponents", "UUID",
  ]

  private static let structures = [
    "AffineTransform", "CGFloat", "CGPoint", "CGRect", "CGSize", "CharacterSet", "IndexSet", "Measurement",
    "Notification", "PersonNameComponents",
  ]

  private static let classes = [
    "NSArray", "NSAttributedString", "NSCalendar", "NSCharacterSet", "NSCountedSet", "NSData", "NSDate",
    "NSDateComponents", "NSDecimalNumber", "NSDictionary", "NSError", "NSExpression", "NSIndexPath", "NSIndexSet",
    "NSLocale", "NSMeasurement", "NSMutableArray", "NSMutableAttributedString", "NSMutableData",
    "NSMutableDictionary", "NSMutableIndexSet", "NSMutableOrderedSet", "NSMutableSet", "NSMutableString", "NSNull",
    "NSNumber", "NSObject", "NSOrderedSet", "NSPersonNameComponents", "NSPredicate", "NSRegularExpression", "NSSet",
    "NSSortDescriptor", "NSString", "NSTimeZone", "NSURL", "NSURLComponents", "NSUUID", "NSValue",
    "Unit", "Dimension", "UnitAngle", "UnitArea", "UnitDuration", "UnitEnergy", "UnitLength", "UnitMass", "UnitPower",
    "UnitPressure", "UnitSpeed", "UnitTemperature", "UnitVolume",
  ]

  private static let coreData = [
    "NSEntityDescription", "NSFetchRequest", "NSManagedObject", "NSManagedObjectContext", "NSManagedObjectID",
  ]

  private static let types: [String: SymbolType] = {
    var types: [String: SymbolType] = standard.mapValues { .standard($0) }
    func add(_ names: [String], _ module: String, _ kind: SymbolNominal.Kind) {
      for name in names { types[name] = .nominal(SymbolNominal(module: module, name, kind)) }
    }
    add(swiftStructures, "Swift", .structure)
    add(essentials, "FoundationEssentials", .structure)
    add(structures, "Foundation", .structure)
    add(classes, "Foundation", .reference)
    add(coreData, "CoreData", .reference)
    types["NSRange"] = .nominal(SymbolNominal(module: "Foundation", "_NSRange", .structure))
    types["Void"] = .unit
    types["Any"] = .existential([])
    types["AnyObject"] = .anyObject
    return types
  }()

  private static let protocols: [String: SymbolProtocol] = [
    "Hashable": .standard("H"), "Equatable": .standard("Q"),
    "Error": .declared(module: "Swift", name: "Error"),
    "NSCoding": .declared(module: "Foundation", name: "NSCoding"),
    "NSCopying": .declared(module: "Foundation", name: "NSCopying"),
    "NSMutableCopying": .declared(module: "Foundation", name: "NSMutableCopying"),
    "NSObjectProtocol": .declared(module: "Foundation", name: "NSObjectProtocol"),
    "NSSecureCoding": .declared(module: "Foundation", name: "NSSecureCoding"),
    "NSFetchRequestResult": .declared(module: "CoreData", name: "NSFetchRequestResult"),
  ]

  /// Every name of the list, for the test.
  package static var typeNames: [String] { types.keys.sorted() }
  package static var protocolNames: [String] { protocols.keys.sorted() }
}
