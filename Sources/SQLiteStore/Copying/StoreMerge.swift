internal import Foundation
internal import ModelDescription
internal import ModelEvolution
internal import SQLiteDriver
internal import StoreContract

/// Takes the objects of one store over into another of the same model that is in use.
///
/// Objects that the destination has already, by their keys, keep their values. Relationships follow when all objects are
/// there: to-ones that are empty are set, to-manys get the members that they lack. Every save is whole, so what ends on
/// the way is simply run again.
final class StoreMerge {
  let source: SQLiteStore
  let target: SQLiteStore
  let matches: MergeMatches
  let options: CopyOptions
  private let totals: [Int: Int]
  private var done: Int64 = 0

  var model: ResolvedModel { target.model }

  init(
    from source: SQLiteStore, to target: SQLiteStore, keys: MergeKeys, scratch: URL, options: CopyOptions
  ) throws {
    (self.source, self.target, self.options) = (source, target, options)
    matches = try MergeMatches(
      scratch.appendingPathComponent("matches.sqlite").path, from: source, to: target, keys: keys)
    var totals: [Int: Int] = [:]
    for entity in target.model.entities where !entity.description.isAbstract {
      totals[entity.number] = try source.ownRowCount(entity.number)
    }
    self.totals = totals
    try matches.match()
    try matches.checkConstraints()
  }

  /// Objects by entity: what the destination has, and what it gets or got.
  func counts(_ plan: MigrationPlan) throws -> [CopyCount] {
    try plan.mapping.entities.compactMap { pair in
      guard let former = pair.source, !pair.destination.description.isAbstract else { return nil }
      let found = try matches.foundCount(pair.destination.number)
      return CopyCount(
        entity: pair.destination.name, source: former.name,
        copied: (totals[pair.destination.number] ?? 0) - found, found: found)
    }
  }

  func run() throws {
    for root in model.entities where root.isRoot { try insertRows(root) }
    done = 0
    for root in model.entities where root.isRoot { try fillToOnes(root) }
    try linkToManys()
  }

  func tell(_ step: String, _ rows: Int) throws {
    done += Int64(rows)
    let total = Int64(totals.values.reduce(0, +))
    try options.progress?(MigrationProgress(step: step, rows: min(done, total), totalRows: total))
  }

  static let author = "causeway copy"

  // MARK: rows

  private func insertRows(_ root: ResolvedEntity) throws {
    var batch = MergeBatch(self)
    var last: Int64 = .min
    while true {
      var rows: [MergeRow] = []
      var (count, size) = (0, 0)
      // Large values fill the memory before their number does.
      let next = try source.page(of: root.number, after: last, limit: options.batch) { row in
        guard size < Self.mostBytes else { return }
        count += 1
        last = row.primaryKey()
        guard let entity = model.entity(numbered: row.entity()), try matches.partner(of: last, root: root.number) == nil
        else { return }
        let new = try MergeRow(row, of: entity)
        size += new.size
        rows.append(new)
      }
      guard next != nil else { return }
      for row in rows { try batch.add(row) }
      try batch.save()
      try tell("copy objects of \(root.name)", count)
    }
  }

  private static let mostBytes = 64 << 20

  /// Saves, unless somebody else has made objects since the stores were compared: one of them may be one of these.
  ///
  /// - Returns: `nil` when somebody has, and nothing was saved.
  func save(_ request: SaveRequest, inserting counts: [Int: Int]) throws -> SaveResult? {
    do {
      return try target.pool.write { connection in
        try target.save(request) {
          for (root, count) in counts {
            let last = try target.lastKey(ofFamily: root, connection)
            guard last == (matches.lastKeys[root] ?? 0) + Int64(count) else { throw Interference() }
          }
        }
      }
    } catch is Interference {
      return nil
    }
  }

  private struct Interference: Error {}
}
