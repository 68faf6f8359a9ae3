internal import ModelDescription
internal import SQLiteDriver

/// Whether the tables of persistent history name each other's rows, and entities of the model.
///
/// Older frameworks had fewer columns (StoreFormat.md section 11): what is not there is not asked for.
struct HistoryChecks {
  let layout: StoreLayout
  let connection: Connection

  var all: [RowCheck] {
    get throws {
      let (change, transaction, string) = (HistoryTable.change, HistoryTable.transaction, HistoryTable.string)
      guard try connection.hasTable(change.name), try connection.hasTable(transaction.name) else { return [] }
      var checks = [
        RowCheck(
          .danglingChange, entity: nil, table: change.name, rows: HistoryTable.danglingChangesQuery,
          one: "is of a transaction that is not there", many: "are of transactions that are not there",
          .possible(
            words: "They are deleted: nobody can tell when they were made.",
            .statements([HistoryTable.deletion(of: HistoryTable.danglingChangesQuery)]))),
        RowCheck(
          .historyEntity, entity: nil, table: change.name, rows: HistoryTable.foreignChangesQuery(entities),
          one: "is about an entity that the model does not have",
          many: "are about entities that the model does not have",
          .possible(
            words: "They are deleted: no object has their names.",
            .statements([HistoryTable.deletion(of: HistoryTable.foreignChangesQuery(entities))]))),
      ]
      guard try connection.hasTable(string.name) else { return checks }
      let present = Set(try connection.columnTypes(ofTable: transaction.name).map(\.name))
      for column in HistoryTable.stringColumns where present.contains(column.name) {
        checks.append(
          RowCheck(
            .danglingString, entity: nil, property: nil, table: transaction.name,
            rows: HistoryTable.danglingStringsQuery(column.name),
            one: "names a text for its \(column.meaning) that is not there",
            many: "name texts for their \(column.meaning) that are not there",
            .possible(
              words: "They have no \(column.meaning) from then on.",
              .statements([HistoryTable.stringClearing(column.name)]))))
      }
      return checks
    }
  }

  private var entities: [Int] { layout.model.entities.map(\.number) }
}
