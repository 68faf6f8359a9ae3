package import ModelDescription

/// What becomes of every entity and property of one model in another.
///
/// A pure value: nothing is read or written, and whoever migrates rows acts on it.
package struct ModelMapping: Sendable {
  package let source: ResolvedModel
  package let destination: ResolvedModel
  /// One for each entity of the destination, in the order of their numbers.
  package let entities: [EntityMapping]
  /// Number of the destination's entity for each of the source's, by position; `nil` where the rows have no place any more.
  package let destinationNumbers: [Int?]
  /// What cannot be inferred; a mapping without obstacles is lightweight.
  package let obstacles: [MappingObstacle]

  package var isLightweight: Bool { obstacles.isEmpty }

  /// The mapping that follows from the two models alone.
  ///
  /// Known from Apple's documentation ("Migrating your data model automatically", "Using lightweight migration" of the
  /// Core Data programming guide): entities and properties are added, removed and renamed by their renaming identifier;
  /// an attribute may become optional, or mandatory with a default; relationships change between to-one and to-many and
  /// between ordered and not; properties move along the hierarchy and entities get another parent. Ours beyond that:
  /// wider numbers, and the shapes of composites and enums.
  ///
  /// Models with equal hashes are matched by name alone, as no migration ever sees them.
  package static func inferred(from source: ResolvedModel, to destination: ResolvedModel) -> ModelMapping {
    MappingInference(source: source, destination: destination).mapping()
  }

  /// The mapping of an entity of the destination.
  package func entity(numbered number: Int) -> EntityMapping? {
    entities.indices.contains(number - 1) ? entities[number - 1] : nil
  }

  /// The destination's number of an entity of the source.
  package func destinationNumber(ofSource number: Int) -> Int? {
    destinationNumbers.indices.contains(number - 1) ? destinationNumbers[number - 1] : nil
  }

  /// Entities of the source whose rows have no place in the destination.
  package var removedEntities: [ResolvedEntity] {
    source.entities.filter { destinationNumber(ofSource: $0.number) == nil }
  }
}
