internal import ModelDescription
internal import ModelEvolution
internal import SQLCompiler

/// The work of planning a migration: what each table, column and link of the destination is made of.
struct MigrationPlanner {
  let mapping: ModelMapping
  let source: MigrationSource
  let target: StoreLayout
  let fills: MigrationFills
  let links: LinkPlanner
  let offsets: KeyOffsets
  /// By number of the destination's entity; those without a partner are left out.
  let rows: [Int: RowExpressions]
  var linkStatements: [MigrationStatement] = []
  var places: [LinkPlace] = []
  var requirements: [MandatoryRequirement] = []
  var usedRelationships: Set<LinkPlanner.End> = []
  var transferCount = 0

  /// - Throws: `MigrationError` for keys that are used up; `StoreError` for a destination that cannot have tables.
  init(_ mapping: ModelMapping, source: MigrationSource, fills: MigrationFills) throws {
    self.mapping = mapping
    self.source = source
    self.fills = fills
    target = try StoreLayout(mapping.destination)
    offsets = try KeyOffsets(mapping, source)
    links = LinkPlanner(mapping: mapping, source: source, target: target, offsets: offsets)
    var rows: [Int: RowExpressions] = [:]
    for pair in mapping.entities {
      rows[pair.destination.number] = RowExpressions(pair, planner: links, fills: fills)
    }
    self.rows = rows
  }

  mutating func plan(alwaysCopies: Bool) throws -> MigrationPlan {
    try checkAbstract()
    let transfers = target.tables.flatMap(transfers(into:))
    planLinks()
    addRequirements()
    let lacks = mapping.entities.flatMap { rows[$0.destination.number]?.lacks ?? [] }
    let inPlace = InPlacePlan(planner: self)
    let isInPlace = inPlace.obstacles.isEmpty && !alwaysCopies
    return MigrationPlan(
      mapping: mapping, mode: isInPlace ? .inPlace : .copy,
      reasons: isInPlace ? inPlace.additions.map(\.purpose) : inPlace.obstacles,
      rows: source.rowCounts.values.reduce(0, +), source: source, layout: target, transfers: transfers,
      linkStatements: linkStatements, lacks: lacks, requirements: requirements, places: places, losses: losses(),
      history: source.keepsHistory ? historyTransfer() : nil, mirroring: RowMoves(mapping, offsets),
      additions: inPlace.additions,
      highestKeys: offsets.highestKeys, notes: notes())
  }

  /// Rows of an entity that has none of its own from now on have no place.
  private func checkAbstract() throws {
    let findings = mapping.entities.compactMap { pair -> MigrationFinding? in
      guard let former = pair.source, pair.destination.description.isAbstract, source.rows(former) > 0 else {
        return nil
      }
      return MigrationFinding(
        entity: pair.destination.name, property: nil, rows: source.rows(former),
        "it becomes abstract, and the store has \(source.rows(former).counted("row")) of it")
    }
    guard findings.isEmpty else {
      throw MigrationError(
        .rowsWithoutPlace, "The store \(source.path) has rows of entities that become abstract.",
        advice: "Leave them concrete, or turn the rows into another entity's in a custom stage.", findings: findings,
        path: source.path)
    }
  }

  // MARK: rows

  /// What fills a table: one transfer for each table of the source that has rows for it.
  private func transfers(into table: TableLayout) -> [TableTransfer] {
    guard let root = mapping.destination.entity(numbered: table.rootNumber) else { return [] }
    let pairs = root.familyNumbers.compactMap { mapping.entity(numbered: $0) }.filter { $0.source != nil }
    let roots = Set(pairs.compactMap { $0.source?.rootNumber }).sorted()
    return roots.compactMap { transfer(from: $0, pairs, table) }
  }

  private func transfer(from root: Int, _ pairs: [EntityMapping], _ table: TableLayout) -> TableTransfer? {
    guard let former = source.entity(root), let place = source.layout.mapping(ofEntity: root),
      let present = mapping.destination.entity(numbered: table.rootNumber),
      let targetPlace = target.mapping(ofEntity: table.rootNumber)
    else { return nil }
    let members = pairs.compactMap { pair in
      pair.source.flatMap { source in source.rootNumber == root ? (source: source, pair: pair) : nil }
    }
    let numbers = NumberMap(members.map { ($0.source.number, $0.pair.destination.number) })
    let entityColumn = place.entityColumn.quoted
    let isWhole = former.familyNumbers.allSatisfy { number in
      (self.source.rowCounts[number] ?? 0) == 0 || numbers.pairs.contains { $0.source == number }
    }
    var columns: [(name: String, value: String)] = [
      (targetPlace.keyColumn, place.keyColumn.quoted.moved(by: offsets.offset(from: former, to: present))),
      (
        targetPlace.entityColumn,
        numbers.pairs.count == 1 && isWhole
          ? String(numbers.pairs[0].target) : numbers.expression(entityColumn, isComplete: isWhole)
      ),
      (targetPlace.versionColumn, place.versionColumn.quoted),
    ]
    for column in table.columns {
      let value = expression(for: column.name, members: members.map { ($0.source, $0.pair.destination) }, entityColumn)
      if value != "NULL" { columns.append((column.name, value)) }
    }
    columns += foreignColumns(former, table).map { ($0.name, $0.name.quoted) }
    let condition =
      isWhole ? nil : "\(entityColumn) IN (\(numbers.pairs.map { String($0.source) }.joined(separator: ", ")))"
    return TableTransfer(
      sourceTable: place.table, targetTable: table.name, keyColumn: place.keyColumn, columns: columns,
      condition: condition, rows: members.reduce(0) { $0 + self.source.rows($1.source) })
  }

  /// Columns that others added to a family's table go along with its rows.
  func foreignColumns(_ root: ResolvedEntity, _ table: TableLayout) -> [(name: String, type: String)] {
    guard let former = source.layout.table(ofEntity: root.number), former.rootNumber == root.number else { return [] }
    let taken = LayoutName.fixedColumns.union(table.columns.map { $0.name.uppercased() })
    return source.foreignColumns(of: former).filter { !taken.contains($0.name.uppercased()) }
  }

  /// One expression for all entities of a table: plain where all have the same, by entity where not.
  private func expression(
    for column: String, members: [(source: ResolvedEntity, target: ResolvedEntity)], _ entityColumn: String
  ) -> String {
    var groups: [(value: String, numbers: [Int])] = []
    for member in members where (source.rowCounts[member.source.number] ?? 0) > 0 {
      let value = rows[member.target.number]?.columns[column] ?? "NULL"
      if let index = groups.firstIndex(where: { $0.value == value }) {
        groups[index].numbers.append(member.source.number)
      } else {
        groups.append((value, [member.source.number]))
      }
    }
    if groups.count <= 1 { return groups.first?.value ?? "NULL" }
    let cases = groups.filter { $0.value != "NULL" }.map { group in
      "WHEN \(entityColumn) IN (\(group.numbers.map(String.init).joined(separator: ", "))) THEN \(group.value)"
    }
    return "CASE \(cases.joined(separator: " ")) END"
  }
}
