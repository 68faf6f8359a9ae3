internal import Foundation
internal import ModelDescription
internal import ModelEvolution
internal import SQLCompiler
internal import SQLiteDriver

/// Whether a store can be changed where it is, and how: only where tables, columns and indexes are added.
struct InPlacePlan {
  /// Why it cannot, a line each; empty when it can.
  private(set) var obstacles: [String] = []
  private(set) var additions: [MigrationStatement] = []

  init(planner: MigrationPlanner) {
    let (mapping, source, target) = (planner.mapping, planner.source, planner.target)
    for entity in mapping.removedEntities { obstacles.append("\(entity.name) is removed") }
    for pair in mapping.entities {
      if let former = pair.source, former.number != pair.destination.number {
        obstacles.append(
          "the number of \(pair.destination.name) changes from \(former.number) to \(pair.destination.number)")
      }
    }
    obstacles += planner.linkStatements.filter { !$0.isAsItWas }.map { "it has to \($0.purpose)" }
    obstacles = obstacles.reduce(into: []) { lines, line in if !lines.contains(line) { lines.append(line) } }
    for table in target.tables { addTable(table, planner) }
    for table in target.joinTables {
      if source.layout.joinTables.contains(table) { continue }
      if source.schema.columns(of: table.name) != nil {
        obstacles.append("the join table \(table.name) changes")
      } else {
        additions.append(MigrationStatement(purpose: "add the table \(table.name)", sql: table.creationStatement))
      }
    }
    for table in source.layout.joinTables
    where !target.joinTables.contains(table) && !target.joinTables.contains(where: { $0.name == table.name }) {
      obstacles.append("the join table \(table.name) goes")
    }
    addIndexes(planner)
    addHistory(planner)
  }

  private mutating func addTable(_ table: TableLayout, _ planner: MigrationPlanner) {
    let (mapping, source) = (planner.mapping, planner.source)
    guard let root = mapping.destination.entity(numbered: table.rootNumber) else { return }
    let pairs = root.familyNumbers.compactMap { mapping.entity(numbered: $0) }
    guard let former = mapping.entity(numbered: root.number)?.source else {
      guard pairs.allSatisfy({ $0.source == nil }), source.schema.columns(of: table.name) == nil else {
        obstacles.append("the table \(table.name) is made of others")
        return
      }
      additions.append(
        MigrationStatement(purpose: "add the table \(table.name) for \(root.name)", sql: table.creationStatement))
      return
    }
    guard former.isRoot, let old = source.layout.table(ofEntity: former.number) else {
      obstacles.append("\(root.name) gets a table of its own")
      return
    }
    guard old.name == table.name else {
      obstacles.append("the table \(old.name) becomes \(table.name)")
      return
    }
    let present = Dictionary(old.columns.map { ($0.name, $0.sqlType) }, uniquingKeysWith: { first, _ in first })
    let wanted = Set(table.columns.map(\.name))
    for column in old.columns where !wanted.contains(column.name) {
      obstacles.append("the column \(column.name) of \(table.name) goes")
    }
    let foreign = Set(source.foreignColumns(of: old).map { $0.name.uppercased() })
    let transfers = pairs.compactMap { pair in planner.rows[pair.destination.number].map { (pair, $0) } }
    var updates: [(numbers: [Int], sets: [String])] = []
    for column in table.columns {
      if let type = present[column.name] {
        let changes = transfers.contains { pair, row in
          pair.source.map { source.rows($0) > 0 } == true && !planner.keeps(column.name, in: row, pair)
        }
        if type != column.sqlType || changes {
          obstacles.append("the column \(column.name) of \(table.name) is made anew")
        }
        continue
      }
      guard !foreign.contains(column.name.uppercased()) else {
        obstacles.append("\(table.name) has a column \(column.name) that is none of the model's")
        continue
      }
      additions.append(
        MigrationStatement(
          purpose: "add the column \(column.name) to \(table.name)",
          sql: "ALTER TABLE \(table.name) ADD COLUMN \(column.name) \(column.sqlType)"))
      for (pair, row) in transfers {
        guard let value = row.columns[column.name], value != "NULL", let source = pair.source else { continue }
        guard row.lacks.contains(where: { $0.column == column.name && $0.isNew && $0.fill?.literal == value }) else {
          obstacles.append("the column \(column.name) of \(table.name) is made of another")
          continue
        }
        let set = "\(column.name.quoted) = \(value)"
        if let index = updates.firstIndex(where: { $0.numbers == [source.number] }) {
          updates[index].sets.append(set)
        } else {
          updates.append(([source.number], [set]))
        }
      }
    }
    addFills(updates, table, planner)
  }

