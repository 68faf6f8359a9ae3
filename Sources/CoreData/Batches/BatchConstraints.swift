import ModelDescription
import SQLiteStore
import StoreContract

/// What becomes of a batch insert's rows whose unique values are taken, by the context's merge policy.
///
/// Where objects win (`mergeByPropertyObjectTrump`, `overwrite`), the row that is there takes the values that the batch
/// gives (Apple's session 10017 of 2020 calls it an upsert); where the store wins (`mergeByPropertyStoreTrump`,
/// `rollback`), it stays as it is. Rows of one batch meet each other alike, the later one as the object. That `overwrite`
/// and `rollback` follow the policies by property is concluded.
struct BatchConstraints {
  private let entity: Int
  private let constraints: [[Int]]
  private let objectWins: Bool

  /// `nil` where a taken value refuses the batch, or where nothing is unique.
  init?(_ policy: NSMergePolicyType, of entity: ResolvedEntity, in model: ResolvedModel) {
    switch policy {
    case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType: objectWins = true
    case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: objectWins = false
    default: return nil
    }
    constraints = entity.uniqueFields(in: model)
    if constraints.isEmpty { return nil }
    self.entity = entity.number
  }

  /// Makes updates of inserts, or leaves them out.
  ///
  /// - Parameter given: For each insert, the fields that it names: others have their default values.
  func settle(_ request: inout SaveRequest, given: [Set<Int>], in save: JointSave) throws {
    var rows = zip(request.inserts, given).map { Row(values: $0.values, given: $1) }
    rows = meet(rows)
    var found = [RowVersion?](repeating: nil, count: rows.count)
    for fields in constraints {
      let tuples = rows.map { row in fields.map { row.values[$0] } }
      for (index, row) in try save.rows(of: entity, fields: fields, holding: tuples).enumerated() {
        if found[index] == nil { found[index] = row }
      }
    }
    request.inserts = []
    var updated: Set<RowKey> = []
    for (row, place) in zip(rows, found) {
      // A row of another entity has other fields; two updates of one row would be one too many: the store refuses both.
      guard let place, place.key.entity == entity, updated.insert(place.key).inserted else {
        let key = RowKey(entity: entity, primaryKey: -Int64(request.inserts.count) - 1)
        request.inserts.append(.init(key: key, values: row.values))
        continue
      }
      guard objectWins else { continue }
      let values = row.given.sorted().map { (field: $0, value: row.values[$0]) }
      if !values.isEmpty { request.updates.append(.init(key: place.key, version: place.version, values: values)) }
    }
  }

  private struct Row {
    var values: [StoredValue]
    var given: Set<Int>
  }

  /// Rows of which no two have the same unique values.
  private func meet(_ rows: [Row]) -> [Row] {
    var kept: [Row] = []
    var places = constraints.map { _ in [[StoredValue]: Int]() }
    for row in rows {
      let tuples = constraints.map { fields in fields.map { row.values[$0] } }
      let place = zip(tuples, places).lazy.compactMap { tuple, places in places[tuple] }.first
      if let place {
        guard objectWins else { continue }
        for field in row.given { kept[place].values[field] = row.values[field] }
        kept[place].given.formUnion(row.given)
        continue
      }
      for (number, tuple) in tuples.enumerated() where !tuple.contains(.null) { places[number][tuple] = kept.count }
      kept.append(row)
    }
    return kept
  }
}
