/// How a derived attribute is computed.
package struct DerivationDescription: Hashable, Sendable, Codable {
  /// The expression as the model spells it (`loans.@count`, `canonical:(title)`, `now()`).
  package var expression: String
  package var filter: String?

  package init(expression: String, filter: String? = nil) {
    self.expression = expression
    self.filter = filter
  }
}
