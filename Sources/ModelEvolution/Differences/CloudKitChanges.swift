import ModelDescription

/// Judges changes of a model whose stores are mirrored to CloudKit.
struct CloudKitChanges {
  let correspondence: ModelCorrespondence

  func verdict(on fact: ChangedFact) -> CloudKitVerdict {
    if let objection = objection(to: fact) { return .unsupported(reason: objection) }
    switch fact.kind {
    case .entityRemoved: return .notInProduction(reason: "the record type of \(fact.entity) cannot be removed")
    case .entityRenamed: return .notInProduction(reason: "the record type of \(fact.entity) cannot be renamed")
    case .propertyRemoved: return .notInProduction(reason: "the field of \(place(fact)) cannot be removed")
    case .propertyRenamed: return .notInProduction(reason: "the field of \(place(fact)) cannot be renamed")
    case .propertyMoved, .parent, .abstract:
      return .notInProduction(
        reason: "what another place in the hierarchy makes of records is not documented; only additions are safe")
    case .propertyKind, .toMany:
      return .notInProduction(reason: "the field of \(place(fact)) cannot become one of another kind")
    case .destination:
      return .notInProduction(reason: "older versions of the app take the field's records for those of another entity")
    case .attributeType: return retyped(fact)
    case .cloudEncryption:
      return .notInProduction(reason: "the encryption of a field cannot be changed once it is deployed")
    case .integerWidth, .entityAdded, .propertyAdded, .optionality, .externalStorage, .preservedOnDeletion,
      .derivation, .readOnly, .inverse, .ordered, .counts, .deleteRule, .uniqueness, .indexes, .hashModifier, .hash,
      .defaultValue, .valueTransformer, .validation:
      return .allowed
    }
  }

  private func place(_ fact: ChangedFact) -> String { ([fact.entity] + fact.path).joined(separator: ".") }

  private func retyped(_ fact: ChangedFact) -> CloudKitVerdict {
    let old = correspondence.before.entity(named: fact.entity)?.description.attribute(at: fact.path)
    let new = correspondence.laterPath(of: fact.path, in: fact.entity).flatMap {
      correspondence.laterEntity(of: fact.entity)?.description.attribute(at: $0)
    }
    let (was, becomes) = (old.flatMap { CloudKitRules.field($0.type) }, new.flatMap { CloudKitRules.field($0.type) })
    if was == becomes, let was {
      return .notInProduction(
        reason: "the field stays \(was), but older versions of the app read its values as \(fact.before)")
    }
    return .notInProduction(reason: "the field of \(place(fact)) is \(was ?? "several") and cannot be retyped")
  }

  /// What the later model says there that no mirrored model may say; only for facts that say it.
  private func objection(to fact: ChangedFact) -> String? {
    let later = correspondence.laterEntity(of: fact.entity) ?? correspondence.after.entity(named: fact.entity)
    guard let entity = later?.description else { return nil }
    switch fact.kind {
    case .entityAdded: return CloudKitRules.objection(to: entity)
    case .uniqueness: return CloudKitRules.uniqueness(of: entity)
    case .propertyAdded, .attributeType, .propertyKind, .optionality, .inverse, .ordered, .deleteRule, .defaultValue,
      .derivation, .toMany:
      guard let first = fact.path.first else { return nil }
      let path = correspondence.laterPath(of: fact.path, in: fact.entity) ?? fact.path
      if let attribute = entity.attribute(at: path) ?? entity.attribute(at: [first]) {
        return CloudKitRules.objection(to: attribute)
      }
      return entity.relationship(named: path[0]).flatMap(CloudKitRules.objection(to:))
    default: return nil
    }
  }
}
