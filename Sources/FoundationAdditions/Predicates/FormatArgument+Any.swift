import Foundation
package import QueryModel

extension FormatArgument {
  /// A value given beside a format; predicates and expressions become parts of the tree.
  package init(_ value: Any?) {
    if let predicate = value as? NSPredicate {
      self = .predicate(predicate.formatTree)
    } else if let value, let expression = FormatObjects.expression(value) {
      self = .expression(FormatObjects.tree(of: expression))
    } else {
      self = .value(FormatValue(value))
    }
  }
}
