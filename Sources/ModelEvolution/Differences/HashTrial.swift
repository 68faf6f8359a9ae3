import Foundation
import ModelDescription

/// Tells whether one fact alone changes the version hash of its entity: it is put into the earlier entity, which is
/// hashed again.
///
/// No list of facts would do: the name of a derived attribute is in no hash, nor is that of a composite
/// (VersionHashes.md section 1).
struct HashTrial {
  let correspondence: ModelCorrespondence

  /// - Parameters:
  ///   - path: the property in the earlier model.
  func changesHash(_ kind: ModelDifference.Kind, entity name: String, path: [String]) -> Bool {
    switch kind {
    case .entityAdded, .entityRemoved, .parent, .hash, .propertyMoved: return true
    case .deleteRule, .defaultValue, .valueTransformer, .validation, .cloudEncryption, .indexes: return false
    default: break
    }
    guard let before = correspondence.before.entity(named: name)?.description else { return true }
    guard let after = correspondence.laterEntity(of: name)?.description else { return true }
    var trial = before
    let isMade =
      path.isEmpty
      ? changeEntity(kind, &trial, after)
      : kind == .propertyAdded
        ? add(path, &trial, from: after)
        : kind == .propertyRemoved ? remove(path, &trial) : changeProperty(kind, path, &trial, before: before, after)
    return !isMade || hash(trial, in: name) != hash(before, in: name)
  }

  /// Only the part that the entity itself adds: its parent's hash is the same on both sides.
  private func hash(_ entity: EntityDescription, in name: String) -> Data {
    var lineage: [EntityDescription] = []
    var ancestor = correspondence.before.entity(named: name)?.superentityNumber
    while let number = ancestor, let found = correspondence.before.entity(numbered: number) {
      lineage.insert(found.description, at: 0)
      ancestor = found.superentityNumber
    }
    return EntityHash.hash(of: lineage + [entity], parentHash: Data())
  }

  private func changeEntity(
    _ kind: ModelDifference.Kind, _ trial: inout EntityDescription, _ after: EntityDescription
  ) -> Bool {
    switch kind {
    case .entityRenamed: trial.name = after.name
    case .abstract: trial.isAbstract = after.isAbstract
    case .uniqueness: trial.uniquenessConstraints = after.uniquenessConstraints
    case .hashModifier: trial.versionHashModifier = after.versionHashModifier
    default: return false
    }
    return true
  }

  private func add(_ path: [String], _ trial: inout EntityDescription, from after: EntityDescription) -> Bool {
    guard path.count == 1 else { return false }
    if let attribute = after.attributes.first(where: { $0.name == path[0] }) {
      trial.attributes.removeAll { $0.name == path[0] }
      trial.attributes.append(attribute)
      return true
    }
    guard let relationship = after.relationship(named: path[0]) else { return false }
    trial.relationships.removeAll { $0.name == path[0] }
    trial.relationships.append(relationship)
    return true
  }

  private func remove(_ path: [String], _ trial: inout EntityDescription) -> Bool {
    guard path.count == 1 else { return false }
    trial.attributes.removeAll { $0.name == path[0] }
    trial.relationships.removeAll { $0.name == path[0] }
    return true
  }

  private func changeProperty(
    _ kind: ModelDifference.Kind, _ path: [String], _ trial: inout EntityDescription, before: EntityDescription,
    _ after: EntityDescription
  ) -> Bool {
    guard let later = correspondence.laterPath(of: path, in: before.name) ?? Self.samePath(path, after) else {
      return false
    }
    if let new = after.attribute(at: later), before.attribute(at: path) != nil {
      return trial.change(attributeAt: path) { Self.take(kind, from: new, into: &$0) }
    }
    if let new = after.relationship(named: later[0]), before.relationship(named: path[0]) != nil {
      return trial.change(relationship: path[0]) { Self.take(kind, from: new, into: &$0) }
    }
    return false
  }

  /// A composite's own path is not among those of leaves.
  private static func samePath(_ path: [String], _ entity: EntityDescription) -> [String]? {
    entity.attribute(at: path) == nil ? nil : path
  }

  private static func take(
    _ kind: ModelDifference.Kind, from new: AttributeDescription, into old: inout AttributeDescription
  ) {
    switch kind {
    case .propertyRenamed: old.name = new.name
    case .attributeType, .integerWidth: (old.type, old.elements) = (new.type, new.elements)
    case .optionality: old.isOptional = new.isOptional
    case .externalStorage: old.allowsExternalStorage = new.allowsExternalStorage
    case .preservedOnDeletion: old.preservesValueOnDeletion = new.preservesValueOnDeletion
    case .derivation: old.derivation = new.derivation
    case .readOnly: old.isReadOnly = new.isReadOnly
    case .hashModifier: old.versionHashModifier = new.versionHashModifier
    default: break
    }
  }

  private static func take(
    _ kind: ModelDifference.Kind, from new: RelationshipDescription, into old: inout RelationshipDescription
  ) {
    switch kind {
    case .propertyRenamed: old.name = new.name
    case .optionality: old.isOptional = new.isOptional
    case .readOnly: old.isReadOnly = new.isReadOnly
    case .destination: old.destinationEntityName = new.destinationEntityName
    case .inverse: old.inverseName = new.inverseName
    case .toMany, .counts:
      (old.isToMany, old.minimumCount, old.maximumCount) = (new.isToMany, new.minimumCount, new.maximumCount)
    case .ordered: old.isOrdered = new.isOrdered
    case .hashModifier: old.versionHashModifier = new.versionHashModifier
    default: break
    }
  }
}
