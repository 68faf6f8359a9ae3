package import Foundation
package import ModelDescription

/// A mapping model that somebody wrote, between two models that are known: nothing in it is left to follow from them.
///
/// A pure value, as `ModelMapping` is for what is inferred; its expressions want objects, not rows.
package struct AuthoredMapping: Sendable {
  package let source: ResolvedModel
  package let destination: ResolvedModel
  /// In the order in which they run.
  package let entities: [AuthoredEntityMapping]
  /// What the models are called where the mapping was written.
  package let names: (source: String?, destination: String?)

  /// Between the models that the description has copies of, as Xcode compiles a mapping model.
  ///
  /// - Throws: `MappingModelError`.
  package init(_ description: MappingModelDescription) throws {
    try self.init(
      description, source: Self.model(description.source, "source"),
      destination: Self.model(description.destination, "destination"))
  }

  /// Between two given models.
  package init(
    _ description: MappingModelDescription, source: ResolvedModel, destination: ResolvedModel
  ) throws {
    (self.source, self.destination) = (source, destination)
    names = (description.source.name, description.destination.name)
    entities = try MappingCompletion(description, source: source, destination: destination).entities()
  }

  private static func model(_ mapped: MappedModel, _ side: String) throws -> ResolvedModel {
    guard let model = mapped.model else {
      throw MappingModelError("it has no copy of its \(side) model that can be read, which its meaning follows from")
    }
    do {
      return try ResolvedModel(model)
    } catch {
      throw MappingModelError("its copy of the \(side) model cannot be used: \(error)")
    }
  }

  /// Entities whose hashes are others than the mapping was written for, in the words of a report; none where it fits.
  ///
  /// Only the entities that it maps are asked about, as Apple's documentation of the entity mappings' hashes has it.
  package func mismatches(source hashes: [String: Data], destination others: [String: Data]) -> [String] {
    var result: [String] = []
    for entity in entities {
      if let name = entity.source?.name, hashes[name] != entity.sourceHash {
        result.append("\(name) of the source" + (hashes[name] == nil ? ", which has no such entity" : ""))
      }
      if let name = entity.destination?.name, others[name] != entity.destinationHash {
        result.append("\(name) of the destination" + (others[name] == nil ? ", which has no such entity" : ""))
      }
    }
    var seen: Set<String> = []
    return result.filter { seen.insert($0).inserted }
  }

  /// Entities of the source that no mapping takes anything from: their objects stay behind.
  package var leftBehind: [ResolvedEntity] {
    let taken = Set(entities.compactMap { $0.kind == .remove ? nil : $0.source?.name })
    return source.entities.filter { !$0.description.isAbstract && !taken.contains($0.name) }
  }

  /// Policies, which are code: by entity mapping.
  package var policies: [(mapping: String, className: String)] {
    entities.compactMap { entity in entity.policyClassName.map { (entity.name, $0) } }
  }

  /// Expressions that could not be read, in the words of a report.
  package var unread: [String] {
    entities.flatMap { entity -> [String] in
      var lines: [String] = []
      if let expression = entity.sourceExpression, case .unread = expression {
        lines.append("\(entity.name): \(expression.words)")
      }
      for property in entity.attributes + entity.relationships {
        guard let expression = property.expression, case .unread = expression else { continue }
        lines.append("\(entity.name).\(property.name): \(expression.words)")
      }
      return lines
    }
  }
}
