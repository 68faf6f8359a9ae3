package import ModelDescription

/// What stands in rows for which the source has no value, beyond the defaults that the destination declares.
package struct MigrationFills: Sendable {
  /// By entity of the destination and by property: the default arguments of the initialisers that assign them.
  package var values: [String: [String: AttributeValue]]
  /// Zero, an empty text or `false` may stand in rows for which nothing else is known; the report says in how many.
  package var allowsZero: Bool
  /// By entity of the destination: properties of which each row gets a UUID of its own.
  package var newIdentifiers: [String: Set<String>] = [:]
  /// What lacks a value stays empty for now, since the application fills it; `checkMandatory` asks afterwards.
  package var defersCheck: Bool

  package init(values: [String: [String: AttributeValue]] = [:], allowsZero: Bool = false, defersCheck: Bool = false) {
    self.values = values
    self.allowsZero = allowsZero
    self.defersCheck = defersCheck
  }
}

/// A value that a migration puts into rows.
package struct ResolvedFill: Hashable, Sendable {
  /// As SQL has it.
  let literal: String
  package let value: String
  package let origin: Origin

  package enum Origin: String, Hashable, Sendable, CaseIterable {
    /// The default that the model declares.
    case declared
    /// The default argument of the initialiser.
    case initialiser
    /// Zero, empty or false.
    case zero
  }
}
