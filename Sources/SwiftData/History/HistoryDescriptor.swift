public import Foundation

/// Which part of history to fetch or to delete.
public struct HistoryDescriptor<TransactionType> where TransactionType: HistoryTransaction {
  public var predicate: Predicate<TransactionType>?
  /// How many transactions at most; 0 for all.
  public var fetchLimit: UInt64 = 0
  /// Without any, the oldest come first.
  public var sortBy: [SortDescriptor<TransactionType>] = []

  public init(predicate: Predicate<TransactionType>? = nil) { self.predicate = predicate }

  public init(
    predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []
  ) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}
