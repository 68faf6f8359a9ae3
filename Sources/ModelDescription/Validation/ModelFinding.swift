/// Something wrong with a model: where, by which rule, and what to do.
package struct ModelFinding: Hashable, Sendable, CustomStringConvertible {
  package let rule: Rule
  package let entityName: String?
  package let propertyName: String?
  /// What is wrong, in one sentence without a full stop.
  package let message: String
  /// What to do about it.
  package let advice: String

  package var severity: Severity { rule.severity }

  /// An error is what would write a store that no reading of the model explains; such a model is refused.
  package enum Severity: Hashable, Sendable {
    case error
    case warning
  }

  init(_ rule: Rule, _ message: String, _ advice: String, entity: String? = nil, property: String? = nil) {
    self.rule = rule
    self.message = message
    self.advice = advice
    entityName = entity
    propertyName = property
  }

  package var description: String { error.description }

  /// The same as the error that a refusal throws.
  package var error: ModelError { ModelError("\(message); \(advice)", entity: entityName, property: propertyName) }
}
