import Foundation
import ModelDescription
import SQLiteDriver

@testable import SQLiteStore

/// A store's own schema beside the one that its model asks for, object by object.
struct LayoutComparison {
  var equal = 0
  /// Names of objects that differ, are missing from the file or are in it alone.
  var differing: [String] = []

  /// Objects of persistent history among the equal ones.
  var equalHistory = 0

  /// Compares tables, join tables, indexes and triggers by whole text, and the numbering of entities; of a file that
  /// keeps history also the tables and indexes of that.
  init(layout: StoreLayout, schema: [(type: String, name: String, sql: String)], primaryKeys: [PrimaryKeyRow]) {
    let keepsHistory = schema.contains { $0.name == HistoryTable.transaction.name }
    let expected = Dictionary(
      layout.creationStatements(withHistory: keepsHistory).map { (Self.name(of: $0), $0) },
      uniquingKeysWith: { first, _ in first })
    let history = Set(layout.historyStatements)
    var actual: [String: String] = [:]
    for object in schema where !object.name.hasPrefix("sqlite_") && !object.sql.isEmpty {
      // SQLite quotes a table's name when the table was renamed.
      actual[object.name] = object.sql.replacingOccurrences(of: "\"", with: "")
    }
    for name in Set(expected.keys).union(actual.keys).sorted() {
      if expected[name] == actual[name] {
        equal += 1
        if let text = expected[name], history.contains(text) { equalHistory += 1 }
      } else {
        differing.append(name)
      }
    }
    let own = primaryKeys.filter { $0.entityNumber < 16000 }
    if own == layout.primaryKeyRows { equal += 1 } else { differing.append("Z_PRIMARYKEY rows") }
    // The frameworks add these with the first save that writes history (StoreFormat.md section 3).
    let framework = primaryKeys.filter { $0.entityNumber >= 16000 }
    guard !framework.isEmpty else { return }
    if framework == StoreLayout.historyPrimaryKeyRows {
      equal += 1
      equalHistory += 1
    } else {
      differing.append("Z_PRIMARYKEY rows of history")
    }
  }

  /// The third word of a `CREATE` statement, or the fourth of `CREATE UNIQUE INDEX`.
  private static func name(of statement: String) -> String {
    let words = statement.split(separator: " ", maxSplits: 4)
    return String(words[words[1] == "UNIQUE" ? 3 : 2])
  }
}
