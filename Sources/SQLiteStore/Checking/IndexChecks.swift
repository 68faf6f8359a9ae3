internal import SQLiteDriver

/// Which indexes of a layout a file lacks.
///
/// Names do not count, and neither does how an index is spelled: older frameworks wrote other texts (StoreFormat.md
/// section 8). An index serves when it begins with the columns that are wanted.
struct IndexChecks {
  let layout: StoreLayout
  let connection: Connection

  func damages() throws -> [StoreDamage] {
    var present: [String: [Index]] = [:]
    var found: [StoreDamage] = []
    for statement in layout.indexStatements {
      guard let wanted = Wanted(statement) else { continue }
      let table = wanted.table.uppercased()
      let indexes = try present[table] ?? indexes(of: wanted.table)
      present[table] = indexes
      if indexes.contains(where: { $0.serves(wanted) }) { continue }
      let columns = wanted.columns.joined(separator: ", ")
      found.append(
        StoreDamage(
          .missingIndex, table: wanted.table, count: 1,
          "\(wanted.table): there is no \(wanted.isUnique ? "unique " : "")index over \(columns).",
          .possible(words: "It is made.", .statements(["DROP INDEX IF EXISTS \(wanted.name)", statement]))))
    }
    return found
  }

  private struct Index {
    var columns: [String]
    var isUnique: Bool

    func serves(_ wanted: Wanted) -> Bool {
      wanted.isUnique
        ? isUnique && Set(columns) == Set(wanted.columns) : columns.starts(with: wanted.columns)
    }
  }

  /// What a statement of the layout makes.
  private struct Wanted {
    var name: String
    var table: String
    var columns: [String]
    var isUnique: Bool

    init?(_ statement: String) {
      guard let match = statement.wholeMatch(of: /CREATE (UNIQUE )?INDEX (\S+) ON (\S+) \((.*)\)/) else { return nil }
      isUnique = match.1 != nil
      name = String(match.2).quoted
      table = String(match.3)
      columns = match.4.split(separator: ",").compactMap { $0.split(separator: " ").first?.uppercased() }
    }
  }

  private func indexes(of table: String) throws -> [Index] {
    var names: [(name: String, isUnique: Bool)] = []
    try connection.withStatement("SELECT name, \"unique\" FROM pragma_index_list(?1) WHERE NOT partial") { statement in
      try statement.bind(table, at: 1)
      while try statement.step() { names.append((statement.text(0), statement.integer(1) == 1)) }
    }
    return try names.map { name, isUnique in
      try connection.withStatement("SELECT name FROM pragma_index_info(?1) ORDER BY seqno") { statement in
        try statement.bind(name, at: 1)
        var columns: [String] = []
        while try statement.step() { columns.append(statement.text(0).uppercased()) }
        return Index(columns: columns, isUnique: isUnique)
      }
    }
  }
}
