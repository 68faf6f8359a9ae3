import Foundation
import ModelDescription

/// Works out what a mapping model leaves to be generated.
///
/// As Xcode's compiler does, known from the mapping models of CoreStore, JSQCoreDataKit and UnCloudNotes with what those
/// projects say of them, and from FreeCoreData's comparison with a compiled one: an attribute without an expression has
/// the source's of the same name; a relationship the successors of the source's of that name, or of its key path; an
/// entity mapping is of the type that its entities' hashes make it, and of the custom one with a policy.
struct MappingCompletion {
  private let description: MappingModelDescription
  private let source: ResolvedModel
  private let destination: ResolvedModel
  private let hashes: (source: [String: Data], destination: [String: Data])

  init(_ description: MappingModelDescription, source: ResolvedModel, destination: ResolvedModel) {
    (self.description, self.source, self.destination) = (description, source, destination)
    hashes = (source.versionHashes(), destination.versionHashes())
  }

  func entities() throws -> [AuthoredEntityMapping] { try description.entityMappings.map(entity) }

  private func entity(_ mapping: EntityMappingDescription) throws -> AuthoredEntityMapping {
    func resolved(_ name: String?, _ model: ResolvedModel, _ side: String) throws -> ResolvedEntity? {
      guard let name else { return nil }
      guard let entity = model.entity(named: name) else {
        throw MappingModelError("the \(side) model has no entity \(name)", mapping: mapping.title)
      }
      return entity
    }
    let former = try resolved(mapping.sourceEntityName, source, "source")
    let entity = try resolved(mapping.destinationEntityName, destination, "destination")
    let (old, new) = (former.flatMap { hashes.source[$0.name] }, entity.flatMap { hashes.destination[$0.name] })
    return AuthoredEntityMapping(
      name: mapping.title, kind: kind(of: mapping, old, new), source: former, destination: entity, sourceHash: old,
      destinationHash: new, policyClassName: mapping.policyClassName, sourceFilter: mapping.sourceFilter,
      sourceExpression: mapping.sourceExpression,
      attributes: try mapping.attributes.map { try attribute($0, mapping, former, entity) },
      relationships: try mapping.relationships.map { try relationship($0, mapping, former, entity) },
      userInfo: mapping.userInfo)
  }

  /// What is written counts, unless there is nothing to copy or transform.
  private func kind(
    of mapping: EntityMappingDescription, _ old: Data?, _ new: Data?
  ) -> EntityMappingDescription.Kind {
    if mapping.policyClassName != nil { return .custom }
    if let kind = mapping.kind, kind == .custom || old != nil && new != nil { return kind }
    if old == nil { return .add }
    if new == nil { return .remove }
    return old == new ? .copy : .transform
  }

  // MARK: Properties

  private func attribute(
    _ property: PropertyMappingDescription, _ mapping: EntityMappingDescription, _ former: ResolvedEntity?,
    _ entity: ResolvedEntity?
  ) throws -> AuthoredEntityMapping.Property {
    guard let entity, Self.attributes(of: entity).contains(property.name) else {
      throw MappingModelError(
        "the entity \(entity?.name ?? "") of the destination has no attribute of that name", mapping: mapping.title,
        property: property.name)
    }
    let has = former.map { Self.attributes(of: $0).contains(property.name) } ?? false
    let generated = has ? MappingExpression.format("$source.\(property.name)") : nil
    return .init(name: property.name, expression: property.expression ?? generated, userInfo: property.userInfo)
  }

  private func relationship(
    _ property: PropertyMappingDescription, _ mapping: EntityMappingDescription, _ former: ResolvedEntity?,
    _ entity: ResolvedEntity?
  ) throws -> AuthoredEntityMapping.Property {
    guard let entity, let relationship = Self.relationship(property.name, of: entity) else {
      throw MappingModelError(
        "the entity \(entity?.name ?? "") of the destination has no relationship of that name", mapping: mapping.title,
        property: property.name)
    }
    let expression =
      try property.expression ?? former.flatMap { try generated(property, mapping, $0, relationship) }
    return .init(name: property.name, expression: expression, userInfo: property.userInfo)
  }

  /// What the manager finds for the objects at the key path; `nil` where the source has nothing of the name.
  private func generated(
    _ property: PropertyMappingDescription, _ mapping: EntityMappingDescription, _ former: ResolvedEntity,
    _ relationship: ResolvedRelationship
  ) throws -> MappingExpression? {
    let path = property.sourceKeyPath ?? property.name
    let objects = path.hasPrefix("$") ? path : "$source.\(path)"
    guard let target = target(of: objects, from: former) else {
      guard property.sourceKeyPath == nil else {
        throw MappingModelError(
          "its source key path \(path) leads to no entity of the source", mapping: mapping.title,
          property: property.name)
      }
      return nil
    }
    guard let name = property.sourceMappingName ?? self.mapping(from: target, to: relationship) else {
      throw MappingModelError(
        "no entity mapping is from \(target.name), whose objects it should lead to; name one", mapping: mapping.title,
        property: property.name)
    }
    guard description.entityMappings.contains(where: { $0.title == name }) else {
      throw MappingModelError(
        "it names the entity mapping \(name), which is not there", mapping: mapping.title, property: property.name)
    }
    return .format(
      "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", \(Self.quoted(name)), \(objects))"
    )
  }

  /// Where a key path from `$source` ends.
  private func target(of path: String, from entity: ResolvedEntity) -> ResolvedEntity? {
    let parts = path.split(separator: ".").map(String.init)
    guard parts.first == "$source" else { return nil }
    var place: ResolvedEntity? = entity
    for name in parts.dropFirst() {
      place = place.flatMap { Self.relationship(name, of: $0) }.flatMap {
        source.entity(numbered: $0.destinationNumber)
      }
    }
    return place
  }

  /// The mapping between the two entities, else the first from the one.
  private func mapping(from former: ResolvedEntity, to relationship: ResolvedRelationship) -> String? {
    let entity = destination.entity(numbered: relationship.destinationNumber)
    let candidates = description.entityMappings.filter {
      $0.sourceEntityName == former.name && $0.destinationEntityName != nil
    }
    return (candidates.first { $0.destinationEntityName == entity?.name } ?? candidates.first)?.title
  }

  // MARK: Parts

  private static func relationship(_ name: String, of entity: ResolvedEntity) -> ResolvedRelationship? {
    entity.toMany(named: name) ?? entity.fields.lazy.compactMap(\.toOne).first { $0.name == name }
  }

  /// The names of an entity's attributes, own and inherited, those that no row holds too.
  private static func attributes(of entity: ResolvedEntity) -> Set<String> {
    entity.transientNames.union(entity.fields.lazy.filter { $0.attribute != nil }.compactMap(\.path.first))
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined())\""
  }
}
