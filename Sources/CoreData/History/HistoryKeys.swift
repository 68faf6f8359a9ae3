import Foundation
import FoundationAdditions
import ModelDescription
import SQLiteStore
import StoreContract

/// What predicates and orders of history requests, and anybody else's, ask of a transaction.
extension NSPersistentHistoryTransaction: KeyedValues {
  /// - Throws: an error for a key that transactions do not have, which on Apple's platforms is an exception.
  public func value(forKey key: String) throws -> Any? {
    switch key {
    case "timestamp": timestamp
    case "storeID": storeID
    case "bundleID": bundleID
    case "processID": processID
    case "transactionNumber": NSNumber(value: transactionNumber)
    case "author": author
    case "contextName": contextName
    default: throw HistoryKeys.unknown(key, of: .transactions)
    }
  }
}

/// What predicates and orders of history requests, and anybody else's, ask of a change.
extension NSPersistentHistoryChange: KeyedValues {
  /// - Throws: an error for a key that changes do not have, which on Apple's platforms is an exception.
  public func value(forKey key: String) throws -> Any? {
    switch key {
    case "changeID": NSNumber(value: changeID)
    case "changeType": NSNumber(value: changeType.rawValue)
    case "changedEntity": NSNumber(value: entityNumber)
    case "changedObjectID": changedObjectID
    default: throw HistoryKeys.unknown(key, of: .changes)
    }
  }
}

/// The names by which history requests ask.
enum HistoryKeys {
  static func unknown(_ key: String, of subject: HistoryFetch.Subject) -> NSError {
    let known = (try? HistoryModel.entity(of: subject).entity.fields.map(\.name).sorted()) ?? []
    return CoreDataError.error(
      NSPersistentStoreOperationError,
      "The \(subject.rawValue) of history have no \"\(key)\" that a request could ask for.",
      advice: "They have \(known.joined(separator: ", ")).")
  }

  /// The key that a sort descriptor sorts by, in the order of values; `nil` for one with an order of its own.
  static func key(of descriptor: NSSortDescriptor) -> String? {
    if let path = descriptor.madeOfKeyPath { return paths[path] }
    guard let keys = descriptor.plainKeys else { return nil }
    return keys.joined(separator: ".")
  }

  /// Foundation does not tell the names of key paths to computed properties.
  private static var paths: [AnyKeyPath: String] {
    [
      \NSPersistentHistoryTransaction.author: "author", \NSPersistentHistoryTransaction.bundleID: "bundleID",
      \NSPersistentHistoryTransaction.contextName: "contextName",
      \NSPersistentHistoryTransaction.processID: "processID", \NSPersistentHistoryTransaction.storeID: "storeID",
      \NSPersistentHistoryTransaction.timestamp: "timestamp",
      \NSPersistentHistoryTransaction.transactionNumber: "transactionNumber",
      \NSPersistentHistoryChange.changeID: "changeID",
    ]
  }
}
