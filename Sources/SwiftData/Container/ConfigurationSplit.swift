import Foundation
import SchemaTypes

/// Which configuration holds which models: decided before any store is touched.
struct ConfigurationSplit {
  struct Part {
    let configuration: ModelConfiguration
    /// Names of the entities that its store has.
    let entities: Set<String>
  }

  let parts: [Part]

  /// - Throws: `SwiftDataError` that names the configurations and models which do not go together.
  init(_ schema: Schema, _ given: [ModelConfiguration]) throws {
    let configurations = given.isEmpty ? [ModelConfiguration()] : given
    for configuration in configurations { try configuration.validate() }
    try Self.checkNames(configurations)
    for configuration in configurations { try Self.check(configuration, against: schema) }
    let places = try Self.places(schema, configurations)
    try Self.checkCoverage(schema, configurations, places)
    try Self.checkRelationships(schema, configurations, places)
    parts = configurations.enumerated().map { number, configuration in
      Part(configuration: configuration, entities: Set(places.filter { $0.value == number }.keys))
    }
  }

  private static func checkNames(_ configurations: [ModelConfiguration]) throws {
    for (number, configuration) in configurations.enumerated() {
      for other in configurations[..<number] {
        if other.name == configuration.name {
          throw SwiftDataError(
            "duplicateConfiguration",
            detail: "two configurations have the name \"\(configuration.name)\"; give each a name of its own, as in "
              + "ModelConfiguration(\"Archive\")")
        }
        if !configuration.isStoredInMemoryOnly, other.url.standardizedFileURL == configuration.url.standardizedFileURL {
          throw SwiftDataError(
            "duplicateConfiguration",
            detail: "\(other.name) and \(configuration.name) have the same store, \(configuration.url.path); "
              + "give each a store of its own")
        }
      }
    }
  }

  private static func check(_ configuration: ModelConfiguration, against schema: Schema) throws {
    let unknown = (configuration.schema?.entities ?? []).map(\.name).filter { schema.entitiesByName[$0] == nil }
    guard unknown.isEmpty else {
      throw SwiftDataError(
        "configurationSchemaNotFoundInContainerSchema",
        detail: "the configuration \(configuration.name) has \(list(unknown)), which the container's schema does not "
          + "have; add the models to the container")
    }
  }

  /// The configuration of each entity: the one whose schema has it, or the one that has no schema.
  private static func places(_ schema: Schema, _ configurations: [ModelConfiguration]) throws -> [String: Int] {
    let open = configurations.indices.filter { configurations[$0].schema == nil }
    guard open.count <= 1 else {
      throw SwiftDataError(
        "loadIssueModelContainer",
        detail: "the configurations \(list(open.map { configurations[$0].name })) do not say which models they hold; "
          + "give each a schema, as in ModelConfiguration(\"Archive\", schema: Schema([Item.self]))")
    }
    var places: [String: Int] = [:]
    for (number, configuration) in configurations.enumerated() {
      for entity in configuration.schema?.entities ?? [] {
        if let other = places[entity.name] {
          throw SwiftDataError(
            "loadIssueModelContainer",
            detail: "\(entity.name) is in two configurations, \(configurations[other].name) and \(configuration.name). "
              + "A model lies in one store, and models that relationships connect come along: no relationship leads "
              + "from one store to another")
        }
        places[entity.name] = number
      }
    }
    if let rest = open.first {
      for entity in schema.entities where places[entity.name] == nil { places[entity.name] = rest }
    }
    return places
  }

  private static func checkCoverage(
    _ schema: Schema, _ configurations: [ModelConfiguration], _ places: [String: Int]
  ) throws {
    let missing = schema.entities.map(\.name).filter { places[$0] == nil }
    guard missing.isEmpty else {
      throw SwiftDataError(
        "loadIssueModelContainer",
        detail: "no configuration holds \(list(missing)): \(list(configurations.map(\.name))) "
          + "\(configurations.count == 1 ? "holds" : "hold") only some of the container's models; name the rest in a "
          + "schema, or give one configuration none")
    }
    if let empty = configurations.indices.first(where: { number in !places.values.contains(number) }),
      !schema.entities.isEmpty
    {
      throw SwiftDataError(
        "loadIssueModelContainer",
        detail: "the configuration \(configurations[empty].name) holds no model; leave it out or name models in it")
    }
  }

  private static func checkRelationships(
    _ schema: Schema, _ configurations: [ModelConfiguration], _ places: [String: Int]
  ) throws {
    for entity in schema.entities {
      let place = places[entity.name]
      func name(_ place: Int?) -> String { place.map { configurations[$0].name } ?? "" }
      for relationship in entity.relationshipList where places[relationship.destination] != place {
        throw SwiftDataError(
          "loadIssueModelContainer",
          detail: "\(entity.name).\(relationship.name) leads from the configuration \(name(place)) to "
            + "\(relationship.destination) in \(name(places[relationship.destination])), and no relationship leads "
            + "from one store to another; keep an identifier of your own there instead")
      }
      if let parent = entity.superentityName, places[parent] != place {
        throw SwiftDataError(
          "loadIssueModelContainer",
          detail: "\(entity.name) inherits from \(parent), and one table holds both: they cannot lie in "
            + "\(name(place)) and \(name(places[parent]))")
      }
    }
  }

  private static func list(_ names: [String]) -> String { names.sorted().joined(separator: ", ") }
}
