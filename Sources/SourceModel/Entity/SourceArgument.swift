/// A default argument of an initialiser, with the type that its parameter declares.
package struct SourceArgument: Hashable, Sendable {
  /// The expression as the source has it.
  package var text: String
  /// The parameter's type as the source has it.
  package var typeText: String

  package init(text: String, typeText: String) {
    self.text = text
    self.typeText = typeText
  }
}
