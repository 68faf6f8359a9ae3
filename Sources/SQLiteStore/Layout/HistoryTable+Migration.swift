/// Statements of a migration over the tables of persistent history.
extension HistoryTable {
  /// How the parts of a change are made when a store's entities get other numbers, keys and properties.
  struct ChangeTransfer: Sendable, Hashable {
    /// An expression over `ZENTITY` of the source.
    var entity: String
    /// An expression over `ZENTITYPK` of the source.
    var key: String
    /// An expression over `ZENTITY` and `ZCOLUMNS` of the source.
    var columns: String
    /// What each column for values of deleted rows gets.
    var tombstones: [String]
    /// The entities whose changes are kept.
    var entities: [Int]
  }

  static let entityColumn = "ZENTITY"
  static let keyColumn = "ZENTITYPK"
  static let changedColumns = "ZCOLUMNS"

  /// Moves the changes from one schema to another.
  static func changeTransfer(_ transfer: ChangeTransfer, from source: String, into target: String) -> String {
    let names = transfer.tombstones.indices.map { ", \(tombstoneColumn($0))" }.joined()
    let values = transfer.tombstones.map { ", \($0)" }.joined()
    return
      "INSERT INTO \(target).ACHANGE (Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS\(names))"
      + " SELECT Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, \(transfer.entity), \(transfer.key), ZTRANSACTIONID,"
      + " \(transfer.columns)\(values) FROM \(source).ACHANGE WHERE ZENTITY IN (\(list(transfer.entities)))"
  }

  /// Rewrites what the changes of updates say about columns, where it is.
  static func columnsUpdate(_ expression: String) -> String {
    "UPDATE ACHANGE SET ZCOLUMNS = \(expression) WHERE ZCOLUMNS IS NOT NULL"
  }

  static func lostChangesQuery(keeping entities: [Int]) -> String {
    "SELECT count(*) FROM ACHANGE WHERE ZENTITY NOT IN (\(list(entities)))"
  }

  static func tombstoneAddition(_ number: Int) -> String {
    "ALTER TABLE ACHANGE ADD COLUMN \(tombstoneColumn(number)) BLOB"
  }

  private static func list(_ entities: [Int]) -> String { entities.map(String.init).joined(separator: ", ") }
}
