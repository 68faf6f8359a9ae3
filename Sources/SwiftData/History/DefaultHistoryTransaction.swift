public import Foundation

/// One save of a store of Apple's format.
public struct DefaultHistoryTransaction: HistoryTransaction {
  public typealias TransactionIdentifier = Int64
  public typealias TokenType = DefaultHistoryToken

  public let timestamp: Date
  public let changes: [HistoryChange]
  public let token: DefaultHistoryToken
  /// The number of the save in its store.
  public let transactionIdentifier: Int64
  public let storeIdentifier: String
  public let bundleIdentifier: String
  public let processIdentifier: String
  public let author: String?

  public var id: Int64 { transactionIdentifier }

  /// Number and store say which save it is.
  public static func == (left: DefaultHistoryTransaction, right: DefaultHistoryTransaction) -> Bool {
    left.transactionIdentifier == right.transactionIdentifier && left.storeIdentifier == right.storeIdentifier
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(transactionIdentifier)
    hasher.combine(storeIdentifier)
  }
}
