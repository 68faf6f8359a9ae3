import Foundation
import ModelDescription
import QueryModel
import SQLiteDriver
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// Every value and link of the stores that Apple's frameworks wrote, decoded here and by SQL of the test's own.
@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
struct RealValueTests {
  @Test func metadataStatesTheModelsHashesDigestAndChecksum() throws {
    var (stores, hashes, digests, checksums) = ((0, 0), (0, 0), (0, 0), (0, 0))
    for store in try RealStore.all() {
      let metadata = store.description.metadata
      stores.1 += 1
      if store.hasCachedModel { stores.0 += 1 }
      hashes.1 += 1
      if store.model.versionHashes() == metadata.hashes { hashes.0 += 1 }
      if (metadata.frameworkVersion ?? 0) >= 977 {
        digests.1 += 1
        if metadata.digest == store.model.versionHashesDigest() { digests.0 += 1 }
      }
      if (metadata.frameworkVersion ?? 0) >= 1327 {
        checksums.1 += 1
        if metadata.checksum == store.model.versionChecksum() { checksums.0 += 1 }
      }
    }
    print("real stores: \(stores.0) of \(stores.1) by their cached model, the others by the model beside them")
    print("metadata equal: hashes \(hashes), digest \(digests), checksum \(checksums)")
    #expect(stores == (35, 40))
    #expect(hashes.0 == hashes.1 && digests.0 == digests.1 && checksums.0 == checksums.1)
    #expect(digests.1 > 0 && checksums.1 > 0)
  }

  @Test func everyValueAgreesWithSQL() throws {
    var (equal, all, rows) = (0, 0, 0)
    for real in try RealStore.all() {
      let store = try real.open(.untouched)
      let connection = try Connection(path: real.path, mode: .untouched)
      for entity in real.model.entities {
        let own = try RawRows(entity, of: real.model, connection: connection)
        var seen: [Int64: [String]] = [:]
        try store.fetch(FetchRequest(entity: entity.number)) { row in
          guard row.entity() == entity.number else { return }
          seen[row.primaryKey()] =
            ["\(row.version())"] + entity.fields.indices.map { Self.text(row.value($0), entity.fields[$0]) }
        }
        #expect(Set(seen.keys) == Set(own.rows.keys), "\(real.name): keys of \(entity.name)")
        let names = ["version"] + entity.fields.map(\.name)
        rows += own.rows.count
        for (key, values) in own.rows {
          all += values.count
          for (index, (left, right)) in zip(values, seen[key] ?? []).enumerated() {
            if left == right {
              equal += 1
            } else {
              Issue.record("\(real.name): \(entity.name) \(key).\(names[index]) is \(left), read as \(right)")
            }
          }
        }
      }
    }
    print("values of real stores equal to SQL's: \(equal) of \(all) in \(rows) rows")
    #expect(equal == all && rows > 10_000)
  }

  @Test func everyToManyAgreesWithSQL() throws {
    var (equal, all, links) = (0, 0, 0)
    for real in try RealStore.all() {
      let store = try real.open(.untouched)
      let connection = try Connection(path: real.path, mode: .untouched)
      for entity in real.model.entities {
        let owners = try RawRows(entity, of: real.model, connection: connection).rows.keys.sorted()
        for relationship in entity.toManys where !owners.isEmpty {
          var found: [Int64: [Int64]] = [:]
          try store.related(relationship.name, of: entity.number, owners: owners) { owner, row in
            found[owner, default: []].append(row.primaryKey())
          }
          let expected = try RawLinks(relationship, of: real.model, connection: connection).members
          all += 1
          links += found.values.reduce(0) { $0 + $1.count }
          let isEqual = owners.allSatisfy { expected[$0] ?? [] == found[$0] ?? [] }
          if isEqual { equal += 1 }
          #expect(isEqual, "\(real.name): \(entity.name).\(relationship.name)")
        }
      }
    }
    print("to-manys of real stores equal to SQL's: \(equal) of \(all), \(links) links")
    #expect(equal == all && links > 1000)
  }

  /// The spelling that `RawRows` asks SQLite for.
  private static func text(_ value: BorrowedValue, _ field: ResolvedEntity.Field) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    func hex(_ bytes: UnsafeRawBufferPointer) -> String {
      String(unsafeUninitializedCapacity: bytes.count * 2) { text in
        for (index, byte) in bytes.enumerated() {
          text[2 * index] = digits[Int(byte >> 4)]
          text[2 * index + 1] = digits[Int(byte & 15)]
        }
        return bytes.count * 2
      }
    }
    switch (value, field.attribute?.type) {
    case (.null, _): return "-"
    case (.integer(let integer), .date), (.integer(let integer), .double), (.integer(let integer), .float):
      return String(format: "%.15g", Double(integer))
    case (.integer(let integer), _): return "\(integer)"
    case (.real(let real), _): return String(format: "%.15g", real)
    case (.text(let bytes), .decimal): return String(decoding: bytes, as: UTF8.self)
    case (.text(let bytes), _): return hex(UnsafeRawBufferPointer(bytes))
    case (.blob(let bytes), _): return hex(bytes)
    case (.reference(let entity, let key), _): return "\(entity) \(key)"
    }
  }
}

