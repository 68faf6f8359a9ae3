internal import ModelDescription
internal import SQLiteDriver
internal import StoreContract

/// Looks for everything in a store file that is not as the frameworks keep it; changes nothing.
///
/// The checks are values (`RowChecks`) and one statement each, so that a store of any size takes little memory.
struct StoreExamination {
  let connection: Connection
  let path: String
  /// `nil` where no model is known: then only SQLite's own check can be made.
  let model: ResolvedModel?
  let externalData: ExternalData
  /// How many rows or files of a kind are named; all are counted.
  static let shownRows = 20

  func damages() throws -> [StoreDamage] {
    var found = try integrity() + leftovers()
    guard let model else { return found }
    let layout: StoreLayout
    do {
      layout = try StoreLayout(model).reconciled(with: StoreFile(connection, path: path).schema())
    } catch let error as StoreError {
      found.append(
        StoreDamage(
          .layout, entity: error.entityName, property: error.propertyName, count: 1, error.message,
          .impossible(advice: error.advice.isEmpty ? "Restore the file from a copy." : error.advice)))
      return found
    }
    do {
      found += try NumberChecks(layout: layout, connection: connection, path: path).damages()
      for check in RowChecks(layout).all {
        if let damage = try ask(check) { found.append(damage) }
      }
      found += try FileChecks(
        layout: layout, connection: connection, data: externalData,
        others: ExternalFolder(LinkedFile.path(of: path)).namesOfNeighbours()
      ).damages()
      found += try IndexChecks(layout: layout, connection: connection).damages()
      for check in try HistoryChecks(layout: layout, connection: connection).all {
        if let damage = try ask(check) { found.append(damage) }
      }
    } catch let error as SQLiteError where error.code == .corrupt {
      found.append(
        StoreDamage(
          .integrity, count: 1, "Reading stopped at damaged pages: \(error.message).",
          .impossible(advice: "Restore the file from a copy.")))
    }
    return found
  }

  private func leftovers() -> [StoreDamage] {
    let names = StoreLeftovers.names(beside: path)
    guard !names.isEmpty else { return [] }
    return [
      StoreDamage(
        .leftover, count: names.count, files: Array(names.prefix(Self.shownRows)),
        "A migration of the store was cut off and left \(names.count.counted("file")) behind.",
        .possible(
          words: "The copy goes without; beside the store they go when it is next opened for writing.",
          .statements([])))
    ]
  }

  private func ask(_ check: RowCheck) throws -> StoreDamage? {
    try connection.withStatement(check.rows) { statement in
      var count = 0
      var rows: [Int64] = []
      while try statement.step() {
        count += 1
        if rows.count < Self.shownRows { rows.append(statement.integer(0)) }
      }
      guard count > 0 else { return nil }
      return StoreDamage(
        check.kind, entity: check.entity, property: check.property, table: check.table, count: count, rows: rows,
        check.message(count), check.mending)
    }
  }

  /// SQLite's own check; what is wrong with indexes alone is mended by making them anew.
  private func integrity() throws -> [StoreDamage] {
    var lines: [String] = []
    do {
      try connection.withStatement("PRAGMA integrity_check(100)") { statement in
        while try statement.step() { lines.append(statement.text(0)) }
      }
    } catch let error as SQLiteError where error.code == .corrupt {
      lines.append(error.message)
    }
    // SQLite speaks of duplicates under a unique index here too, with the rows missing from it.
    let problems = lines.flatMap { $0.split(separator: "\n") }.map(String.init).filter {
      $0 != "ok" && !$0.hasPrefix("***")
    }
    guard let first = problems.first else { return [] }
    let concernsIndexes = problems.allSatisfy {
      $0.contains("missing from index") || $0.contains("entries in index") || $0.contains("non-unique entry in index")
    }
    let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
    return [
      StoreDamage(
        .integrity, count: problems.count, "SQLite's check of the file says: \(first)\(more).",
        concernsIndexes
          ? .possible(words: "The indexes are made anew.", .statements(["REINDEX"]))
          : .impossible(advice: "Restore the file from a copy."))
    ]
  }
}
