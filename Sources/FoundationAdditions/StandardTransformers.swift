import Foundation

/// The transformers that need no registration.
enum StandardTransformers {
  static func transformer(named name: NSValueTransformerName) -> ValueTransformer? {
    switch name {
    case .negateBooleanTransformerName:
      BooleanTransformer(isReversible: true) { !(($0 as? NSNumber)?.boolValue ?? false) }
    case .isNilTransformerName: BooleanTransformer(isReversible: false) { $0 == nil }
    case .isNotNilTransformerName: BooleanTransformer(isReversible: false) { $0 != nil }
    case .secureUnarchiveFromDataTransformerName: NSSecureUnarchiveFromDataTransformer()
    default: nil
    }
  }
}

/// Makes a truth of a value.
private final class BooleanTransformer: ValueTransformer {
  private let isReversible: Bool
  private let truth: (Any?) -> Bool

  init(isReversible: Bool, _ truth: @escaping (Any?) -> Bool) {
    self.isReversible = isReversible
    self.truth = truth
    super.init()
  }

  override class func transformedValueClass() -> AnyClass { NSNumber.self }

  override func transformedValue(_ value: Any?) -> Any? { truth(value) }

  override func reverseTransformedValue(_ value: Any?) -> Any? { isReversible ? truth(value) : value }
}
