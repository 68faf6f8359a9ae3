import Foundation
import SQLiteStore
import StoreContract

extension NSPersistentHistoryChangeRequest: ExecutableRequest {
  func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    let stores = try context.historyStores(self)
    guard work == .fetch else { return try delete(from: stores.map(\.store)) }
    let sources = try stores.map { store, known in
      HistoryRun.Source(
        translation: HistoryTranslation(store: store, persistentStore: known, context: context),
        start: try CoreDataError.translating(url: known.url) { try start(store) })
    }
    let settings = fetchRequest?.settings ?? FetchSettings()
    let concernsChanges = fetchRequest?.entity?.name == NSPersistentHistoryChange.entityDescription?.name
    let run = HistoryRun(settings: settings, sources: sources)
    switch resultType {
    case .statusOnly: return NSPersistentHistoryResult(true, resultType)
    case .changesOnly, .objectIDs:
      let changes =
        concernsChanges
        ? try run.changes() : try run.transactions(withChanges: true).flatMap(\.loneChanges)
      return resultType == .objectIDs
        ? NSPersistentHistoryResult(changes.map(\.changedObjectID), resultType)
        : NSPersistentHistoryResult(changes, resultType)
    case .count, .transactionsOnly, .transactionsAndChanges:
      let withChanges = resultType == .transactionsAndChanges
      let transactions =
        concernsChanges
        ? Self.transactions(of: try run.changes(), withChanges: withChanges)
        : try run.transactions(withChanges: withChanges)
      return resultType == .count
        ? NSPersistentHistoryResult(transactions.count, resultType)
        : NSPersistentHistoryResult(transactions, resultType)
    }
  }

  /// The saves that have those changes, in the order of the first of each; none has others.
  private static func transactions(
    of changes: [NSPersistentHistoryChange], withChanges: Bool
  ) -> [NSPersistentHistoryTransaction] {
    var places: [NSPersistentHistoryTransaction.Place: Int] = [:]
    var groups: [(transaction: NSPersistentHistoryTransaction, changes: [NSPersistentHistoryChange])] = []
    for change in changes {
      guard let transaction = change.transaction else { continue }
      if let known = places[transaction.place] {
        groups[known].changes.append(change)
      } else {
        places[transaction.place] = groups.count
        groups.append((transaction, [change]))
      }
    }
    return groups.map { withChanges ? $0.transaction.with($0.changes) : $0.transaction }
  }

  // MARK: where it begins

  /// - Throws: an error with the code 134301 for a token of saves that history does not tell any more.
  private func start(_ store: SQLiteStore) throws -> HistoryFetch.Start {
    switch border {
    case .none: return .beginning
    case .date(let date): return .time(date)
    case .token(let numbers): return try start(store, numbers[store.identifier] ?? 0)
    case .transaction(let id, let number): return try start(store, id == store.identifier ? number : 0)
    }
  }

  private func start(_ store: SQLiteStore, _ number: Int64) throws -> HistoryFetch.Start {
    let bounds = try store.historyBounds()
    if number > 0, bounds.first > number + 1 || number > bounds.last {
      throw CoreDataError.error(
        NSPersistentHistoryTokenExpiredError,
        "The history after save \(number) is not there any more: it reaches from save \(bounds.first)"
          + " to save \(bounds.last).",
        advice: "Read what is there as a whole, and go on from the last token.")
    }
    return .save(number)
  }

  // MARK: deleting

  private func delete(from stores: [SQLiteStore]) throws -> NSPersistentStoreResult {
    var deleted = 0
    for store in stores {
      try CoreDataError.translating(url: store.path.map { URL(fileURLWithPath: $0) }) {
        let numbers = try doomed(store)
        try store.deleteHistory(numbers)
        deleted += numbers.count
      }
    }
    return NSPersistentHistoryResult(resultType == .count ? deleted : true, resultType)
  }

  private func doomed(_ store: SQLiteStore) throws -> [Int64] {
    func numbers(_ isDoomed: (HistoryRecord) -> Bool) throws -> [Int64] {
      try store.history(HistoryFetch(.transactions, readsChanges: false)).filter(isDoomed).map(\.number)
    }
    switch border {
    case .none: return []
    case .date(let date): return try numbers { $0.timestamp < date }
    case .token(let tokens): return try numbers { $0.number < tokens[store.identifier] ?? 0 }
    case .transaction(let id, let number): return try numbers { id == store.identifier && $0.number < number }
    }
  }
}
