import ModelDescription

/// Which parts of two compared models belong together, looked up from the earlier one's names.
struct ModelCorrespondence {
  let before: ResolvedModel
  let after: ResolvedModel
  /// The later model's entity by the earlier one's name.
  private var entities: [String: ResolvedEntity] = [:]
  /// The earlier name by the later entity's.
  private var formerNames: [String: String] = [:]
  /// The later path by the earlier one's, own properties by the earlier entity's name.
  private var paths: [String: [[String]: [String]]] = [:]

  init(_ comparison: ModelComparison) {
    before = comparison.store
    after = comparison.classes
    for entity in after.entities {
      guard let former = comparison.storeEntity(for: entity.number) else { continue }
      entities[former.name] = entity
      formerNames[entity.name] = former.name
      var found: [[String]: [String]] = [:]
      for (new, old) in comparison.propertyNames[entity.number - 1] { found[[old]] = [new] }
      for (new, old) in comparison.leafPaths[entity.number - 1] { found[old] = new }
      paths[former.name] = found
    }
  }

  func laterEntity(of name: String) -> ResolvedEntity? { entities[name] }

  func formerName(ofEntity name: String) -> String? { formerNames[name] }

  func laterPath(of path: [String], in entity: String) -> [String]? { paths[entity]?[path] }
}

extension EntityDescription {
  /// An own attribute, or a composite's element.
  func attribute(at path: [String]) -> AttributeDescription? {
    guard let first = path.first, var attribute = attributes.first(where: { $0.name == first }) else { return nil }
    for name in path.dropFirst() {
      guard let element = attribute.elements.first(where: { $0.name == name }) else { return nil }
      attribute = element
    }
    return attribute
  }

  func relationship(named name: String) -> RelationshipDescription? { relationships.first { $0.name == name } }

  /// Changes an own attribute, or a composite's element; `false` where there is none.
  mutating func change(attributeAt path: [String], _ change: (inout AttributeDescription) -> Void) -> Bool {
    guard let first = path.first, let index = attributes.firstIndex(where: { $0.name == first }) else { return false }
    return attributes[index].change(elementAt: path.dropFirst(), change)
  }

  mutating func change(relationship name: String, _ change: (inout RelationshipDescription) -> Void) -> Bool {
    guard let index = relationships.firstIndex(where: { $0.name == name }) else { return false }
    change(&relationships[index])
    return true
  }
}

extension AttributeDescription {
  fileprivate mutating func change(
    elementAt path: ArraySlice<String>, _ change: (inout AttributeDescription) -> Void
  ) -> Bool {
    guard let first = path.first else {
      change(&self)
      return true
    }
    guard let index = elements.firstIndex(where: { $0.name == first }) else { return false }
    return elements[index].change(elementAt: path.dropFirst(), change)
  }
}
