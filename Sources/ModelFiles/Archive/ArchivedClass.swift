/// A class that archives name, with its superclasses, as the cached models of stores list them.
enum ArchivedClass: String {
  case array = "NSArray"
  case mutableArray = "NSMutableArray"
  case set = "NSSet"
  case dictionary = "NSDictionary"
  case mutableDictionary = "NSMutableDictionary"
  case knownKeysDictionary = "NSKnownKeysDictionary1"
  case knownKeysMapping = "NSKnownKeysMappingStrategy1"
  case date = "NSDate"
  case uuid = "NSUUID"
  case url = "NSURL"
  case decimal = "NSDecimalNumberPlaceholder"
  case model = "NSManagedObjectModel"
  case entity = "NSEntityDescription"
  case attribute = "NSAttributeDescription"
  case derivedAttribute = "NSDerivedAttributeDescription"
  case compositeAttribute = "NSCompositeAttributeDescription"
  case relationship = "NSRelationshipDescription"
  case fetchedProperty = "NSFetchedPropertyDescription"
  case fetchRequest = "NSFetchRequest"
  case fetchIndex = "NSFetchIndexDescription"
  case fetchIndexElement = "NSFetchIndexElementDescription"
  case comparisonPredicate = "NSComparisonPredicate"
  case compoundPredicate = "NSCompoundPredicate"
  case comparisonOperator = "NSComparisonPredicateOperator"
  case equalityOperator = "NSEqualityPredicateOperator"
  case inOperator = "NSInPredicateOperator"
  case constantExpression = "NSConstantValueExpression"
  case functionExpression = "NSFunctionExpression"
  case keyPathExpression = "NSKeyPathExpression"
  case keyPathSpecifier = "NSKeyPathSpecifierExpression"
  case selfExpression = "NSSelfExpression"
  case variableExpression = "NSVariableExpression"

  var name: String { rawValue }

  /// The class itself, its superclass and so on up to `NSObject`.
  var lineage: [String] { [name] + superclasses + ["NSObject"] }

  private var superclasses: [String] {
    switch self {
    case .mutableArray: ["NSArray"]
    case .mutableDictionary: ["NSDictionary"]
    case .knownKeysDictionary: ["NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary"]
    case .knownKeysMapping: ["NSKnownKeysMappingStrategy"]
    case .decimal: ["NSDecimalNumber", "NSNumber", "NSValue"]
    case .attribute, .relationship, .fetchedProperty: ["NSPropertyDescription"]
    case .derivedAttribute, .compositeAttribute: ["NSAttributeDescription", "NSPropertyDescription"]
    case .fetchRequest: ["NSPersistentStoreRequest"]
    case .comparisonPredicate, .compoundPredicate: ["NSPredicate"]
    case .comparisonOperator, .equalityOperator, .inOperator: ["NSPredicateOperator"]
    case .constantExpression, .functionExpression, .keyPathSpecifier, .selfExpression, .variableExpression:
      ["NSExpression"]
    case .keyPathExpression: ["NSFunctionExpression", "NSExpression"]
    case .array, .set, .dictionary, .date, .uuid, .url, .model, .entity, .fetchIndex, .fetchIndexElement: []
    }
  }
}