/// The rows of exactly one entity as SQLite spells them, with names made by the rule of StoreFormat.md section 2 alone.
private struct RawRows {
  /// Version and values by key.
  private(set) var rows: [Int64: [String]] = [:]

  init(_ entity: ResolvedEntity, of model: ResolvedModel, connection: Connection) throws {
    let root = model.entity(numbered: entity.rootNumber)?.name ?? ""
    var list = ["CAST(Z_OPT AS TEXT)"]
    for field in entity.fields {
      let name = (field.path.last ?? "").uppercased()
      let column = "Z\(name)"
      switch field.content {
      case .toOne(let relationship):
        let destination = model.entity(numbered: relationship.destinationNumber)
        let number =
          destination?.hasSubentities == true
          ? "\"Z\(relationship.destinationNumber)_\(name)\"" : "\(relationship.destinationNumber)"
        list.append("\(number) || ' ' || \"\(column)\"")
      case .attribute(let attribute): list.append(Self.expression(attribute, "\"\(column)\""))
      }
    }
    let items = list.map { "IFNULL(\($0), '-')" }.joined(separator: ", ")
    // An entity that has its table for itself is that of all rows, whatever a hand-made store numbers them.
    let isAlone = entity.isRoot && !entity.hasSubentities
    let statement = try connection.prepare(
      "SELECT Z_PK, \(items) FROM \"Z\(root.uppercased())\"" + (isAlone ? "" : " WHERE Z_ENT = \(entity.number)"))
    while try statement.step() {
      rows[statement.integer(0)] = (1...list.count).map { statement.text($0) }
    }
  }

  private static func expression(_ attribute: AttributeDescription, _ column: String) -> String {
    switch attribute.type {
    case .integer16, .integer32, .integer64, .boolean: "CAST(\(column) AS TEXT)"
    case .date, .double, .float: "CASE WHEN \(column) IS NULL THEN NULL ELSE printf('%.15g', \(column)) END"
    case .decimal: "CASE typeof(\(column)) WHEN 'real' THEN printf('%.15g', \(column)) ELSE CAST(\(column) AS TEXT) END"
    case .binary, .transformable:
      attribute.allowsExternalStorage
        ? "CASE WHEN \(column) IS NULL THEN NULL ELSE hex(substr(\(column), 2)) END"
        : "CASE WHEN \(column) IS NULL THEN NULL ELSE hex(\(column)) END"
    default: "CASE WHEN \(column) IS NULL THEN NULL ELSE hex(\(column)) END"
    }
  }
}

/// The members of a to-many by owner, found by names alone: the file says which table and columns there are.
private struct RawLinks {
  private(set) var members: [Int64: [Int64]] = [:]

  init(_ relationship: ResolvedRelationship, of model: ResolvedModel, connection: Connection) throws {
    let destination = model.entity(numbered: relationship.destinationNumber)
    let table = "Z" + (model.entity(numbered: destination?.rootNumber ?? 0)?.name ?? "").uppercased()
    let name = relationship.name.uppercased()
    guard let inverse = relationship.inverse else {
      try read("SELECT Z\(relationship.declaringEntityNumber)\(name), Z_PK FROM \(table) ORDER BY 2", connection)
      return
    }
    let inverseName = inverse.name.uppercased()
    guard inverse.isToMany else {
      let order = relationship.description.isOrdered ? "Z_FOK_\(inverseName), Z_PK" : "Z_PK"
      try read("SELECT Z\(inverseName), Z_PK FROM \(table) ORDER BY \(order)", connection)
      return
    }
    let tables = try connection.schema().filter { $0.type == "table" }.map(\.name)
    let names = [(relationship.declaringEntityNumber, name), (relationship.inverseEntityNumber ?? 0, inverseName)]
    guard let join = tables.first(where: { table in names.contains { table == "Z_\($0.0)\($0.1)" } }) else { return }
    let columns = try connection.columnNames(ofTable: join)
    // A column is named after the relationship that points at the object whose key it holds.
    func column(_ prefix: String, _ relationship: String) -> String? {
      columns.first { column in
        guard column.hasPrefix(prefix) else { return false }
        let rest = column.dropFirst(prefix.count).drop { $0.isNumber }
        return rest.hasPrefix(relationship) && rest.dropFirst(relationship.count).allSatisfy(\.isNumber)
      }
    }
    guard let owner = column("Z_", inverseName), let member = column("Z_", name) else { return }
    let order = relationship.description.isOrdered ? column("Z_FOK_", name).map { "\($0), " } ?? "" : ""
    try read("SELECT \(owner), \(member) FROM \(join) ORDER BY \(order)2", connection)
  }

  private mutating func read(_ sql: String, _ connection: Connection) throws {
    let statement = try connection.prepare(sql)
    while try statement.step() {
      guard let owner = statement.optionalInteger(0) else { continue }
      members[owner, default: []].append(statement.integer(1))
    }
  }
}
