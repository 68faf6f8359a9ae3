public import Foundation
package import ModelDescription

/// What deleting an object does to those at the other end of a relationship.
public enum NSDeleteRule: UInt, Hashable, Sendable {
  case noActionDeleteRule = 0
  case nullifyDeleteRule = 1
  case cascadeDeleteRule = 2
  case denyDeleteRule = 3
}

/// One end of a relationship.
open class NSRelationshipDescription: NSPropertyDescription {
  private weak var destination: NSEntityDescription?
  private weak var inverse: NSRelationshipDescription?
  /// How a file, or the entity copied from, names them; used where no object is set.
  private var destinationName: String?
  private var inverseName: String?
  private var minimum = 0
  private var maximum = 0
  private var rule = NSDeleteRule.nullifyDeleteRule
  private var ordered = false
  private var toMany = true
  /// What a model's file says and no property here does; the rest of it is not looked at.
  package final var origin: RelationshipDescription?

  public override init() {}

  /// Not kept alive by the relationship: the model keeps its entities.
  open var destinationEntity: NSEntityDescription? {
    get { destination ?? destinationName.flatMap { owner?.model?.entity(named: $0) } }
    set {
      change {
        destination = newValue
        destinationName = newValue?.name
      }
    }
  }

  open var inverseRelationship: NSRelationshipDescription? {
    get {
      inverse
        ?? inverseName.flatMap { name in
          destinationEntity?.property(named: name) as? NSRelationshipDescription
        }
    }
    set {
      change {
        inverse = newValue
        inverseName = newValue?.name
      }
    }
  }

  /// 1 for a to-one, 0 for a to-many without limit.
  open var maxCount: Int {
    get { maximum }
    set {
      change {
        maximum = newValue
        toMany = newValue != 1
      }
    }
  }

  open var minCount: Int {
    get { minimum }
    set { change { minimum = newValue } }
  }

  open var deleteRule: NSDeleteRule {
    get { rule }
    set { change { rule = newValue } }
  }

  open var isToMany: Bool { toMany }

  open override var versionHash: Data {
    let description = relationshipDescription()
    let entityName = owner?.name ?? ""
    return PropertyHash.relationship(
      description, isSelfInverse: inverseRelationship.map { $0 === self } ?? description.isOwnInverse(in: entityName))
  }

  open var isOrdered: Bool {
    get { ordered }
    set { change { ordered = newValue } }
  }

  // MARK: the way from and to descriptions

  package final func take(_ description: RelationshipDescription) {
    take(
      name: description.name, isOptional: description.isOptional, isTransient: description.isTransient,
      renamingIdentifier: description.renamingIdentifier, versionHashModifier: description.versionHashModifier,
      isIndexed: description.isIndexed, isSpotlightIndexed: description.isSpotlightIndexed,
      isStoredInTruthFile: description.isStoredInTruthFile, userInfo: description.userInfo)
    destinationName = description.destinationEntityName
    inverseName = description.inverseName
    minimum = description.minimumCount
    maximum = description.maximumCount
    toMany = description.isToMany
    rule = NSDeleteRule(rawValue: UInt(description.deleteRule.rawValue)) ?? .nullifyDeleteRule
    ordered = description.isOrdered
    origin = description
  }

  package final func relationshipDescription() -> RelationshipDescription {
    let facts = PropertyFacts(self)
    var result = origin ?? RelationshipDescription(name: name, destinationEntityName: "", isToMany: isToMany)
    result.name = facts.name
    result.destinationEntityName = destination?.name ?? destinationName ?? ""
    let inverseName = inverse?.name ?? inverseName
    if result.inverseName != inverseName || origin?.destinationEntityName != result.destinationEntityName {
      result.inverseEntityName = inverse?.owner?.name
    }
    result.inverseName = inverseName
    result.isOptional = facts.isOptional
    result.isTransient = facts.isTransient
    result.isToMany = toMany
    result.isOrdered = ordered
    result.minimumCount = minimum
    result.maximumCount = maximum
    result.deleteRule = .init(rawValue: Int(rule.rawValue)) ?? .nullify
    result.renamingIdentifier = facts.renamingIdentifier
    result.versionHashModifier = facts.versionHashModifier
    result.isSpotlightIndexed = facts.isSpotlightIndexed
    result.isStoredInTruthFile = facts.isStoredInTruthFile
    result.isIndexed = facts.isIndexed
    result.userInfo = facts.userInfo
    return result
  }

  package override func emptyCopy() -> NSPropertyDescription { NSRelationshipDescription() }

  package override func take(from other: NSPropertyDescription) {
    super.take(from: other)
    guard let other = other as? NSRelationshipDescription else { return }
    // By name: in a copy of the model they are other objects.
    destinationName = other.destination?.name ?? other.destinationName
    inverseName = other.inverse?.name ?? other.inverseName
    minimum = other.minimum
    maximum = other.maximum
    rule = other.rule
    ordered = other.ordered
    toMany = other.toMany
    origin = other.origin ?? other.relationshipDescription()
  }

  package override func saysSame(as other: NSPropertyDescription) -> Bool {
    guard let other = other as? NSRelationshipDescription else { return false }
    return relationshipDescription() == other.relationshipDescription()
  }

  /// Looks names up once all entities are there: renaming one then carries to the relationships.
  package final func settle() {
    destination = destinationEntity
    inverse = inverseRelationship
  }
}
