import Foundation
import ModelDescription
import SQLiteStore

extension StoreInspection {
  /// The document of `inspect --json`; `rows` where rows of an entity were asked for and could be read, `history` where
  /// that was.
  func json(rows: [JSONValue]?, history: JSONValue? = nil) -> JSONValue {
    var members: [String: JSONValue] = ["store": store, "entities": .array(entities.map(json))]
    if modelSource == .none { members["tables"] = .array(tables.map(Self.json)) }
    if let rows { members["rows"] = .array(rows) }
    if let history { members["history"] = history }
    return .document(members)
  }

  static func json(_ row: EntityRows.Row) -> JSONValue {
    var members = Dictionary(row.members.map { ($0.name, $0.value.json) }) { first, _ in first }
    // No property can have this name: it is one of every managed object's own.
    members["objectID"] = .string(row.id)
    return .object(members)
  }

  private var store: JSONValue {
    let problem = modelProblem.map { JSONValue.string("the store \($0.words)") } ?? .null
    let model: JSONValue =
      switch modelSource {
      case .none: ["source": nil, "path": nil, "version": nil, "problem": problem]
      case .store: ["source": "store", "path": nil, "version": nil, "problem": problem]
      case .file(let path, let version):
        ["source": "file", "path": .string(path), "version": .string(version), "problem": problem]
      }
    return [
      "path": .string(path), "identifier": .string(metadata.uuid),
      "frameworkVersion": metadata.frameworkVersion.map { .integer($0) } ?? .null,
      "versionIdentifiers": .strings(metadata.identifiers),
      "hashesVersion": metadata.hashesVersion.map { .integer($0) } ?? .null,
      "digest": .optional(metadata.digest), "checksum": .optional(metadata.checksum),
      "hashes": .object(metadata.hashes.mapValues { .string($0.hexadecimal) }), "journal": log.json, "model": model,
      "history": [
        "tables": .array(tables.filter(\.isHistory).map(Self.count)),
        "lastTransaction": lastTransaction.map { .date($0) } ?? .null,
      ],
      "cloudKit": [
        "tables": .array(tables.filter(\.isCloudKit).map(Self.count)), "warning": .optional(cloudWarning),
      ],
    ]
  }

  private func json(_ entity: Entity) -> JSONValue {
    let attributes: [JSONValue] = entity.entity.fields.compactMap { field in
      field.attribute.map {
        [
          "name": .string(field.name), "type": .string("\($0.type)"), "optional": .boolean($0.isOptional),
          "derivation": .optional($0.derivation?.expression),
        ]
      }
    }
    let relationships: [JSONValue] = entity.relationships.map { relationship, destination in
      let description = relationship.description
      return [
        "name": .string(relationship.name), "destination": .string(destination),
        "inverse": .optional(relationship.inverse?.name), "toMany": .boolean(description.isToMany),
        "ordered": .boolean(description.isOrdered), "optional": .boolean(description.isOptional),
        "deleteRule": .string("\(description.deleteRule)"),
      ]
    }
    let name = entity.entity.name
    return [
      "name": .string(name), "number": .integer(entity.number), "parent": .optional(entity.superentity),
      "abstract": .boolean(entity.entity.description.isAbstract), "rows": .integer(entity.rows),
      "hash": .optional(metadata.hashes[name]?.hexadecimal), "attributes": .array(attributes),
      "relationships": .array(relationships),
      "uniqueness": .array(entity.entity.description.uniquenessConstraints.map { .strings($0) }),
    ]
  }

  private static func count(_ table: Table) -> JSONValue {
    ["name": .string(table.name), "rows": .integer(table.rows)]
  }

  private static func json(_ table: Table) -> JSONValue {
    ["name": .string(table.name), "rows": .integer(table.rows), "columns": .strings(table.columns)]
  }
}
