import ModelDescription

/// Tells which changed facts a store can follow by inference, as the inferred mapping has it.
struct LightweightRules {
  private let mapping: ModelMapping
  private let correspondence: ModelCorrespondence
  /// What a property of the later model lacks, by its entity and path.
  private var lacks: [Place: Lack] = [:]

  private struct Place: Hashable {
    var entity: String
    var path: [String]
  }

  private enum Lack {
    case value, destination
  }

  init(_ correspondence: ModelCorrespondence) {
    self.correspondence = correspondence
    mapping = ModelMapping.inferred(from: correspondence.before, to: correspondence.after)
    // An entity without a source has no rows yet.
    for entity in mapping.entities where entity.source != nil {
      for (field, source) in zip(entity.destination.fields, entity.fields) {
        let lack: Lack? =
          if source.attribute?.fill == .missing {
            .value
          } else if source.toOne?.mayLackValue == true {
            .destination
          } else {
            nil
          }
        guard let lack, let owner = correspondence.after.entity(numbered: field.declaringEntityNumber) else { continue }
        lacks[Place(entity: owner.name, path: field.path)] = lack
      }
    }
  }

  func verdict(on fact: ChangedFact) -> LightweightVerdict {
    let place = later(fact)
    if Self.mayBeObstacle(fact.kind), let obstacle = obstacle(at: place) {
      return .no(reason: obstacle.reason.sentence, remedy: obstacle.remedy)
    }
    if Self.mayLackValues(fact.kind), let lack = lacks[place] {
      // What could be empty is not empty in every row, so that a store may follow all the same.
      let rows = fact.kind == .optionality ? "rows that lack it, where there are such," : "rows that are there"
      return switch lack {
      case .value:
        .no(
          reason: "it is mandatory and has no default value, which \(rows) need",
          remedy: "Give it a default value, make it optional, or fill it in a custom stage.")
      case .destination:
        .no(
          reason: "it is mandatory, and \(rows) have no destination",
          remedy: "Make it optional, or set it in a custom stage.")
      }
    }
    return Self.usual(fact)
  }

  /// Obstacles that are no fact's; none may be.
  func unattached(_ facts: [ChangedFact]) -> [MappingObstacle] {
    let places = Set(facts.filter { Self.mayBeObstacle($0.kind) }.map(later))
    return mapping.obstacles.filter { !places.contains(Self.place($0)) }
  }

  private func obstacle(at place: Place) -> MappingObstacle? { mapping.obstacles.first { Self.place($0) == place } }

  private static func place(_ obstacle: MappingObstacle) -> Place {
    Place(
      entity: obstacle.entityName, path: obstacle.propertyName?.split(separator: ".").map(String.init) ?? [])
  }

  /// Where the later model has the fact's property.
  private func later(_ fact: ChangedFact) -> Place {
    let entity = fact.owner ?? correspondence.laterEntity(of: fact.entity)?.name ?? fact.entity
    return Place(entity: entity, path: correspondence.laterPath(of: fact.path, in: fact.entity) ?? fact.path)
  }

  private static func mayBeObstacle(_ kind: ModelDifference.Kind) -> Bool {
    switch kind {
    case .attributeType, .integerWidth, .propertyKind, .destination, .propertyAdded, .propertyMoved: true
    default: false
    }
  }

  private static func mayLackValues(_ kind: ModelDifference.Kind) -> Bool {
    switch kind {
    case .propertyAdded, .propertyMoved, .propertyKind, .optionality, .derivation, .toMany: true
    default: false
    }
  }

  private static func usual(_ fact: ChangedFact) -> LightweightVerdict {
    switch fact.kind {
    case .deleteRule, .valueTransformer, .validation, .cloudEncryption, .readOnly, .hashModifier, .hash, .counts,
      .defaultValue:
      .nothingToDo
    case .entityRemoved: .yes(note: "its rows are dropped")
    case .propertyRemoved: .yes(note: "its values are dropped")
    case .uniqueness:
      .yes(note: fact.after == "no uniqueness constraint" ? nil : "refused where rows break the constraint")
    case .toMany: .yes(note: fact.after == "to-one" ? "of several destinations one stays" : nil)
    case .ordered: .yes(note: fact.after == "unordered" ? "the order is lost" : "rows are numbered as they come")
    case .derivation: .yes(note: fact.after == "not derived" ? "the computed values stay" : "values are computed anew")
    case .abstract: .yes(note: fact.after == "abstract" ? "refused where the entity has rows of its own" : nil)
    case .inverse: .yes(note: nil)
    case .entityAdded, .entityRenamed, .parent, .propertyAdded, .propertyRenamed, .propertyMoved, .propertyKind,
      .attributeType, .integerWidth, .optionality, .externalStorage, .preservedOnDeletion, .destination, .indexes:
      .yes(note: nil)
    }
  }
}

extension String {
  /// Without the full stop, to stand after a colon.
  fileprivate var sentence: String { hasSuffix(".") ? String(dropLast()) : self }
}
