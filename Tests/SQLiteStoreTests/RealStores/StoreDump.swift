import SQLiteDriver

@testable import SQLiteStore

/// Everything in a database: the text of its schema and every value of every row.
struct StoreDump: Equatable {
  var schema: [String] = []
  /// By table and row id.
  var tables: [String: [Int64: Row]] = [:]

  /// The values of a row as SQL literals after their types.
  struct Row: Equatable {
    let columns: [String]
    fileprivate let text: String

    var values: [String: String] {
      let parts = text.split(separator: "\u{1}", omittingEmptySubsequences: false).map(String.init)
      return Dictionary(zip(columns, parts), uniquingKeysWith: { first, _ in first })
    }

    subscript(_ column: String) -> String? { values[column] }

    static func == (left: Row, right: Row) -> Bool { left.text == right.text && left.columns == right.columns }
  }

  init(_ path: String) throws {
    let connection = try Connection(path: path, mode: .untouched)
    for object in try connection.schema() {
      schema.append("\(object.type) \(object.name): \(object.sql ?? "")")
      guard object.type == "table", !object.name.hasPrefix("sqlite_") else { continue }
      let columns = try connection.columnNames(ofTable: object.name)
      let list = columns.map { "typeof(\"\($0)\") || ' ' || quote(\"\($0)\")" }.joined(separator: " || char(1) || ")
      let statement = try connection.prepare("SELECT rowid, \(list) FROM \"\(object.name)\"")
      var rows: [Int64: Row] = [:]
      while try statement.step() { rows[statement.integer(0)] = Row(columns: columns, text: statement.text(1)) }
      tables[object.name] = rows
    }
  }

  /// One line for each row that came or went (`+ZBOOK 5`, `-ZBOOK 5`) and each value that changed (`ZBOOK 5 ZTITLE`).
  func changes(to other: StoreDump) -> Set<String> {
    var lines: Set<String> = schema == other.schema ? [] : ["schema"]
    for table in Set(tables.keys).union(other.tables.keys) {
      let (before, after) = (tables[table] ?? [:], other.tables[table] ?? [:])
      for key in Set(before.keys).union(after.keys) {
        guard let old = before[key] else {
          lines.insert("+\(table) \(key)")
          continue
        }
        guard let new = after[key] else {
          lines.insert("-\(table) \(key)")
          continue
        }
        guard old != new else { continue }
        let (left, right) = (old.values, new.values)
        for column in Set(left.keys).union(right.keys) where left[column] != right[column] {
          lines.insert("\(table) \(key) \(column)")
        }
      }
    }
    return lines
  }
}
