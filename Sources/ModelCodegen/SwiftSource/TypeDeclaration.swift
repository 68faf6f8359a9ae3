/// A class or struct with its members in order.
struct TypeDeclaration: Hashable, Sendable {
  var attributes: [MacroUse] = []
  /// `final class`, `class`, `struct`.
  var keyword: String
  var name: String
  var inheritance: [String] = []
  var expansions: [MacroUse] = []
  var properties: [PropertyDeclaration] = []
  var initializer: InitializerDeclaration?
}
