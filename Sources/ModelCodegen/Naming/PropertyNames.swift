/// How the properties of one entity are called in Swift.
struct PropertyNames: Sendable {
  /// Names that `PersistentModel` and the expansion of `@Model` give to something else, or that no key path can reach.
  private static let reserved: Set<String> = [
    "Protocol", "Type", "description", "hasChanges", "hashValue", "isDeleted", "modelContext",
    "observationRegistrar", "persistentBackingData", "persistentModelID", "schemaMetadata", "self",
  ]

  /// Names of the model and names given in their place.
  private var taken: Set<String>

  init(_ names: some Sequence<String>) { taken = Set(names) }

  /// The name without backticks: the model's own, or one with a suffix where that is taken.
  mutating func name(for property: String) -> String {
    // The expansion of `@Model` declares `_value` beside a property `value`.
    let isPlaceholder = property.first == "_" && taken.contains(String(property.dropFirst()))
    guard isPlaceholder || Self.reserved.contains(property) else { return property }
    let word = isPlaceholder ? String(property.drop { $0 == "_" }) : property
    var name = (word == "Type" || word == "Protocol" ? word.lowercased() : word) + "Value"
    while taken.contains(name) || taken.contains("_" + name) { name += "_" }
    taken.insert(name)
    return name
  }
}
