/// Why a query cannot be answered, with the part of it that is to blame.
package struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
  package var code: Code
  /// What is wrong, in one sentence without the expression.
  package var message: String
  /// Text of the predicate, expression or path concerned.
  package var expression: String
  package var entityName: String?
  /// The key that the entity does not have.
  package var unknownKey: String?

  package enum Code: Hashable, Sendable {
    /// The entity has no such property, or the model no such entity.
    case unknownProperty
    /// The form exists but is not supported.
    case unsupported
    /// A value that cannot be computed from the data: division by zero, overflow, a position that is not there.
    case fault
  }

  package init(_ code: Code, _ message: String, expression: String, entity: String? = nil, unknownKey: String? = nil) {
    self.code = code
    self.message = message
    self.expression = expression
    self.entityName = entity
    self.unknownKey = unknownKey
  }

  package var description: String {
    let place = entityName.map { " of entity \"\($0)\"" } ?? ""
    return "Cannot query \(expression)\(place): \(message)."
  }
}
