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
      // The store's own tables; an entity's is Z and its name in upper case (StoreFormat.md section 2).
      if ["_PRIMARYKEY", "_METADATA", "_MODELCACHE"].contains(entity.name.uppercased()) {
        add(
          .reservedName, "its table would be Z\(entity.name.uppercased()), which is the store's own",
          "rename the entity", entity)
      }
    }
  }

  /// Generations of one family; those who walk a family do so by recursion.
  private static let deepestInheritance = 256

  /// Whether every walk up the parents ends, and soon.
  private mutating func checkParents() -> Bool {
    // The number of ancestors of each entity that is known to have an end.
    var depths: [String: Int] = [:]
    var inCycle: Set<String> = []
    for entity in model.entities {
      if let parent = entity.superentityName, entities[parent] == nil {
        add(
          .unknownParent, "its parent entity \"\(parent)\" is not in the model",
          "add the parent or make it a root entity", entity)
      }
      var path: [String] = []
      var onPath: Set<String> = []
      var name: String? = entity.name
      while let current = name, depths[current] == nil, !inCycle.contains(current), onPath.insert(current).inserted {
        path.append(current)
        name = entities[current]?.superentityName
      }
      if let name, let start = path.firstIndex(of: name) {
        let cycle = path[start...].sorted { $0.precedesLiterally($1) }
        add(
          .parentCycle, "its parents form a cycle (\(cycle.joined(separator: ", ")))",
          "make one of them a root entity", entities[cycle.first ?? name])
      }
      if let name, path.contains(name) || inCycle.contains(name) {
        inCycle.formUnion(path)
        continue
      }
      var depth = name.flatMap { depths[$0] } ?? -1
      for member in path.reversed() {
        depth += 1
        depths[member] = depth
      }
      if depth > Self.deepestInheritance {
        add(
          .inheritanceTooDeep, "it has more than \(Self.deepestInheritance) ancestors", "flatten the inheritance",
          entity)
        return false
      }
    }
    return inCycle.isEmpty
  }
}
