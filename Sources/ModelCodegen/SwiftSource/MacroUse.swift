/// An attached or freestanding macro with its arguments: `@Attribute(.unique)`, `#Index<Book>([\.title])`.
struct MacroUse: Hashable, Sendable {
  /// With its sign: `@Model`, `#Unique<Book>`.
  var name: String
  /// Each with its label, if it has one.
  var arguments: [String] = []
}
