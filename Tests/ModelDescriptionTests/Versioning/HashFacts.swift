import Foundation
import ModelDescription

/// The facts of one entity as `vectors.json` and `pairs.json` state them.
final class HashFacts: Decodable {
  let name: String
  let isAbstract: Bool
  let versionHashModifier: String?
  let uniquenessConstraints: [[String]]
  let properties: [Property]
  let superentity: HashFacts?

  final class Property: Decodable {
    let name: String
    let kind: String
    let optional: Bool
    let transient: Bool
    let readOnly: Bool?
    let versionHashModifier: String?
    let typeCode: Int?
    let allowsExternalBinaryDataStorage: Bool?
    let preservesValueInHistoryOnDeletion: Bool?
    let derivationPredicateFormat: String?
    let compositeElements: [Property]?
    let destination: String?
    let inverseName: String?
    let inverseEntity: String?
    let maxCount: Int?
    let minCount: Int?
    let ordered: Bool?

    var attribute: AttributeDescription {
      AttributeDescription(
        name: name,
        type: compositeElements != nil ? .composite : AttributeType(rawValue: typeCode ?? 0) ?? .undefined,
        isOptional: optional, isTransient: transient, isReadOnly: readOnly ?? false,
        versionHashModifier: versionHashModifier, allowsExternalStorage: allowsExternalBinaryDataStorage ?? false,
        preservesValueOnDeletion: preservesValueInHistoryOnDeletion ?? false,
        derivation: derivationPredicateFormat.map { DerivationDescription(expression: $0) },
        elements: (compositeElements ?? []).map(\.attribute))
    }

    var relationship: RelationshipDescription {
      RelationshipDescription(
        name: name, destinationEntityName: destination ?? "", inverseName: inverseName,
        inverseEntityName: inverseEntity, isOptional: optional, isTransient: transient, isReadOnly: readOnly ?? false,
        isToMany: maxCount != 1, isOrdered: ordered ?? false, minimumCount: minCount ?? 0, maximumCount: maxCount ?? 0,
        versionHashModifier: versionHashModifier)
    }
  }

  var entity: EntityDescription {
    EntityDescription(
      name: name, superentityName: superentity?.name, isAbstract: isAbstract, versionHashModifier: versionHashModifier,
      attributes: properties.filter { $0.kind != "relationship" }.map(\.attribute),
      relationships: properties.filter { $0.kind == "relationship" }.map(\.relationship),
      uniquenessConstraints: uniquenessConstraints)
  }

  var lineage: [EntityDescription] { (superentity?.lineage ?? []) + [entity] }

  var hash: Data { EntityHash.hash(of: lineage, parentHash: superentity?.hash ?? Data()) }
}

extension Data {
  var hex: String { map { String(format: "%02x", $0) }.joined() }
}
