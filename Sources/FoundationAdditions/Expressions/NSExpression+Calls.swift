import Foundation
import QueryModel

extension __FactoryMade where Self: __Deprecated.Expression {
  /// The parts of a message to a variable, `FUNCTION($manager, "selector:", …)`, as mapping models have them; `nil` for
  /// other expressions.
  package var messageToVariable: (variable: String, selector: String, arguments: [__Deprecated.Expression])? {
    guard case .call(.variable(let name), let selector, let list) = tree else { return nil }
    return (name, selector, list.map { FormatObjects.object($0) })
  }
}
