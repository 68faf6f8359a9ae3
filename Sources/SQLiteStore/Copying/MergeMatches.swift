internal import ModelDescription
internal import SQLiteDriver
internal import StoreContract

/// Which row of the destination each row of the source is: by their keys first, then by what was copied.
///
/// Kept in a database of its own, so that stores of any size take little memory.
final class MergeMatches {
  let source: SQLiteStore
  let target: SQLiteStore
  let keys: MergeKeys
  let connection: Connection
  /// The last key of each family of the destination when it was looked at.
  private(set) var lastKeys: [Int: Int64] = [:]

  var model: ResolvedModel { target.model }

  init(_ path: String, from source: SQLiteStore, to target: SQLiteStore, keys: MergeKeys) throws {
    (self.source, self.target, self.keys) = (source, target, keys)
    connection = try Connection(path: path, mode: .create)
    try connection.execute(
      """
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384;
      CREATE TABLE pairs (root INTEGER, source INTEGER, entity INTEGER, target INTEGER, isNew INTEGER,
        PRIMARY KEY (root, source)) WITHOUT ROWID
      """)
  }

  /// Looks for every row of the source in the destination.
  ///
  /// Rows are of one entity, and their keys equal as the file has them: parts without a value equal each other, as long as
  /// one part has one.
  ///
  /// - Throws: `CopyRefusal` for entities without a key, rows without a value for theirs, and keys that several rows have.
  func match() throws {
    var findings: [MigrationFinding] = []
    for entity in model.entities where entity.isRoot {
      lastKeys[entity.number] = try target.reading { try target.lastKey(ofFamily: entity.number, $0) }
    }
    for entity in model.entities where !entity.description.isAbstract {
      let count = try source.ownRowCount(entity.number)
      guard count > 0 else { continue }
      guard let fields = keys.fields[entity.number], !fields.isEmpty else {
        findings.append(
          MigrationFinding(
            entity: entity.name, property: nil, rows: Int64(count),
            "\(count.counted("object")) and no key, so that each run would copy \(count == 1 ? "it" : "them") again"))
        continue
      }
      findings += try match(entity, fields)
    }
    guard findings.isEmpty else {
      throw CopyRefusal(
        "The objects of \(source.path ?? source.identifier) cannot be known again.",
        advice: "Give each entity a key that every object has, and no two share; several attributes make one together.",
        findings: findings)
    }
  }

  private func match(_ entity: ResolvedEntity, _ fields: [Int]) throws -> [MigrationFinding] {
    let columns = Self.columns(fields)
    for (table, store) in [("s", source), ("t", target)] {
      try makeTable(table, fields, of: entity) { insert in
        try store.columns(fields, of: entity.number) { row in
          for column in 0...fields.count { try Self.bind(row.value(column), to: insert, at: column + 1) }
          try insert.run()
        }
      }
    }
    let name = fields.map { entity.fields[$0].name }.joined(separator: ", ")
    let (found, problem) = try findings(entity, name, columns)
    guard !problem else { return found }
    let equal = columns.map { "s.\($0) IS t.\($0)" }.joined(separator: " AND ")
    try connection.execute(
      "INSERT OR IGNORE INTO pairs SELECT \(entity.rootNumber), s.id, \(entity.number), t.id, 0 FROM s JOIN t ON \(equal)"
    )
    return []
  }

