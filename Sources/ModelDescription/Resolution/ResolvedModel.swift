/// A valid model with every name looked up once: numbers, families, inherited properties, inverses.
///
/// Immutable after `init`, so one instance is shared by stores, contexts and threads. Positions in `entities` are the
/// entity numbers minus one.
package final class ResolvedModel: Sendable {
  package let description: ModelDescription
  /// In the order of their numbers: depth-first from the roots, siblings sorted by name without regard to case
  /// (StoreFormat.md section 3.2).
  package let entities: [ResolvedEntity]
  private let numbersByName: [String: Int]

  /// Resolves a description.
  ///
  /// - Throws: `ModelError` that names the entity and property: the first error that `ModelValidation` finds.
  package init(_ description: ModelDescription) throws {
    let findings = ModelValidation.findings(in: description)
    if let refused = findings.first(where: { $0.severity == .error }) { throw refused.error }
    let resolution = try ModelResolution(description)
    self.description = description
    self.entities = resolution.entities
    self.numbersByName = Dictionary(uniqueKeysWithValues: resolution.entities.map { ($0.name, $0.number) })
  }

  /// The entity with that number (`Z_ENT`), or `nil` when the model has none.
  package func entity(numbered number: Int) -> ResolvedEntity? {
    entities.indices.contains(number - 1) ? entities[number - 1] : nil
  }

  package func entity(named name: String) -> ResolvedEntity? {
    numbersByName[name].map { entities[$0 - 1] }
  }
}
