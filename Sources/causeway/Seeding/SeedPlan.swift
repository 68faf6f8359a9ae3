package import ModelDescription
package import StoreContract

/// The rows of a seeded store, planned before anything is written: one save that reaches every property.
///
/// The same model, number and seed give the same rows, except for the bytes of archived values.
package struct SeedPlan: Sendable {
  package private(set) var request = SaveRequest()
  /// Properties that get no value because none can be made up.
  package private(set) var omissions: [String] = []
  /// Transformables whose own bytes only an app can make: they hold an archived list of words.
  package private(set) var placeholders: [String] = []

  /// Plans rows.
  ///
  /// - Parameters:
  ///   - rows: rows of each entity that is not abstract; more where others could not be related otherwise.
  ///   - extremes: the first rows of each entity hold the outermost values of its attributes, and there are enough rows.
  /// - Throws: `ModelError` where the model demands something that no made-up value meets.
  package init(_ model: ResolvedModel, rows: Int, seed: UInt64, extremes: Bool = false) throws {
    var generator = SeedGenerator(seed: seed)
    var keys: [RowKey] = []
    let counts = SeedCounts(model, rows: extremes ? max(rows, SeedExtremes.rows) : rows)
    for entity in model.entities where !entity.description.isAbstract {
      for _ in 0..<counts.rows(of: entity.number) {
        keys.append(RowKey(entity: entity.number, primaryKey: -Int64(keys.count + 1)))
      }
    }
    var links = SeedLinks(model, keys: keys)
    try links.assign(using: &generator)

    var makers: [Int: [SeedValues?]] = [:]
    var omissions: Set<String> = []
    var indices: [Int: Int] = [:]
    var rowsOfEntity: [Int: Int] = [:]
    var placeholders: Set<String> = []
    var taken: [String: Set<StoredValue>] = [:]
    for key in keys {
      guard let entity = model.entity(numbered: key.entity) else { continue }
      if makers[key.entity] == nil {
        makers[key.entity] = entity.fields.map { SeedValues($0, of: entity, in: model, extremes: extremes) }
      }
      let row = rowsOfEntity[key.entity, default: 0]
      rowsOfEntity[key.entity] = row + 1
      // Entities of a family share constraints, so they share the count that makes values unique.
      let index = indices[entity.rootNumber, default: 0]
      indices[entity.rootNumber] = index + 1
      var values: [StoredValue] = []
      values.reserveCapacity(entity.fields.count)
      for (field, maker) in zip(entity.fields, makers[key.entity] ?? []) {
        if let relationship = field.toOne {
          values.append(links.value(of: relationship, owner: key))
        } else if let maker {
          var value = try maker.value(index, row: row, using: &generator)
          if maker.isTried {
            value = try Self.untaken(
              value, &taken["\(entity.rootNumber) \(field.name)", default: []], of: entity, field
            ) {
              try maker.value(index, row: row, using: &generator)
            }
          }
          if maker.isPlaceholder { placeholders.insert("\(entity.name).\(field.name)") }
          if value == nil { omissions.insert("\(entity.name).\(field.name)") }
          values.append(value ?? .null)
        } else {
          values.append(.null)
        }
      }
      request.inserts.append(.init(key: key, values: values))
    }
    request.links = links.changes
    request.author = "causeway seed"
    self.omissions = omissions.sorted()
    self.placeholders = placeholders.sorted()
  }

  /// The value, or the first of further ones that no row has.
  private static func untaken(
    _ value: StoredValue?, _ taken: inout Set<StoredValue>, of entity: ResolvedEntity, _ field: ResolvedEntity.Field,
    _ next: () throws -> StoredValue?
  ) throws -> StoredValue? {
    var value = value
    for _ in 0..<200 {
      guard let found = value, found != .null else { return value }
      if taken.insert(found).inserted { return found }
      value = try next()
    }
    throw ModelError(
      "is unique, and its pattern gives fewer values than rows are asked for", entity: entity.name, property: field.name
    )
  }
}