  private func findings(
    _ entity: ResolvedEntity, _ name: String, _ columns: [String]
  ) throws -> ([MigrationFinding], Bool) {
    let empty = columns.map { "\($0) IS NULL" }.joined(separator: " AND ")
    let list = columns.joined(separator: ", ")
    let shown = columns.map { "quote(\($0))" }.joined(separator: " || ', ' || ")
    let equal = columns.map { "s.\($0) IS t.\($0)" }.joined(separator: " AND ")
    var findings: [MigrationFinding] = []
    func add(_ sql: String, _ words: (_ count: Int64, _ example: String, _ rows: String) -> String) throws {
      let statement = try connection.prepare(sql)
      guard try statement.step(), statement.integer(0) > 0 else { return }
      let rows = statement.text(2).split(separator: ",").prefix(20).joined(separator: ", ")
      findings.append(
        MigrationFinding(
          entity: entity.name, property: name, rows: statement.integer(0),
          words(statement.integer(0), statement.text(1), rows)))
    }
    try add("SELECT count(*), '', group_concat(id) FROM (SELECT id FROM s WHERE \(empty) ORDER BY id)") {
      count, _, rows in
      "\(count.counted("object")) of the source \(count == 1 ? "has" : "have") no value for the key: rows \(rows)"
    }
    let shared =
      "SELECT \(shown) AS value, group_concat(id) AS ids FROM s WHERE NOT (\(empty)) GROUP BY \(list) HAVING count(*) > 1"
    try add("SELECT count(*), min(value), ids FROM (\(shared))") { count, value, rows in
      "\(count.counted("key")) \(count == 1 ? "is" : "are") shared by several objects of the source, as \(value) by the"
        + " rows \(rows)"
    }
    let several =
      "SELECT \(columns.map { "quote(s.\($0))" }.joined(separator: " || ', ' || ")) AS value, group_concat(t.id) AS ids"
      + " FROM s JOIN t ON \(equal) WHERE NOT (\(columns.map { "s.\($0) IS NULL" }.joined(separator: " AND ")))"
      + " GROUP BY s.id HAVING count(*) > 1"
    try add("SELECT count(*), min(value), ids FROM (\(several))") { count, value, rows in
      "\(count.counted("key")) \(count == 1 ? "is" : "are") shared by several objects of the destination, as \(value) by"
        + " the rows \(rows)"
    }
    return (findings, !findings.isEmpty)
  }

  // MARK: tables

  static func columns(_ fields: [Int]) -> [String] { fields.indices.map { "k\($0)" } }

  /// Makes a table for keys of rows and, behind them, their values of some fields.
  ///
  /// - Parameter fill: Runs the insertion that it is given for each row.
  func makeTable(
    _ table: String, _ fields: [Int], of entity: ResolvedEntity, _ fill: (_ insert: Statement) throws -> Void
  ) throws {
    let columns = Self.columns(fields)
    // Numbers of decimals are kept in several forms.
    let declared = zip(columns, fields).map { name, field in
      name + (entity.fields[field].attribute?.type == .decimal ? " NUMERIC" : "")
    }
    try connection.execute("DROP TABLE IF EXISTS \(table)")
    try connection.execute("CREATE TABLE \(table) (id INTEGER PRIMARY KEY, \(declared.joined(separator: ", ")))")
    let places = (1...(fields.count + 1)).map { "?\($0)" }.joined(separator: ", ")
    try connection.transaction(.immediate) {
      try fill(connection.prepare("INSERT INTO \(table) VALUES (\(places))"))
    }
    try connection.execute("CREATE INDEX \(table)Keys ON \(table) (\(columns.joined(separator: ", ")))")
  }

  static func bind(_ value: SQLiteValue, to statement: Statement, at parameter: Int) throws {
    switch value.kind {
    case .null: try statement.bindNull(at: parameter)
    case .integer: try statement.bind(value.integer, at: parameter)
    case .real: try statement.bind(value.real, at: parameter)
    case .text: try statement.bind(String(decoding: value.text, as: UTF8.self), at: parameter)
    case .blob: try statement.bind(blob: value.blob, at: parameter)
    }
  }

  // MARK: pairs

  /// A row of the destination.
  struct Partner: Equatable {
    var key: Int64
    /// It was copied in this run.
    var isNew: Bool
  }

  func partner(of key: Int64, root: Int) throws -> Partner? {
    try connection.withStatement("SELECT target, isNew FROM pairs WHERE root = ?1 AND source = ?2") { statement in
      try statement.bind(Int64(root), at: 1)
      try statement.bind(key, at: 2)
      guard try statement.step() else { return nil }
      return Partner(key: statement.integer(0), isNew: statement.integer(1) != 0)
    }
  }

  /// Notes rows that were copied.
  func add(_ pairs: [(source: RowKey, root: Int, target: Int64)]) throws {
    try connection.transaction(.immediate) {
      try connection.withStatement("INSERT OR REPLACE INTO pairs VALUES (?1, ?2, ?3, ?4, 1)") { statement in
        for pair in pairs {
          try statement.bind(Int64(pair.root), at: 1)
          try statement.bind(pair.source.primaryKey, at: 2)
          try statement.bind(Int64(pair.source.entity), at: 3)
          try statement.bind(pair.target, at: 4)
          try statement.run()
        }
      }
    }
    for pair in pairs { lastKeys[pair.root] = max(lastKeys[pair.root] ?? 0, pair.target) }
  }

  /// How many rows of an entity the destination had.
  func foundCount(_ entity: Int) throws -> Int {
    Int(try connection.integer("SELECT count(*) FROM pairs WHERE entity = \(entity) AND isNew = 0") ?? 0)
  }
}