  /// One pass for all entities that get the same values.
  private mutating func addFills(
    _ updates: [(numbers: [Int], sets: [String])], _ table: TableLayout, _ planner: MigrationPlanner
  ) {
    guard let place = planner.target.mapping(ofEntity: table.rootNumber) else { return }
    var merged: [(numbers: [Int], sets: [String])] = []
    for update in updates {
      if let index = merged.firstIndex(where: { $0.sets == update.sets }) {
        merged[index].numbers += update.numbers
      } else {
        merged.append(update)
      }
    }
    for update in merged {
      let numbers = update.numbers.map(String.init).joined(separator: ", ")
      additions.append(
        MigrationStatement(
          purpose: "fill \(update.sets.count.counted("column")) of \(table.name)",
          sql: "UPDATE \(table.name.quoted) SET \(update.sets.joined(separator: ", ")) WHERE"
            + " \(place.entityColumn.quoted) IN (\(numbers))"))
    }
  }

  private mutating func addIndexes(_ planner: MigrationPlanner) {
    let (old, new) = (planner.source.layout, planner.target)
    let former = old.indexStatements + old.triggerStatements
    let wanted = new.indexStatements + new.triggerStatements
    for statement in former where !wanted.contains(statement) {
      obstacles.append("\(Self.name(statement)) goes or changes")
    }
    let names = Set(planner.source.objects.map { $0.name.uppercased() })
    for statement in wanted where !former.contains(statement) {
      guard !names.contains(Self.name(statement).uppercased()) else {
        obstacles.append("there is another \(Self.name(statement))")
        continue
      }
      additions.append(MigrationStatement(purpose: "add \(Self.name(statement))", sql: statement))
    }
  }

  /// The name in `CREATE INDEX name …`, `CREATE UNIQUE INDEX name …` and `CREATE TRIGGER name …`.
  private static func name(_ statement: String) -> String {
    let words = statement.split(separator: " ", maxSplits: 4)
    return String(words.count > 3 && words[1] == "UNIQUE" ? words[3] : words.count > 2 ? words[2] : "")
  }

  private mutating func addHistory(_ planner: MigrationPlanner) {
    guard planner.source.keepsHistory else { return }
    let columns = planner.source.schema.columns(of: HistoryTable.change.name) ?? []
    let former = columns.filter(HistoryTable.isTombstone).count
    let transfer = planner.historyTransfer()
    if former > 0, !planner.keepsTombstones(former) { obstacles.append("history keeps values in other columns") }
    for number in transfer.tombstones.indices.dropFirst(former) {
      additions.append(
        MigrationStatement(
          purpose: "add a column for values of deleted rows to history", sql: HistoryTable.tombstoneAddition(number)))
    }
    if transfer.columns != HistoryTable.changedColumns {
      additions.append(
        MigrationStatement(
          purpose: "renumber the columns that history names", sql: HistoryTable.columnsUpdate(transfer.columns)))
    }
  }
}

extension MigrationPlanner {
  /// Whether a column of the destination is the column of the same name of the source, or nobody's in these rows.
  func keeps(_ column: String, in row: RowExpressions, _ pair: EntityMapping) -> Bool {
    let value = row.columns[column] ?? "NULL"
    if value == column.quoted { return true }
    // Nobody's before, and nobody's now.
    let former = pair.source.flatMap { source.layout.mapping(ofEntity: $0.number) }
    let names = former?.columns.flatMap { [$0.name, $0.entityColumn, $0.orderColumn].compactMap(\.self) } ?? []
    return value == "NULL" && !names.contains(column)
  }
}
