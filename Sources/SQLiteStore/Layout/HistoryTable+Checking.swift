/// Statements of the search for damage over the tables of persistent history.
extension HistoryTable {
  /// The columns of a transaction that hold the keys of texts.
  static let stringColumns = [
    (name: "ZAUTHORTS", meaning: "author"), (name: "ZBUNDLEIDTS", meaning: "bundle"),
    (name: "ZCONTEXTNAMETS", meaning: "context"), (name: "ZPROCESSIDTS", meaning: "process"),
  ]

  static let danglingChangesQuery =
    "SELECT Z_PK FROM ACHANGE WHERE ZTRANSACTIONID IS NULL OR ZTRANSACTIONID NOT IN (SELECT Z_PK FROM ATRANSACTION)"
    + " ORDER BY Z_PK"

  static func foreignChangesQuery(_ entities: [Int]) -> String {
    "SELECT Z_PK FROM ACHANGE WHERE ZENTITY IS NULL OR ZENTITY NOT IN"
      + " (\(entities.map(String.init).joined(separator: ", "))) ORDER BY Z_PK"
  }

  static func danglingStringsQuery(_ column: String) -> String {
    "SELECT Z_PK FROM ATRANSACTION WHERE \(column) IS NOT NULL AND \(column) NOT IN (SELECT Z_PK FROM ATRANSACTIONSTRING)"
      + " ORDER BY Z_PK"
  }

  static func deletion(of changes: String) -> String { "DELETE FROM ACHANGE WHERE Z_PK IN (\(changes))" }

  static func stringClearing(_ column: String) -> String {
    "UPDATE ATRANSACTION SET \(column) = NULL WHERE Z_PK IN (\(danglingStringsQuery(column)))"
  }
}
