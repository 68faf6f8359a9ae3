/// What `@Attribute(…)` says.
package struct SourceAttribute: Hashable, Sendable {
  /// One option: `.unique`, `.transformable(by: "Name")`.
  package struct Option: Hashable, Sendable {
    package var name: String
    /// The argument's text without quotes or `.self`.
    package var argument: String?
    /// Whether the argument was a metatype (`Name.self`), not a string.
    package var isArgumentType: Bool

    package init(name: String, argument: String? = nil, isArgumentType: Bool = false) {
      self.name = name
      self.argument = argument
      self.isArgumentType = isArgumentType
    }
  }

  package var options: [Option]
  package var originalName: String?
  package var hashModifier: String?
  /// The argument list verbatim, for an initialiser that takes the same one.
  package var arguments: String

  package init(
    options: [Option] = [], originalName: String? = nil, hashModifier: String? = nil, arguments: String = ""
  ) {
    self.options = options
    self.originalName = originalName
    self.hashModifier = hashModifier
    self.arguments = arguments
  }

  package func option(named name: String) -> Option? { options.first { $0.name == name } }
}
