/// Judges a model: the findings of all rules, in the order of the model's entities and properties.
package struct ModelValidation {
  let model: ModelDescription
  private let entities: [String: EntityDescription]
  private(set) var findings: [ModelFinding] = []

  /// Everything found, errors and warnings. O(entities × depth of inheritance + properties).
  package static func findings(in model: ModelDescription) -> [ModelFinding] {
    var validation = ModelValidation(model)
    validation.run()
    return validation.findings
  }

  private init(_ model: ModelDescription) {
    self.model = model
    entities = Dictionary(model.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func run() {
    checkEntityNames()
    // A cycle would send every walk up the parents in circles, so the rest waits until there is none.
    guard checkParents() else { return }
    for entity in model.entities {
      checkPropertyNames(of: entity)
      for attribute in entity.attributes { check(attribute, of: entity) }
      for relationship in entity.relationships { check(relationship, of: entity) }
      checkLists(of: entity)
    }
    for configuration in model.configurations {
      for name in configuration.entityNames where entities[name] == nil {
        add(
          .unknownConfigurationEntity,
          "the configuration \"\(configuration.name)\" lists the entity \"\(name)\", which is not in the model",
          "take it off the configuration")
      }
    }
  }

  mutating func add(
    _ rule: ModelFinding.Rule, _ message: String, _ advice: String, _ entity: EntityDescription? = nil,
    _ property: String? = nil
  ) {
    findings.append(ModelFinding(rule, message, advice, entity: entity?.name, property: property))
  }

  /// The entity and its ancestors, nearest first. Only after the parents are known to form no cycle.
  func lineage(of entity: EntityDescription) -> [EntityDescription] {
    Array(sequence(first: entity) { $0.superentityName.flatMap { entities[$0] } })
  }

  func entity(named name: String) -> EntityDescription? { entities[name] }

  // MARK: entities

  private mutating func checkEntityNames() {
    var seen: Set<String> = []
    var spellings: [String: String] = [:]
    for entity in model.entities {
      if entity.name.isEmpty { add(.emptyName, "an entity has no name", "give it one") }
      if !seen.insert(entity.name).inserted {
        add(.duplicateEntity, "the model has two entities of this name", "rename one of them", entity)
      } else if let other = spellings.updateValue(entity.name, forKey: entity.name.uppercased()) {
        add(
          .entityNamesDifferInCase,
          "its name differs from that of entity \(other) in case only, and their tables would be one",
          "rename one of them", entity)
      }
      // The store's own tables; an entity's is Z and its name in upper case (FORMAT.md section 2.1).
      if ["_PRIMARYKEY", "_METADATA", "_MODELCACHE"].contains(entity.name.uppercased()) {
        add(
          .reservedName, "its table would be Z\(entity.name.uppercased()), which is the store's own",
          "rename the entity", entity)
      }
    }
  }

  /// Whether every walk up the parents ends.
  private mutating func checkParents() -> Bool {
    var ends: [String: Bool] = [:]
    for entity in model.entities {
      var path: [String] = []
      var name: String? = entity.name
      while let current = name, ends[current] == nil, !path.contains(current) {
        path.append(current)
        name = entities[current]?.superentityName
      }
      let isCycle = name.map { path.contains($0) || ends[$0] == false } ?? false
      for member in path { ends[member] = !isCycle }
      if let name, let start = path.firstIndex(of: name) {
        let cycle = path[start...].sorted { $0.precedesLiterally($1) }
        add(
          .parentCycle, "its parents form a cycle (\(cycle.joined(separator: ", ")))",
          "make one of them a root entity", entities[cycle.first ?? name])
      }
      if let parent = entity.superentityName, entities[parent] == nil {
        add(
          .unknownParent, "its parent entity \"\(parent)\" is not in the model",
          "add the parent or make it a root entity", entity)
      }
    }
    return !findings.contains { $0.rule == .parentCycle }
  }
}
