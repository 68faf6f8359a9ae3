import Foundation
import QueryModel

/// A compound that prints, compares and answers by its format tree.
final class FormatCompoundPredicate: NSCompoundPredicate {
  /// The tree it was made of, while its parts are those it was made with.
  private var madeOf: FormatPredicate?

  convenience init(type: LogicalType, subpredicates: [NSPredicate], tree: FormatPredicate) {
    self.init(type: type, subpredicates: subpredicates)
    madeOf = tree
  }

  var tree: FormatPredicate? { madeOf }

  override var compoundPredicateType: LogicalType { didSet { madeOf = nil } }
  override var subpredicates: [NSPredicate] { didSet { madeOf = nil } }

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
