import Foundation
import QueryModel

/// A comparison with its format tree. Made by `__Deprecated.object`: it has no initializer.
@available(*, deprecated)
final class FormatComparisonPredicate: NSComparisonPredicate {
  var content: Content?

  final class Content {
    let tree: FormatComparison
    init(_ tree: FormatComparison) { self.tree = tree }
  }

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
