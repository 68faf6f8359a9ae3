package import ModelDescription

extension ModelTranslation {
  /// The store's model with the classes' delete rules.
  ///
  /// Delete rules are in no hash (VersionHashes.md section 2) and shape nothing in the file, so the classes' own hold.
  ///
  /// - Throws: `ModelError`, which the two models that made this translation rule out.
  package func model(of store: ResolvedModel, withRulesOf classes: ResolvedModel) throws -> ResolvedModel {
    var rules: [String: [String: RelationshipDescription.DeleteRule]] = [:]
    for (ours, entity) in zip(classes.entities, entities) {
      guard let theirs = store.entity(numbered: entity.storeNumber) else { continue }
      for (field, storeField) in zip(ours.fields, entity.storeFields) {
        guard let toOne = field.toOne, field.declaringEntityNumber == ours.number else { continue }
        rules[theirs.name, default: [:]][theirs.fields[storeField].name] = toOne.description.deleteRule
      }
      for toMany in ours.toManys where toMany.declaringEntityNumber == ours.number {
        guard let name = entity.storeToManys[toMany.name] else { continue }
        rules[theirs.name, default: [:]][name] = toMany.description.deleteRule
      }
    }
    var description = store.description
    for (index, entity) in description.entities.enumerated() {
      for (position, relationship) in entity.relationships.enumerated() {
        guard let rule = rules[entity.name]?[relationship.name] else { continue }
        description.entities[index].relationships[position].deleteRule = rule
      }
    }
    return try ResolvedModel(description)
  }
}
