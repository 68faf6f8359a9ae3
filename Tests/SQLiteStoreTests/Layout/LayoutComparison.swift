import Foundation
import ModelDescription
import SQLiteDriver

@testable import SQLiteStore

/// A store's own schema beside the one that its model asks for, object by object.
struct LayoutComparison {
  var equal = 0
  /// Names of objects that differ, are missing from the file or are in it alone.
  var differing: [String] = []

  /// Compares tables, join tables and indexes by whole text, and the numbering of entities.
  init(layout: StoreLayout, schema: [(type: String, name: String, sql: String)], primaryKeys: [PrimaryKeyRow]) {
    let expected = Dictionary(
      layout.creationStatements(withHistory: false).map { (Self.name(of: $0), $0) },
      uniquingKeysWith: { first, _ in first })
    var actual: [String: String] = [:]
    for object in schema where !Self.isHistory(object.name) && !object.sql.isEmpty {
      // SQLite quotes a table's name when the table was renamed.
      actual[object.name] = object.sql.replacingOccurrences(of: "\"", with: "")
    }
    for name in Set(expected.keys).union(actual.keys).sorted() {
      if expected[name] == actual[name] { equal += 1 } else { differing.append(name) }
    }
    let own = primaryKeys.filter { $0.entityNumber < 16000 }
    if own == layout.primaryKeyRows { equal += 1 } else { differing.append("Z_PRIMARYKEY rows") }
  }

  private static func isHistory(_ name: String) -> Bool {
    name.hasPrefix("A") || name.hasPrefix("Z_TRANSACTION") || name.hasPrefix("sqlite_")
  }

  /// The third word of a `CREATE` statement, or the fourth of `CREATE UNIQUE INDEX`.
  private static func name(of statement: String) -> String {
    let words = statement.split(separator: " ", maxSplits: 4)
    return String(words[words[1] == "UNIQUE" ? 3 : 2])
  }
}
