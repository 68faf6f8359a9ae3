import Foundation
import ModelDescription
import ModelEvolution
import SQLCompiler
import SQLiteDriver

@testable import SQLiteStore

/// What a store holds by the names of its model, wherever the file keeps it.
struct ContentDump: Equatable {
  /// Values of fields by entity, key and name; a to-one is its destination's entity and key.
  var rows: [String: [Int64: [String: String]]] = [:]
  /// Members by `Entity.relationship`, with the entity that declares it, and owner; in order where there is one.
  var members: [String: [Int64: [Int64]]] = [:]

  init(_ path: String, _ model: ResolvedModel) throws {
    let connection = try Connection(path: path, mode: .untouched)
    let file = try StoreFile(connection, path: path)
    let layout = try file.layout(of: model, schema: file.schema())
    for entity in model.entities {
      guard let mapping = layout.mapping(ofEntity: entity.number) else { continue }
      for toMany in entity.toManys where toMany.declaringEntityNumber == entity.number {
        members["\(entity.name).\(toMany.name)"] = try Self.members(of: toMany, mapping, connection)
      }
      let columns = mapping.columns.map { "typeof(\"\($0.name)\") || ' ' || quote(\"\($0.name)\")" }
      var rows: [Int64: [String: String]] = [:]
      let list = ([mapping.keyColumn] + columns).joined(separator: ", ")
      let statement = try connection.prepare(
        "SELECT \(list) FROM \(mapping.table) WHERE \(mapping.entityColumn) = \(entity.number)")
      while try statement.step() {
        var values: [String: String] = [:]
        for (number, field) in entity.fields.enumerated() { values[field.name] = statement.text(number + 1) }
        rows[statement.integer(0)] = values
      }
      self.rows[entity.name] = rows
    }
  }

  private static func members(
    of relationship: ResolvedRelationship, _ mapping: TableMapping, _ connection: Connection
  ) throws -> [Int64: [Int64]] {
    let sql: String
    switch mapping.toManys[relationship.name] {
    case .foreignKey(let table, let column, let order):
      sql =
        "SELECT \(column), Z_PK FROM \(table) WHERE \(column) IS NOT NULL ORDER BY \(order.map { $0 + ", " } ?? "")Z_PK"
    case .joinTable(let table, let owner, let member, let order):
      sql = "SELECT \(owner), \(member) FROM \(table) ORDER BY \(order.map { $0 + ", " } ?? "")\(member)"
    case nil: return [:]
    }
    let statement = try connection.prepare(sql)
    var members: [Int64: [Int64]] = [:]
    while try statement.step() { members[statement.integer(0), default: []].append(statement.integer(1)) }
    return members
  }

  /// What of the source is not found again by the names of a mapping, at most a few lines.
  ///
  /// Fills are not looked at, nor links that the mapping reduces; keys have to be the same.
  func losses(in other: ContentDump, _ mapping: ModelMapping) -> [String] {
    var lines: [String] = []
    for pair in mapping.entities {
      guard let source = pair.source else { continue }
      let (old, new) = (rows[source.name] ?? [:], other.rows[pair.destination.name] ?? [:])
      if Set(old.keys) != Set(new.keys) {
        lines.append("\(pair.destination.name): \(new.count) rows of \(old.count)")
        continue
      }
      for (number, field) in pair.fields.enumerated() {
        let name = pair.destination.fields[number].name
        let former: String? =
          switch field {
          case .attribute(let attribute): attribute.sourceField.map { source.fields[$0].name }
          case .toOne(let toOne): toOne.source.flatMap { $0.isToMany ? nil : $0.name }
          }
        guard let former else { continue }
        for (key, values) in old where values[former] != "null NULL" {
          if values[former] != new[key]?[name] {
            lines.append(
              "\(pair.destination.name) \(key) \(name): \(values[former] ?? "-") -> \(new[key]?[name] ?? "-")")
          }
        }
      }
      for toMany in pair.toManys where toMany.destination.declaringEntityNumber == pair.destination.number {
        guard let former = toMany.source, former.isToMany,
          let owner = mapping.source.entity(numbered: former.declaringEntityNumber)?.name
        else { continue }
        let left = members["\(owner).\(former.name)"] ?? [:]
        let right = other.members["\(pair.destination.name).\(toMany.destination.name)"] ?? [:]
        let keepsOrder = former.description.isOrdered && toMany.destination.description.isOrdered
        for (key, keys) in left where keepsOrder ? keys != right[key] : Set(keys) != Set(right[key] ?? []) {
          lines.append("\(pair.destination.name) \(key) \(toMany.destination.name): \(keys) -> \(right[key] ?? [])")
        }
      }
    }
    return Array(lines.prefix(10))
  }
}
