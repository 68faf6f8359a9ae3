/// A stored `var`.
struct PropertyDeclaration: Hashable, Sendable {
  var attributes: [MacroUse] = []
  /// Escaped where Swift asks for it.
  var name: String
  var type: String
  var initialValue: String?
  /// A blank line separates properties of different groups.
  var group: Group = .attribute

  enum Group: Hashable, Sendable { case attribute, relationship }
}
