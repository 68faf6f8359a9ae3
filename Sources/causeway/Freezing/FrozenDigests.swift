import Foundation
import ModelDescription
import ModelEvolution

/// The facts of an entity's properties as digests, for files that an older command froze.
enum FrozenDigests {
  static func all(of entity: EntityDescription) -> [String: String] {
    var facts: [String: String] = [:]
    for attribute in entity.attributes { facts[attribute.name] = digest(text(of: attribute)) }
    for relationship in entity.relationships { facts[relationship.name] = digest(text(of: relationship)) }
    let constraints = entity.uniquenessConstraints.map { $0.joined(separator: "+") }.sorted()
    let indexes = entity.allIndexes.map { index in
      index.elements.map { "\($0.propertyName ?? "")/\($0.kind.rawValue)/\($0.isAscending)" }.joined(separator: "+")
    }
    facts[FrozenVersion.ownFacts] = digest(
      [entity.superentityName ?? "", constraints.joined(separator: ","), indexes.sorted().joined(separator: ",")]
        .joined(separator: "|"))
    return facts
  }

  private static func text(of attribute: AttributeDescription) -> String {
    let flags = [
      attribute.isOptional, attribute.isTransient, attribute.allowsExternalStorage, attribute.preservesValueOnDeletion,
      attribute.allowsCloudEncryption, attribute.isSpotlightIndexed,
    ].map { $0 ? "1" : "0" }.joined()
    let parts = [
      attribute.name, String(attribute.type.rawValue), flags, attribute.renamingIdentifier ?? "",
      attribute.versionHashModifier ?? "", attribute.defaultValue?.words ?? "", attribute.valueTransformerName ?? "",
      attribute.valueClassName ?? "",
    ]
    return (parts + attribute.elements.map(text)).joined(separator: "|")
  }

  private static func text(of relationship: RelationshipDescription) -> String {
    [
      relationship.name, relationship.destinationEntityName, relationship.inverseName ?? "",
      relationship.isOptional ? "1" : "0", relationship.isToMany ? "1" : "0", String(relationship.minimumCount),
      String(relationship.maximumCount), String(relationship.deleteRule.rawValue),
      relationship.renamingIdentifier ?? "", relationship.versionHashModifier ?? "",
    ].joined(separator: "|")
  }

  private static func digest(_ text: String) -> String {
    Data(MessageDigest.sha256(Array(text.utf8)).prefix(8)).hexadecimal
  }
}
