import Foundation

/// The transformers that need no registration.
enum StandardTransformers {
  static func transformer(named name: NSValueTransformerName) -> ValueTransformer? {
    switch name {
    case .negateBooleanTransformerName: NegateBooleanTransformer()
    case .isNilTransformerName: NilTransformer(isForNil: true)
    case .isNotNilTransformerName: NilTransformer(isForNil: false)
    // Apple's looks for a class of the name where nothing is registered under it.
    case _ where NSValueTransformerName.secureUnarchiveFromDataTransformerName.isMeant(by: name.rawValue):
      NSSecureUnarchiveFromDataTransformer()
    default: nil
    }
  }
}

/// Makes the opposite of a truth.
private final class NegateBooleanTransformer: ValueTransformer {
  override class func transformedValueClass() -> AnyClass { NSNumber.self }

  override func transformedValue(_ value: Any?) -> Any? { !((value as? NSNumber)?.boolValue ?? false) }

  override func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }
}

/// Says whether there is a value, from which no way leads back.
private final class NilTransformer: ValueTransformer {
  private let isForNil: Bool

  init(isForNil: Bool) {
    self.isForNil = isForNil
    super.init()
  }

  override class func transformedValueClass() -> AnyClass { NSNumber.self }

  override class func allowsReverseTransformation() -> Bool { false }

  override func transformedValue(_ value: Any?) -> Any? { (value == nil) == isForNil }
}
