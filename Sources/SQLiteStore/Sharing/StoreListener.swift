internal import SQLiteDriver
internal import StoreContract

/// What looks into a store's file for others' saves.
///
/// Does not keep the store: its file is closed when whoever uses it lets it go, also while somebody looks.
struct StoreListener: Sendable {
  /// The store is gone.
  struct Ended: Error {}

  private weak let ear: StoreEar?
  private weak let pool: ConnectionPool?
  private let schema: StoreSchema
  private let path: String?
  private let isReadOnly: Bool

  init(_ store: SQLiteStore) {
    (ear, pool, schema, path, isReadOnly) = (store.ear, store.pool, store.schema, store.path, store.isReadOnly)
  }

  /// Notes that the file is gone.
  ///
  /// - Returns: whether that is new, and somebody is there to hear it.
  func noteLoss() -> Bool { ear?.noteLoss() ?? false }

  /// The present.
  func position(of store: SQLiteStore) throws -> StorePosition {
    var position = StorePosition()
    try store.readingOneState { connection in
      try readHistory(connection) { reader in
        let bounds = try reader.bounds()
        position.hasHistory = true
        position.last = bounds.last
        position.hasRecords = Self.hasRecords(bounds)
      }
    }
    // History says by itself what came later. Without it, only connections know that were there before.
    guard !position.hasHistory else { return position }
    position.version = try hearing(store.ear) { try $0.dataVersion() }
    position.writerVersion = try writerVersion()
    return position
  }

  /// More rows than that are told as "everything".
  private static let mostRows = 20_000

  /// What happened since, and moves the position on; `nil` for nothing.
  ///
  /// - Throws: `OwnSaves.Pending` while it is open whether a save is the store's own; `Ended`.
  func news(since position: inout StorePosition, wantsOwn: Bool) throws -> StoreNews? {
    guard let ear else { throw Ended() }
    let known = position
    var next = known
    let news = try hearing(ear) { connection -> StoreNews? in
      // Most hints are about what was seen already.
      next.version = try connection.dataVersion()
      guard next.version != known.version else { return nil }
      return try connection.transaction(.deferred) { try read(since: &next, ear.own, connection) }
    }
    guard var found = news else { return nil }
    if !next.hasHistory {
      next.writerVersion = try writerVersion()
      found.isEverything = isReadOnly || next.writerVersion != known.writerVersion
    }
    position = next
    ear.own.forget(through: next.last)
    let isOwn = wantsOwn && (next.last != known.last || !next.hasHistory)
    return found.isForeign || isOwn ? found : nil
  }

  private func read(since next: inout StorePosition, _ own: OwnSaves, _ connection: Connection) throws -> StoreNews {
    var news = StoreNews()
    let hadHistory = next.hasHistory
    next.hasHistory = false
    let known = next
    var position = next
    try readHistory(connection) { reader in
      position.hasHistory = true
      let bounds = try reader.bounds()
      let numbers = try reader.numbers(after: known.last)
      let missing = max(known.last + 1, 1)..<max(known.last + 1, bounds.first, 1)
      let (foreign, isComplete) = try own.split(numbers, missing: bounds.last > known.last ? missing : 1..<1)
      position.hasRecords = Self.hasRecords(bounds)
      // Forgotten before it was read; or all of it at once, as erasing does.
      news.isEverything = !isComplete || (known.hasRecords && !position.hasRecords) || !hadHistory
      position.last = max(bounds.last, known.last)
      news.last = position.last
      guard let first = foreign.first else { return }
      let isAll = foreign.count == numbers.count
      let wanted = Set(isAll ? [] : foreign)
      if try reader.changeCount(after: first - 1) > Self.mostRows {
        news.isEverything = true
        return
      }
      news.records = try reader.records(after: first - 1).filter { isAll || wanted.contains($0.number) }
      news.versions = try versions(of: news.records, connection)
    }
    next = position
    return news
  }

  /// Whether there are saves to be told.
  private static func hasRecords(_ bounds: (first: Int64, last: Int64)) -> Bool {
    bounds.first > 0 && bounds.first <= bounds.last
  }

  private func hearing<Result>(_ ear: StoreEar, _ body: (Connection) throws -> Result) throws -> Result {
    try StoreError.translating(path: path) {
      guard let result = try ear.hearing(body) else { throw Ended() }
      return result
    }
  }

  /// Only a writer tells own commits from others': its version stays with own ones. `nil` for stores that do not write.
  private func writerVersion() throws -> Int64? {
    guard !isReadOnly else { return nil }
    guard let pool else { throw Ended() }
    return try StoreError.translating(path: path) { try pool.write { try $0.dataVersion() } }
  }

  private func readHistory(_ connection: Connection, _ body: (HistoryReader) throws -> Void) throws {
    if let reader = try HistoryReader(schema: schema, connection: connection) { try body(reader) }
  }

  /// The versions of rows that were updated and are still there.
  private func versions(of records: [HistoryRecord], _ connection: Connection) throws -> [RowKey: Int64] {
    var versions: [RowKey: Int64] = [:]
    for record in records {
      for change in record.changes where change.kind == .update && versions[change.key] == nil {
        guard let plan = try? schema.plan(change.key.entity) else { continue }
        let found = try connection.withStatement(plan.versionSQL) { statement in
          try statement.bind(change.key.primaryKey, at: 1)
          return try statement.step() ? statement.optionalInteger(0) ?? 0 : nil
        }
        if let found { versions[change.key] = found }
      }
    }
    return versions
  }
}
