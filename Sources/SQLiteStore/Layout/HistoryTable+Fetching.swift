/// What queries over persistent history read: the tables, under names of properties.
extension HistoryTable {
  /// The name of that in a statement that begins with `transactionSource` or `changeSource`.
  static let queried = "history"

  /// Digits of the numbers in the text of a changed object.
  static let entityWidth = 10
  static let keyWidth = 19

  /// Its parameters are the store's identifier, then that of the start.
  ///
  /// - Parameter hasStrings: The file has the table of interned strings, which come before the older columns of text.
  static func transactionSource(_ start: Start, hasStrings: Bool) -> String {
    func text(_ column: String) -> String {
      guard hasStrings else { return column }
      return "IFNULL((SELECT ZNAME FROM ATRANSACTIONSTRING WHERE ATRANSACTIONSTRING.Z_PK = \(column)TS), \(column))"
    }
    return
      "WITH \(queried) AS (SELECT Z_PK AS \"key\", Z_ENT AS entity, Z_OPT AS version, \(text("ZAUTHOR")) AS author,"
      + " IFNULL(\(text("ZBUNDLEID")), '') AS bundleID, \(text("ZCONTEXTNAME")) AS contextName,"
      + " IFNULL(\(text("ZPROCESSID")), '') AS processID, ? AS storeID, ZTIMESTAMP AS timestamp,"
      + " Z_PK AS transactionNumber FROM ATRANSACTION\(start.condition)) "
  }

  /// Its parameter is that of the start.
  ///
  /// - Parameter entities: Those whose changes are meant; all when `nil`.
  static func changeSource(_ start: Start, entities: [Int]?) -> String {
    let family = entities.map { " AND ZENTITY IN (\($0.map(String.init).joined(separator: ", ")))" } ?? ""
    return
      "WITH \(queried) AS (SELECT Z_PK AS \"key\", Z_ENT AS entity, Z_OPT AS version, Z_PK AS changeID,"
      + " ZCHANGETYPE AS changeType, ZENTITY AS changedEntity,"
      + " printf('%0\(entityWidth)d/%0\(keyWidth)d', ZENTITY, ZENTITYPK) AS changedObjectID FROM ACHANGE"
      + " WHERE ZTRANSACTIONID IN (SELECT Z_PK FROM ATRANSACTION\(start.condition))\(family)) "
  }

  /// Behind what a query begins.
  enum Start {
    case beginning, save, time

    /// Its parameter is the number of a transaction, or a time.
    fileprivate var condition: String {
      switch self {
      case .beginning: ""
      case .save: " WHERE Z_PK > ?"
      case .time: " WHERE ZTIMESTAMP > ?"
      }
    }
  }
}
