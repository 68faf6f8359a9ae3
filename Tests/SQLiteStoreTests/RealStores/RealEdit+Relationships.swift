import ModelDescription
import SQLCompiler
import StoreContract
import Testing

@testable import SQLiteStore

/// Links between rows that were there from the start.
extension RealEdit {
  /// Points the first to-one that can point elsewhere at another row.
  mutating func changeToOne(of key: Int64, among start: StoreDump) throws {
    for (field, content) in entity.fields.enumerated() {
      guard let relationship = content.toOne else { continue }
      let table = real.table(entity)
      let current = start.tables[table]?[key]?[column(field, of: entity).name]
      let others = rows(of: relationship.destinationNumber, among: start).filter {
        current != "integer \($0.primaryKey)"
      }
      let isSet = current != "null NULL"
      guard
        let value = others.first.map({ StoredValue.reference($0) })
          ?? (relationship.description.isOptional && isSet ? .null : nil)
      else { continue }
      try update([(entity, key, field, value)], changedToManys: nil)
      toOnes += 1
      return
    }
  }

  /// Adds a row to the first to-many that lacks one.
  mutating func changeToMany(of key: Int64, among start: StoreDump) throws {
    let owner = RowKey(entity: entity.number, primaryKey: key)
    for relationship in entity.toManys {
      guard let mapping = store.schema.mappings[entity.number - 1].toManys[relationship.name] else { continue }
      var members: Set<Int64> = []
      try store.related(relationship.name, of: entity.number, owners: [key]) { _, row in
        members.insert(row.primaryKey())
      }
      let isOwnTable = real.model.entity(numbered: relationship.destinationNumber)?.rootNumber == entity.rootNumber
      let candidates = rows(of: relationship.destinationNumber, among: start).filter {
        !members.contains($0.primaryKey) && !(isOwnTable && $0.primaryKey == key)
      }
      guard let member = candidates.first, let destination = real.model.entity(numbered: member.entity) else {
        continue
      }
      if let inverse = relationship.inverse, !inverse.isToMany {
        guard let field = destination.fieldNumber(of: inverse.name) else { continue }
        try update(
          [(destination, member.primaryKey, field, .reference(owner))], changedToManys: (key, relationship.name))
      } else {
        try link(owner, relationship.name, member, mapping)
      }
      toManys += 1
      return
    }
  }

  private func column(_ field: Int, of entity: ResolvedEntity) -> TableMapping.Column {
    store.schema.mappings[entity.number - 1].columns[field]
  }

  /// Rows of an entity and its subentities, by key.
  private func rows(of number: Int, among start: StoreDump) -> [RowKey] {
    let family = real.model.entity(numbered: number)?.familyNumbers ?? 0...0
    let rows = start.tables[RealStore.table(number, in: real.model)] ?? [:]
    return rows.keys.sorted().compactMap { key in
      guard let entity = rows[key]?["Z_ENT"]?.split(separator: " ").last.flatMap({ Int($0) }), family.contains(entity)
      else { return nil }
      return RowKey(entity: entity, primaryKey: key)
    }
  }

  /// Saves new values of to-ones; `changedToManys` is the to-many of this entity's row on their other end.
  private mutating func update(
    _ changes: [(entity: ResolvedEntity, key: Int64, field: Int, value: StoredValue)],
    changedToManys: (key: Int64, name: String)?
  ) throws {
    var request = SaveRequest()
    var expected: Set<String> = []
    var possible: Set<String> = []
    var history: [(type: Int, entity: Int, key: Int64)] = []
    for change in changes {
      let version = try version(change.key, of: change.entity)
      request.updates.append(
        .init(
          key: RowKey(entity: change.entity.number, primaryKey: change.key), version: version,
          values: [(change.field, change.value)]))
      let row = "\(real.table(change.entity)) \(change.key)"
      let column = column(change.field, of: change.entity)
      expected.formUnion(["\(row) \(column.name)", "\(row) Z_OPT"])
      // The entity's number and the place in an ordered inverse change with the key, where they are not equal by chance.
      possible.formUnion([column.entityColumn, column.orderColumn].compactMap { $0.map { "\(row) \($0)" } })
      history.append((1, change.entity.number, change.key))
    }
    if let changedToManys {
      request.updates.append(
        .init(
          key: RowKey(entity: entity.number, primaryKey: changedToManys.key),
          version: try version(changedToManys.key, of: entity), values: [], changedToManys: [changedToManys.name]))
      expected.insert("\(real.table(entity)) \(changedToManys.key) Z_OPT")
      history.append((1, entity.number, changedToManys.key))
    }
    _ = try store.save(request)
    try expect(expected, possible: possible, changes: history)
  }

  /// Adds a link that no to-one expresses.
  private mutating func link(
    _ owner: RowKey, _ name: String, _ member: RowKey, _ mapping: ToManyMapping
  ) throws {
    var request = SaveRequest()
    request.updates = [
      .init(
        key: owner, version: try version(owner.primaryKey, of: entity), values: [], changedToManys: [name])
    ]
    request.links = [.init(owner: owner, relationship: name, added: [member])]
    let before = state
    _ = try store.save(request)
    var expected: Set<String> = ["\(real.table(entity)) \(owner.primaryKey) Z_OPT"]
    switch mapping {
    case .foreignKey(let table, let column, _): expected.insert("\(table) \(member.primaryKey) \(column)")
    case .joinTable(let table, let ownerColumn, let destinationColumn, _):
      let after = try StoreDump(real.path)
      let added = Set((after.tables[table] ?? [:]).keys).subtracting((before.tables[table] ?? [:]).keys)
      let pairs = added.map { rowid in
        "\(after.tables[table]?[rowid]?[ownerColumn] ?? "") \(after.tables[table]?[rowid]?[destinationColumn] ?? "")"
      }
      #expect(pairs.contains("integer \(owner.primaryKey) integer \(member.primaryKey)"))
      #expect(pairs.count == 1 || (pairs.count == 2 && owner.entity == member.entity))
      expected.formUnion(added.map { "+\(table) \($0)" })
    }
    try expect(expected, changes: [(1, owner.entity, owner.primaryKey)])
  }
}
