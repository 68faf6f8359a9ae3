import Foundation
import FoundationAdditions

/// What predicates of history requests ask of a transaction or a change.
struct HistoryKeys: KeyedValues {
  private let kind: String
  private let values: [String: Any]
  /// Keys without a value are nil.
  private let known: [String]

  init(_ transaction: NSPersistentHistoryTransaction) {
    kind = "transactions"
    known = ["author", "contextName"]
    var values: [String: Any] = [
      "timestamp": transaction.timestamp, "storeID": transaction.storeID, "bundleID": transaction.bundleID,
      "processID": transaction.processID, "transactionNumber": NSNumber(value: transaction.transactionNumber),
    ]
    values["author"] = transaction.author
    values["contextName"] = transaction.contextName
    self.values = values
  }

  /// - Parameter entity: The entity's number in the store.
  init(_ change: NSPersistentHistoryChange, entity: Int) {
    kind = "changes"
    known = []
    values = [
      "changeID": NSNumber(value: change.changeID), "changeType": NSNumber(value: change.changeType.rawValue),
      "changedEntity": NSNumber(value: entity), "changedObjectID": change.changedObjectID,
    ]
  }

  /// - Throws: an error for a key that they do not have, which on Apple's platforms is an exception.
  func value(forKey key: String) throws -> Any? {
    if let value = values[key] { return value }
    guard known.contains(key) else {
      throw CoreDataError.error(
        NSPersistentStoreOperationError, "The \(kind) of history have no \"\(key)\" that a predicate could ask for.",
        advice: "They have \(Set(values.keys).union(known).sorted().joined(separator: ", ")).")
    }
    return nil
  }
}
