/// A class marked `@Model`, as its source text declares it.
///
/// Nothing here is resolved: types are text, key paths are the names written in them. What a type is, another layer
/// must find out over all files of a module.
package struct SourceEntity: Hashable, Sendable {
  /// The class's own name, without backticks.
  package var name: String
  /// The name as the source must spell it.
  package var spelling: String
  /// Names of the types that the class is nested in, outermost first.
  package var nesting: [String]
  package var accessLevel: SourceAccessLevel
  package var isFinal: Bool
  /// The inheritance clause, in order: at most one of these is a superclass, which syntax alone cannot tell.
  package var inheritedTypes: [String]
  /// Stored, persisted properties in declared order; their positions are the slot numbers.
  package var properties: [SourceProperty]
  /// Properties that are not persisted: `@Transient`, computed, lazy.
  package var unpersistedProperties: [SourceUnpersistedProperty]
  /// Property names of each constraint of `#Unique`, in order.
  package var uniquenessConstraints: [[String]]
  /// The argument lists of `#Unique`, verbatim.
  package var uniqueArguments: [String]
  package var indexes: [SourceIndex]
  /// The argument lists of `#Index`, verbatim.
  package var indexArguments: [String]
  package var hasInitializer: Bool
  /// Stored properties inside `#if`, once each: which of them the class has is not known.
  package var conditionalProperties: [String]
  /// `Unique` or `Index` inside `#if`.
  package var conditionalMacros: [String]

  /// `Outer.Inner` for a nested class.
  package var qualifiedName: String { (nesting + [name]).joined(separator: ".") }

  package init(name: String, nesting: [String] = [], accessLevel: SourceAccessLevel = .internal, isFinal: Bool = false)
  {
    self.name = name
    spelling = name
    self.nesting = nesting
    self.accessLevel = accessLevel
    self.isFinal = isFinal
    inheritedTypes = []
    properties = []
    unpersistedProperties = []
    uniquenessConstraints = []
    uniqueArguments = []
    indexes = []
    indexArguments = []
    hasInitializer = false
    conditionalProperties = []
    conditionalMacros = []
  }
}
