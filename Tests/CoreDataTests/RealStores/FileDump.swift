import SQLiteDriver

/// Everything in a database file: the text of its schema and every value of every row, as SQL writes it.
struct FileDump {
  private(set) var schema: Set<String> = []
  private var columns: [String: [String]] = [:]
  /// By table and row id; the values of a row behind each other.
  private var rows: [String: [Int64: String]] = [:]

  init(_ path: String) throws {
    let connection = try Connection(path: path, mode: .untouched)
    for object in try connection.schema() {
      schema.insert("\(object.type) \(object.name): \(object.sql ?? "")")
      guard object.type == "table", !object.name.hasPrefix("sqlite_") else { continue }
      let names = try connection.columnNames(ofTable: object.name)
      // Quoted values tell types apart: 1, 1.0, '1', X'31', NULL.
      let list = names.map { "quote(\"\($0)\")" }.joined(separator: " || char(1) || ")
      let statement = try connection.prepare("SELECT rowid, \(list) FROM \"\(object.name)\"")
      var found: [Int64: String] = [:]
      while try statement.step() { found[statement.integer(0)] = statement.text(1) }
      columns[object.name] = names
      rows[object.name] = found
    }
  }

  /// How many rows there are.
  var count: Int { rows.values.reduce(0) { $0 + $1.count } }

  func hasTable(_ name: String) -> Bool { rows[name] != nil }

  /// The rows of a table by some of its columns, by all where none are named.
  func rows(_ table: String, _ names: [String] = []) -> Set<[String]> {
    let all = columns[table] ?? []
    let places = (names.isEmpty ? all : names).compactMap { all.firstIndex(of: $0) }
    return Set(
      (rows[table] ?? [:]).values.map { row in
        let values = Self.values(row)
        return places.map { String(values[$0]) }
      })
  }

  /// One line for each row that came or went (`+ZBOOK 5`, `-ZBOOK 5`) and each value that changed (`ZBOOK 5 ZTITLE`).
  func changes(to other: FileDump) -> Set<String> {
    var lines: Set<String> = schema == other.schema ? [] : ["schema"]
    for table in Set(rows.keys).union(other.rows.keys) {
      let (before, after) = (rows[table] ?? [:], other.rows[table] ?? [:])
      for (key, old) in before {
        guard let new = after[key] else {
          lines.insert("-\(table) \(key)")
          continue
        }
        if old == new { continue }
        let (left, right) = (Self.values(old), Self.values(new))
        for (index, column) in (columns[table] ?? []).enumerated() where left[index] != right[index] {
          lines.insert("\(table) \(key) \(column)")
        }
      }
      for key in after.keys where before[key] == nil { lines.insert("+\(table) \(key)") }
    }
    return lines
  }

  private static func values(_ text: String) -> [Substring] {
    text.split(separator: "\u{1}", omittingEmptySubsequences: false)
  }
}
