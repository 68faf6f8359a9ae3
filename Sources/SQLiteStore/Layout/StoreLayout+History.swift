package import ModelDescription
import SQLCompiler

extension StoreLayout {
  /// The entities of persistent history; their rows join `Z_PRIMARYKEY` with the first save.
  package static let historyPrimaryKeyRows = [
    PrimaryKeyRow(entityNumber: 16001, name: "CHANGE", superentityNumber: 0),
    PrimaryKeyRow(entityNumber: 16002, name: "TRANSACTION", superentityNumber: 0),
    PrimaryKeyRow(entityNumber: 16003, name: "TRANSACTIONSTRING", superentityNumber: 0),
  ]

  /// The meaning of each bit of `ZCOLUMNS` for rows of an entity, first bit first.
  ///
  /// The order of the last group, the to-manys, is that of `PropertyOrder` and not certain for every model.
  package func historySlots(_ entity: ResolvedEntity) -> [HistorySlot] {
    var slots: [HistorySlot] = []
    for (number, field) in entity.fields.enumerated() where field.toOne != nil {
      slots.append(.field(number))
      if column(of: field)?.entityColumn != nil { slots.append(.entity(ofField: number)) }
    }
    var ancestry: [Int] = []
    var next: Int? = entity.number
    while let number = next {
      ancestry.insert(number, at: 0)
      next = model.entity(numbered: number)?.superentityNumber
    }
    for number in ancestry {
      slots += hiddenColumns(ofDestination: number).map { .hidden(column: $0) }
    }
    for (number, field) in entity.fields.enumerated() where field.toOne == nil {
      slots.append(.field(number))
    }
    slots += PropertyOrder.toManys(of: entity).map { .toMany($0.name) }
    return slots
  }

  /// The tombstone columns that a deleted row of an entity fills.
  ///
  /// Numbered over the model in entity order, attributes by name; no store at hand shows such a column.
  package func tombstones(_ entity: ResolvedEntity) -> [TombstoneColumn] {
    entity.fields.enumerated().compactMap { number, field in
      let key = PropertyKey(entityNumber: field.declaringEntityNumber, path: field.path)
      return tombstoneColumns[key].map { TombstoneColumn(name: $0, fieldNumber: number) }
    }
  }

  static func tombstoneColumns(_ model: ResolvedModel) -> [PropertyKey: String] {
    var columns: [PropertyKey: String] = [:]
    for entity in model.entities {
      for field in entity.fields where field.declaringEntityNumber == entity.number {
        // A composite's parts are kept as its own flag says.
        let whole = entity.description.attributes.first { $0.name == field.path.first }
        guard let attribute = field.attribute, !attribute.allowsExternalStorage,
          attribute.preservesValueOnDeletion || whole?.preservesValueOnDeletion == true
        else { continue }
        columns[PropertyKey(entityNumber: entity.number, path: field.path)] = "ZTOMBSTONE\(columns.count)"
      }
    }
    return columns
  }

  /// The tables of persistent history and their indexes (FORMAT.md section 11).
  package var historyStatements: [String] {
    let tombstones = (0..<tombstoneColumns.count).map { ", ZTOMBSTONE\($0) BLOB" }.joined()
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
}
