/// How a property of the model is called in Swift.
struct PropertyNames: Sendable {
  /// Names that `PersistentModel` and the expansion of `@Model` give to something else, or that no key path can reach.
  private static let reserved: Set<String> = [
    "Protocol", "Type", "hasChanges", "hashValue", "isDeleted", "modelContext", "observationRegistrar",
    "persistentBackingData", "persistentModelID", "schemaMetadata", "self",
  ]

  /// The name without backticks: the model's own, or one with a suffix where that is taken.
  static func name(for property: String, among siblings: Set<String>) -> String {
    guard reserved.contains(property) else { return property }
    var name = (property == "Type" || property == "Protocol" ? property.lowercased() : property) + "Value"
    while siblings.contains(name) { name += "_" }
    return name
  }
}
