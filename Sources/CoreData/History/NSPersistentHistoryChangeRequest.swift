public import Foundation

/// What a history request answers with.
public enum NSPersistentHistoryResultType: Int, Hashable, Sendable {
  case statusOnly = 0
  case objectIDs = 1
  case count = 2
  case transactionsOnly = 3
  case changesOnly = 4
  case transactionsAndChanges = 5
}

/// Reads the history of stores, or deletes the older part of it.
open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
  package enum Work: Hashable, Sendable {
    case fetch, delete
  }

  /// Where the part of history that is meant begins or ends.
  package enum Border: Hashable, Sendable {
    /// All of it for a fetch, none for a deletion.
    case none
    case date(Date)
    case token([String: Int64])
    case transaction(store: String, number: Int64)
  }

  package let work: Work
  package let border: Border
  private let place: NSPersistentHistoryToken?

  open var resultType: NSPersistentHistoryResultType
  /// Limits a fetch to transactions that satisfy its predicate, or, of the entity of changes, to such changes, in its order
  /// and window; keys of the other entity are an error.
  ///
  /// Apple leaves the order of transactions open that are asked for by their changes: here it is that of the first change
  /// of each.
  open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?

  private init(_ work: Work, _ border: Border, token: NSPersistentHistoryToken? = nil) {
    self.work = work
    self.border = border
    place = token
    resultType = work == .fetch ? .transactionsAndChanges : .statusOnly
    // Apple's number for history has no name in Swift; these are the nearest.
    super.init(work == .fetch ? .fetchRequestType : .batchDeleteRequestType)
  }

  open var token: NSPersistentHistoryToken? { place }

  open class func fetchHistory(after date: Date) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(.fetch, .date(date))
  }

  open class func fetchHistory(after token: NSPersistentHistoryToken?) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(.fetch, token.map { .token($0.numbers) } ?? .none, token: token)
  }

  open class func fetchHistory(
    after transaction: NSPersistentHistoryTransaction?
  ) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(.fetch, border(transaction), token: transaction?.token)
  }

  open class func fetchHistory(
    withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>
  ) -> NSPersistentHistoryChangeRequest {
    let request = NSPersistentHistoryChangeRequest(.fetch, .none)
    request.fetchRequest = fetchRequest
    return request
  }

  open class func deleteHistory(before date: Date) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(.delete, .date(date))
  }

  open class func deleteHistory(before token: NSPersistentHistoryToken?) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(.delete, token.map { .token($0.numbers) } ?? .none, token: token)
  }

  open class func deleteHistory(
    before transaction: NSPersistentHistoryTransaction?
  ) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(.delete, border(transaction), token: transaction?.token)
  }

  private class func border(_ transaction: NSPersistentHistoryTransaction?) -> Border {
    transaction.map { .transaction(store: $0.storeID, number: $0.transactionNumber) } ?? .none
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSPersistentHistoryChangeRequest(work, border, token: place)
    copy.affectedStores = affectedStores
    copy.resultType = resultType
    copy.fetchRequest = fetchRequest
    return copy
  }
}

/// The answer to a history request.
open class NSPersistentHistoryResult: NSPersistentStoreResult {
  private let answer: Any?
  private let kind: NSPersistentHistoryResultType

  package init(_ answer: Any?, _ kind: NSPersistentHistoryResultType) {
    self.answer = answer
    self.kind = kind
  }

  /// Transactions, changes, identifiers, a count as `Int` or a `Bool`, as `resultType` says.
  open var result: Any? { answer }
  open var resultType: NSPersistentHistoryResultType { kind }
}
