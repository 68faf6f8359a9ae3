import ModelDescription

/// The type of an attribute; raw values are those in model files and version hashes.
public enum NSAttributeType: UInt, Hashable, Sendable {
  case undefinedAttributeType = 0
  case integer16AttributeType = 100
  case integer32AttributeType = 200
  case integer64AttributeType = 300
  case decimalAttributeType = 400
  case doubleAttributeType = 500
  case floatAttributeType = 600
  case stringAttributeType = 700
  case booleanAttributeType = 800
  case dateAttributeType = 900
  case binaryDataAttributeType = 1000
  case UUIDAttributeType = 1100
  case URIAttributeType = 1200
  case transformableAttributeType = 1800
  case objectIDAttributeType = 2000
  case compositeAttributeType = 2100
}

extension NSAttributeDescription {
  /// The type of an attribute under Swift's names.
  public struct AttributeType: RawRepresentable, Hashable, Sendable {
    public var rawValue: NSAttributeType

    public init(rawValue: NSAttributeType) { self.rawValue = rawValue }

    public static let undefined = Self(rawValue: .undefinedAttributeType)
    public static let integer16 = Self(rawValue: .integer16AttributeType)
    public static let integer32 = Self(rawValue: .integer32AttributeType)
    public static let integer64 = Self(rawValue: .integer64AttributeType)
    public static let decimal = Self(rawValue: .decimalAttributeType)
    public static let double = Self(rawValue: .doubleAttributeType)
    public static let float = Self(rawValue: .floatAttributeType)
    public static let string = Self(rawValue: .stringAttributeType)
    public static let boolean = Self(rawValue: .booleanAttributeType)
    public static let date = Self(rawValue: .dateAttributeType)
    public static let binaryData = Self(rawValue: .binaryDataAttributeType)
    public static let uuid = Self(rawValue: .UUIDAttributeType)
    public static let uri = Self(rawValue: .URIAttributeType)
    public static let transformable = Self(rawValue: .transformableAttributeType)
    public static let objectID = Self(rawValue: .objectIDAttributeType)
    public static let composite = Self(rawValue: .compositeAttributeType)
  }

  public var type: AttributeType {
    get { AttributeType(rawValue: attributeType) }
    set { attributeType = newValue.rawValue }
  }
}

extension NSAttributeType {
  // The numbers of both enumerations are Apple's, so each has a counterpart.
  init(_ type: AttributeType) {
    self = NSAttributeType(rawValue: UInt(type.rawValue)) ?? .undefinedAttributeType
  }

  var inDescription: AttributeType {
    AttributeType(rawValue: Int(rawValue)) ?? .undefined
  }

  /// The class of values that Apple's frameworks name for an attribute of the type.
  var valueClassName: String? {
    switch self {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .doubleAttributeType,
      .floatAttributeType, .booleanAttributeType:
      "NSNumber"
    case .decimalAttributeType: "NSDecimalNumber"
    case .stringAttributeType: "NSString"
    case .dateAttributeType: "NSDate"
    case .binaryDataAttributeType: "NSData"
    case .UUIDAttributeType: "NSUUID"
    case .URIAttributeType: "NSURL"
    case .objectIDAttributeType: "NSManagedObjectID"
    case .compositeAttributeType: "NSDictionary"
    case .undefinedAttributeType, .transformableAttributeType: nil
    }
  }
}
