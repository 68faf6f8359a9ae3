/// A question to one table: which rows are wrong in one way, and what mends them.
struct RowCheck: Hashable, Sendable {
  var kind: StoreDamage.Kind
  var entity: String?
  var property: String?
  var table: String
  /// Gives the row ids of what is wrong.
  var rows: String
  /// What is wrong, after "1 row" or "3 rows".
  var predicate: (one: String, many: String)
  var mending: StoreDamage.Mending

  init(
    _ kind: StoreDamage.Kind, entity: String?, property: String? = nil, table: String, rows: String,
    one: String, many: String? = nil, _ mending: StoreDamage.Mending
  ) {
    self.kind = kind
    self.entity = entity
    self.property = property
    self.table = table
    self.rows = rows
    predicate = (one, many ?? one)
    self.mending = mending
  }

  static func == (left: RowCheck, right: RowCheck) -> Bool { left.kind == right.kind && left.rows == right.rows }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(rows)
  }

  func message(_ count: Int) -> String {
    let place = [entity, property].compactMap(\.self).joined(separator: ".")
    return
      "\(place.isEmpty ? table : place): \(count == 1 ? "1 row \(predicate.one)" : "\(count) rows \(predicate.many)")."
  }
}
