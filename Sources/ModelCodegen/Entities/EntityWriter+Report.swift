import Foundation
import ModelDescription

/// Facts that have no place in a class; each gets its line.
extension EntityWriter {
  mutating func reportEntity() {
    if entity.isAbstract {
      report(
        .abstract, .unsaid,
        "SwiftData has no abstract class: objects of it can be made; saving one is refused where the store fits")
    }
    switch context.availability.reasons[entity.name] {
    case .inherits(let parent):
      report(.inheritance, .note, "inherits from \(parent), which Apple's SwiftData takes from iOS 26 and macOS 26 on")
    case .refers(let other):
      report(.inheritance, .note, "refers to \(other), so it too is there from iOS 26 and macOS 26 on only")
    case nil: break
    }
    reportUnstorableNames()
    if let module = context.types.hiddenModule(by: entity.name) {
      report(.name, .note, "the class hides the type \(entity.name) of \(module) from the rest of its module")
    }
    if let className = entity.className, className != entity.name, className != "NSManagedObject" {
      report(.codeGeneration, .note, "its class in Core Data is \(className); SwiftData's is called as the entity")
    }
    if entity.codeGeneration != .manual {
      report(.codeGeneration, .note, "Xcode writes its Core Data class (\(entity.codeGeneration.rawValue))")
    }
    if let former = entity.renamingIdentifier, former != entity.name {
      report(.renaming, .unsaid, "SwiftData cannot say that it was called \(former)")
    }
    if let modifier = entity.versionHashModifier {
      report(.hashModifier, .unsaid, "SwiftData has no hash modifier of an entity (\(modifier))")
    }
    if !entity.isSyncable { report(.sync, .note, "it is not synced") }
    if let name = entity.spotlightDisplayName {
      report(.spotlight, .unsaid, "SwiftData has no display name for Spotlight (\(name))")
    }
    report(entity.userInfo)
  }

  mutating func reportFacts(of attribute: AttributeDescription) {
    let name = attribute.name
    if let derivation = attribute.derivation {
      report(.derived, .unsaid, property: name, "derived as \(derivation.words); the store keeps it")
    }
    if !attribute.validation.isEmpty {
      report(.validation, .unsaid, property: name, "\(attribute.validation.words); not checked by the classes")
    }
    if attribute.isReadOnly && attribute.derivation == nil {
      report(.readOnly, .unsaid, property: name, "it is read-only; the classes let it change")
    }
    if attribute.isStoredInTruthFile {
      report(.truthFile, .unsaid, property: name, "it is stored in an external record; not in the classes")
    }
    if !attribute.isSyncable { report(.sync, .note, property: name, "it is not synced") }
    if attribute.type == .transformable && (attribute.valueTransformerName ?? "").isEmpty {
      report(.transformable, .note, property: name, "it names no transformer; Core Data's default one is written")
    }
    report(attribute.userInfo, property: name)
  }

  mutating func reportFacts(of relationship: RelationshipDescription) {
    let name = relationship.name
    if relationship.isOrdered {
      report(.ordered, .unsaid, property: name, "SwiftData's arrays have no stored order; the store keeps it")
    }
    if relationship.isReadOnly {
      report(.readOnly, .unsaid, property: name, "it is read-only; the classes let it change")
    }
    if relationship.isSpotlightIndexed {
      report(.spotlight, .unsaid, property: name, "SwiftData indexes attributes only for Spotlight")
    }
    if relationship.isStoredInTruthFile {
      report(.truthFile, .unsaid, property: name, "it is stored in an external record; not in the classes")
    }
    if relationship.isIndexed {
      report(.index, .note, property: name, "marked as indexed; a to-one always is, a to-many never")
    }
    if !relationship.isSyncable { report(.sync, .note, property: name, "it is not synced") }
    report(relationship.userInfo, property: name)
  }

  /// Names that no store can hold, since the frameworks' statements do not quote them.
  private mutating func reportUnstorableNames() {
    let why = "has characters that cannot stand in a name of a table or column: no store can be made of it"
    if !StoredName.isPlain(entity.name) { report(.name, .differs, "the name \(why)") }
    let columns =
      entity.attributes.filter { !$0.isTransient }.map(\.name)
      + entity.relationships.filter { !$0.isTransient && !$0.isToMany }.map(\.name)
    for name in columns where !StoredName.isPlain(name) { report(.name, .differs, property: name, "the name \(why)") }
  }

  mutating func reportFetchedProperties() {
    for property in entity.fetchedProperties {
      let request = property.request.map { " (\($0.words))" } ?? ""
      report(.fetchedProperty, .unsaid, property: property.name, "SwiftData has none\(request); use a #Predicate")
      if !property.isOptional { report(.fetchedProperty, .unsaid, property: property.name, "it is not optional") }
      if !property.isSyncable { report(.sync, .note, property: property.name, "it is not synced") }
      report(property.userInfo, property: property.name)
    }
  }

  private mutating func report(_ userInfo: UserInfo, property: String? = nil) {
    for (key, value) in userInfo.entries.sorted(by: { $0.key < $1.key }) {
      report(.userInfo, .unsaid, property: property, "\(key) = \(value); not in the classes")
    }
  }
}
