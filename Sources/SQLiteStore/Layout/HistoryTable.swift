/// The tables of persistent history, and the statements over them (StoreFormat.md section 11).
package enum HistoryTable: Int, Sendable, CaseIterable {
  /// Raw values are the numbers of the framework's own entities.
  case change = 16001
  case transaction = 16002
  case string = 16003

  package var name: String {
    switch self {
    case .change: "ACHANGE"
    case .transaction: "ATRANSACTION"
    case .string: "ATRANSACTIONSTRING"
    }
  }

  /// As the table of entities has it.
  var entityName: String { String(name.dropFirst()) }

  /// The column with a transaction's time.
  package static let timeColumn = "ZTIMESTAMP"
  package static let lastTimeQuery = "SELECT max(ZTIMESTAMP) FROM ATRANSACTION"

  var highestKeyQuery: String { "SELECT MAX(Z_PK) FROM \(name)" }

  /// Parameters: key, kind of change, entity number and key of the object, transaction, changed columns.
  static let changeInsertion =
    "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS)"
    + " VALUES (?1, 16001, ?2, ?3, ?4, ?5, ?6)"
  /// Parameters: key; the strings for author, bundle, context and process; time.
  static let transactionInsertion =
    "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, ZPROCESSIDTS, ZTIMESTAMP)"
    + " VALUES (?1, 16002, ?2, ?3, ?4, ?5, ?6)"
  /// Its parameter is the text.
  static let stringQuery = "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?1"
  /// Parameters: key and text.
  static let stringInsertion = "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (?1, 16003, ?2)"

  // MARK: reading

  /// The number of the oldest transaction.
  static let firstTransactionQuery = "SELECT MIN(Z_PK) FROM ATRANSACTION"
  /// Key, time; the strings for author, bundle, context and process, then the same as text.
  static func transactionsQuery(_ part: Part) -> String {
    "SELECT Z_PK, ZTIMESTAMP, ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, ZPROCESSIDTS, ZAUTHOR, ZBUNDLEID,"
      + " ZCONTEXTNAME, ZPROCESSID FROM ATRANSACTION WHERE Z_PK \(part.condition) ORDER BY Z_PK"
  }

  /// The numbers that are read, by a statement's only parameter.
  enum Part: Sendable {
    /// Those after a number.
    case after
    /// Those of a list (`KeyList`).
    case listed

    fileprivate var condition: String {
      switch self {
      case .after: "> ?1"
      case .listed: "IN \(KeyList.sql)"
      }
    }
  }

  /// The numbers of transactions; its parameter is that of the one before the first.
  static let numbersQuery = "SELECT Z_PK FROM ATRANSACTION WHERE Z_PK > ?1 ORDER BY Z_PK"
  /// Its parameter is the number of the transaction before the first.
  static let changeCountQuery = "SELECT count(*) FROM ACHANGE WHERE ZTRANSACTIONID > ?1"
  static let stringsQuery = "SELECT Z_PK, ZNAME FROM ATRANSACTIONSTRING"

  /// Key, kind, entity number and key of the object, transaction, changed columns, then the values kept.
  ///
  /// - Parameter isOfTransactions: The numbers are those of transactions, and not of changes.
  static func changesQuery(tombstones: [String], _ part: Part, isOfTransactions: Bool) -> String {
    "SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS"
      + tombstones.map { ", \($0.quoted)" }.joined()
      + " FROM ACHANGE WHERE \(isOfTransactions ? "ZTRANSACTIONID" : "Z_PK") \(part.condition) ORDER BY Z_PK"
  }

  // MARK: writing

  /// Each takes the number of a transaction.
  static let deletions = ["DELETE FROM ACHANGE WHERE ZTRANSACTIONID = ?1", "DELETE FROM ATRANSACTION WHERE Z_PK = ?1"]
  /// All that happened; the strings stay.
  static let happenings = [change, transaction]
  var erasure: String { "DELETE FROM \(name)" }

  /// Parameters: the value that is kept, and the change's key.
  static func tombstoneUpdate(_ column: String) -> String { "UPDATE ACHANGE SET \(column.quoted) = ?1 WHERE Z_PK = ?2" }
  static func isTombstone(_ column: String) -> Bool { column.hasPrefix("ZTOMBSTONE") }

  // MARK: making

  /// Tables and indexes of a new file.
  ///
  /// - Parameter tombstones: the columns that keep last values, in order.
  static func creationStatements(tombstones: Int) -> [String] {
    let tombstones = (0..<tombstones).map { ", \(tombstoneColumn($0)) BLOB" }.joined()
    let fixed = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"
    return [
      "CREATE TABLE ACHANGE ( \(fixed), ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER,"
        + " ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB\(tombstones) )",
      "CREATE TABLE ATRANSACTION ( \(fixed), ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER,"
        + " ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR,"
        + " ZPROCESSID VARCHAR, ZQUERYGEN BLOB )",
      "CREATE TABLE ATRANSACTIONSTRING ( \(fixed), ZNAME VARCHAR )",
      "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
      "CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
      "CREATE INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)",
      "CREATE INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)",
      "CREATE INDEX ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)",
      "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
      "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
      "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
    ]
  }

  static func tombstoneColumn(_ number: Int) -> String { "ZTOMBSTONE\(number)" }
}
