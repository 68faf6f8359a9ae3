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
  /// - Parameter rows: rows of each entity that is not abstract; more where others could not be related otherwise.
  /// - Throws: `ModelError` where the model demands something that no made-up value meets.
  package init(_ model: ResolvedModel, rows: Int, seed: UInt64) throws {
    var generator = SeedGenerator(seed: seed)
    var keys: [RowKey] = []
    let counts = SeedCounts(model, rows: rows)
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
    var firsts: Set<Int> = []
    var placeholders: Set<String> = []
    for (position, key) in keys.enumerated() {
      guard let entity = model.entity(numbered: key.entity) else { continue }
      if makers[key.entity] == nil {
        makers[key.entity] = entity.fields.map { SeedValues($0, of: entity, in: model) }
        firsts.insert(position)
      }
      // Entities of a family share constraints, so they share the count that makes values unique.
      let index = indices[entity.rootNumber, default: 0]
      indices[entity.rootNumber] = index + 1
      var values: [StoredValue] = []
      values.reserveCapacity(entity.fields.count)
      for (field, maker) in zip(entity.fields, makers[key.entity] ?? []) {
        if let relationship = field.toOne {
          values.append(links.value(of: relationship, owner: key))
        } else if let maker {
          let value = try maker.value(index, isFirst: firsts.contains(position), using: &generator)
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
}
