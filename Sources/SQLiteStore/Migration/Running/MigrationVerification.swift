internal import ModelDescription
internal import ModelEvolution
internal import SQLiteDriver

/// Proves what was made: counts of rows and links, ends of relationships, the file itself.
struct MigrationVerification {
  let plan: MigrationPlan
  let source: Connection
  /// A connection whose main database is the new store, with the rows in it.
  let target: Connection

  /// - Parameter isWhole: the file is new, so that all of it is read.
  func run(_ report: inout MigrationReport, isWhole: Bool) throws {
    try countRows(&report)
    for place in plan.places { try check(place, &report, isWhole: isWhole) }
    guard isWhole else { return }
    report.notes += try lacks()
    let pages = try target.integer("PRAGMA page_count") ?? 0
    let isSmall = pages <= Self.smallPages
    let finding = try target.text(isSmall ? "PRAGMA integrity_check(1)" : "PRAGMA quick_check(1)")
    guard finding == "ok" else { throw unproven("SQLite finds it unsound: \(finding ?? "no answer")") }
    if !isSmall { try countIndexes() }
  }

  /// SQLite's whole check looks every row up in every index, which takes longer than making them: of a large file the
  /// structure is checked, and that each index has as many entries as its table has rows.
  private static let smallPages: Int64 = 8192

  private func countIndexes() throws {
    var counts: [String: Int64] = [:]
    for object in try target.schema() where object.type == "index" && object.sql != nil {
      let table = object.tableName
      let rows = try counts[table] ?? target.integer("SELECT count(*) FROM \(table.quoted) NOT INDEXED") ?? 0
      counts[table] = rows
      let entries = try target.integer("SELECT count(*) FROM \(table.quoted) INDEXED BY \(object.name.quoted)") ?? 0
      guard rows == entries else {
        throw unproven("the index \(object.name) has \(entries) entries for \(rows.counted("row"))")
      }
    }
  }

  private func countRows(_ report: inout MigrationReport) throws {
    var counts: [Int: Int64] = [:]
    for table in plan.layout.tables {
      try target.withStatement(OwnTables.rowCountQuery(ofTable: table.name)) { statement in
        while try statement.step() { counts[Int(truncatingIfNeeded: statement.integer(0))] = statement.integer(1) }
      }
    }
    for pair in plan.mapping.entities {
      let before = pair.source.map { plan.source.rows($0) } ?? 0
      let after = counts[pair.destination.number] ?? 0
      report.entities.append(
        .init(source: pair.source?.name, destination: pair.destination.name, before: before, after: after))
      guard before == after else {
        throw unproven("\(pair.destination.name) has \(after.counted("row")) instead of \(before)")
      }
    }
    for entity in plan.mapping.removedEntities {
      report.entities.append(
        .init(source: entity.name, destination: nil, before: plan.source.rows(entity), after: 0))
    }
  }

  private func check(_ place: LinkPlace, _ report: inout MigrationReport, isWhole: Bool) throws {
    let before = try place.before.reduce(Int64(0)) { try $0 + (source.integer($1) ?? 0) }
    let after = try target.integer(place.after) ?? 0
    report.links.append(.init(relationship: place.relationship, before: before, after: after))
    guard before != after else { return }
    // A new file goes without what leads nowhere.
    let dangling = isWhole ? try place.dangling(in: source) : 0
    guard place.keepsAll ? after == before - dangling : after <= before else {
      throw unproven("\(place.relationship) has \(after.counted("link")) instead of \(before - dangling)")
    }
    let gone = min(dangling, before - after)
    if gone > 0 { report.notes.append(place.words(ofDangling: gone)) }
    if before - after > gone {
      report.dropped.append("\((before - after - gone).counted("link")) of \(place.relationship)")
    }
  }

  /// Rows without a link that both models demand, a line for each relationship.
  func lacks() throws -> [String] {
    try plan.places.compactMap { place in
      guard let query = place.lacking, let rows = try target.integer(query), rows > 0 else { return nil }
      return "\(rows.counted("row")) \(rows == 1 ? "has" : "have") no \(place.relationship), which both models demand."
    }
  }

  private func unproven(_ what: String) -> MigrationError {
    MigrationError(
      .unproven, "The migrated copy of \(plan.source.path) was not what it should be: \(what).",
      advice: "The store is as it was.", path: plan.source.path)
  }
}
