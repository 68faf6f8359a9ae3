import Foundation
import QueryModel

/// A compound that prints, compares and answers by its format tree.
final class FormatCompoundPredicate: NSCompoundPredicate {
  override var predicateFormat: String { formatText }
  override var description: String { formatText }
  override var hash: Int { formatHash }

  override func evaluate(with object: Any?) -> Bool { answers(object, [:]) }

  override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
    answers(object, bindings ?? [:])
  }

  override func copy(with zone: NSZone? = nil) -> Any { self }
  override func isEqual(_ object: Any?) -> Bool { isSameFormat(object) }
}
