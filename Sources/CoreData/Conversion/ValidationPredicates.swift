import Foundation
import FoundationAdditions
import ModelDescription
import QueryModel

/// The bounds of an attribute as predicates, and back.
///
/// The forms are those of compiled models: `SELF >= 3` with the number of the error that its failure is (LoopKit's store
/// has 1620), `length <= 20`, `SELF MATCHES "…"`.
enum ValidationPredicates {
  static func predicates(_ validation: AttributeValidation, isDate: Bool) -> (predicates: [NSPredicate], codes: [Int]) {
    var predicates: [NSPredicate] = []
    var codes: [Int] = []
    func add(_ left: FormatExpression, _ operation: FormatOperator, _ value: Any?, _ code: Int) {
      guard let value else { return }
      predicates.append(
        NSPredicate.object(.comparison(FormatComparison(left, operation, .constant(FormatValue(value))))))
      codes.append(code)
    }
    add(
      .evaluatedObject, .greaterOrEqual, validation.minimum?.any,
      isDate ? NSValidationDateTooSoonError : NSValidationNumberTooSmallError)
    add(
      .evaluatedObject, .lessOrEqual, validation.maximum?.any,
      isDate ? NSValidationDateTooLateError : NSValidationNumberTooLargeError)
    add(.key("length"), .greaterOrEqual, validation.minimumLength, NSValidationStringTooShortError)
    add(.key("length"), .lessOrEqual, validation.maximumLength, NSValidationStringTooLongError)
    add(.evaluatedObject, .matches, validation.regularExpression, NSValidationStringPatternMatchingError)
    for text in validation.otherPredicates {
      predicates.append(ModelText.predicate(text))
      codes.append(NSManagedObjectValidationError)
    }
    return (predicates, codes)
  }

  /// The bounds among predicates that were set; all others as text.
  static func validation(
    _ predicates: [NSPredicate], for type: AttributeType
  ) -> AttributeValidation {
    var result = AttributeValidation()
    for predicate in predicates where !read(predicate.formatTree, type, into: &result) {
      result.otherPredicates.append(predicate.formatText)
    }
    return result
  }

  /// The first of a kind counts, as for compiled models.
  private static func read(
    _ tree: FormatPredicate, _ type: AttributeType, into result: inout AttributeValidation
  ) -> Bool {
    guard case .comparison(let comparison) = tree, comparison.modifier == .direct, comparison.options == [],
      case .constant(let constant) = comparison.right, let value = constant.any
    else { return false }
    func set<Value>(_ bound: WritableKeyPath<AttributeValidation, Value?>, _ value: Value?) -> Bool {
      guard let value, result[keyPath: bound] == nil else { return false }
      result[keyPath: bound] = value
      return true
    }
    switch (comparison.left, comparison.operation) {
    case (.evaluatedObject, .greaterOrEqual): return set(\.minimum, AttributeValue(value, for: type))
    case (.evaluatedObject, .lessOrEqual): return set(\.maximum, AttributeValue(value, for: type))
    case (.evaluatedObject, .matches): return set(\.regularExpression, value as? String)
    case (.key("length"), .greaterOrEqual): return set(\.minimumLength, (value as? NSNumber)?.intValue)
    case (.key("length"), .lessOrEqual): return set(\.maximumLength, (value as? NSNumber)?.intValue)
    default: return false
    }
  }
}
