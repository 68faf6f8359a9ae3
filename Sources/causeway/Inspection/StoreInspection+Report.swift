import Foundation
import ModelDescription
import SQLiteStore

extension StoreInspection {
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "path": .string(path), "identifier": .string(metadata.uuid),
      "frameworkVersion": metadata.frameworkVersion.map { .integer($0) } ?? .null,
      "hashesVersion": metadata.hashesVersion.map { .integer($0) } ?? .null,
      "digest": .optional(metadata.digest), "checksum": .optional(metadata.checksum),
      "hashes": .object(metadata.hashes.mapValues { .string(Self.hexadecimal($0)) }),
      "modelIsReadable": .boolean(modelProblem == nil), "modelProblem": .optional(modelProblem),
      "historyTables": .array(tables.filter(\.isHistory).map(Self.json)),
    ]
    if modelProblem == nil {
      members["entities"] = .array(entities.map(Self.json))
    } else {
      members["tables"] = .array(tables.map(Self.json))
    }
    return .document(members)
  }

  func print(on console: Console) {
    func line(_ text: String) { console.print(Self.printable(text)) }
    line(path)
    line("  identifier         \(metadata.uuid)")
    line("  framework version  \(metadata.frameworkVersion.map { "\($0)" } ?? "not stated")")
    line("  hashes version     \(metadata.hashesVersion.map { "\($0)" } ?? "not stated")")
    if let digest = metadata.digest { line("  digest             \(digest)") }
    if let checksum = metadata.checksum { line("  checksum           \(checksum)") }
    if let modelProblem {
      line("  cached model       cannot be read: \(modelProblem)")
      line("")
      line("Tables")
      for table in tables {
        line("  \(table.name)  \(Self.rows(table.rows)): \(table.columns.joined(separator: ", "))")
      }
      line("")
      line("Hashes")
      for (name, hash) in metadata.hashes.sorted(by: { $0.key < $1.key }) {
        line("  \(name)  \(Self.hexadecimal(hash))")
      }
    } else {
      for entity in entities {
        line("")
        print(entity, line)
      }
    }
    let history = tables.filter(\.isHistory)
    line("")
    line(history.isEmpty ? "No history tables" : "History tables")
    for table in history { line("  \(table.name)  \(Self.rows(table.rows))") }
  }

  private func print(_ entity: Entity, _ line: (String) -> Void) {
    let parent = entity.superentity.map { ", a kind of \($0)" } ?? ""
    let abstract = entity.entity.description.isAbstract ? ", abstract" : ""
    let rows = entity.rows.map(Self.rows) ?? "no table in the file"
    line("\(entity.entity.name)  number \(entity.number), table \(entity.table), \(rows)\(parent)\(abstract)")
    line("  hash  \(metadata.hashes[entity.entity.name].map(Self.hexadecimal) ?? "not stated")")
    for field in entity.entity.fields {
      guard let attribute = field.attribute else { continue }
      line("  \(field.name): \(attribute.type)\(attribute.isOptional ? ", optional" : "")")
    }
    for (relationship, destination) in entity.relationships {
      let description = relationship.description
      let kind = description.isToMany ? (description.isOrdered ? "ordered to-many" : "to-many") : "to-one"
      let inverse = relationship.inverse.map { ", inverse \($0.name)" } ?? ""
      line("  \(relationship.name) -> \(destination), \(kind)\(inverse)\(description.isOptional ? ", optional" : "")")
    }
  }

  private static func json(_ table: Table) -> JSONValue {
    ["name": .string(table.name), "rows": .integer(table.rows), "columns": .strings(table.columns)]
  }

  private static func json(_ entity: Entity) -> JSONValue {
    let attributes: [JSONValue] = entity.entity.fields.compactMap { field in
      field.attribute.map {
        ["name": .string(field.name), "type": .string("\($0.type)"), "isOptional": .boolean($0.isOptional)]
      }
    }
    let relationships: [JSONValue] = entity.relationships.map { relationship, destination in
      [
        "name": .string(relationship.name), "destination": .string(destination),
        "inverse": .optional(relationship.inverse?.name), "isToMany": .boolean(relationship.isToMany),
        "isOrdered": .boolean(relationship.description.isOrdered),
        "isOptional": .boolean(relationship.description.isOptional),
      ]
    }
    return [
      "name": .string(entity.entity.name), "number": .integer(entity.number), "table": .string(entity.table),
      "rows": entity.rows.map { .integer($0) } ?? .null, "superentity": .optional(entity.superentity),
      "isAbstract": .boolean(entity.entity.description.isAbstract), "attributes": .array(attributes),
      "relationships": .array(relationships),
    ]
  }

  private static func rows(_ count: Int64) -> String { count == 1 ? "1 row" : "\(count) rows" }

  private static func hexadecimal(_ data: Data) -> String {
    data.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  /// A file's names go to a terminal: control characters would be commands to it.
  private static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }
}
