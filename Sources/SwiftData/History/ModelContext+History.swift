extension ModelContext {
  /// The saves of the container's stores, oldest first unless the descriptor sorts.
  ///
  /// - Throws: `SwiftDataError.historyTokenExpired` when the predicate asks for what comes after a token and some of that
  ///   was deleted; `invalidTransactionFetchRequest` for transactions that no store of the container tells.
  public func fetchHistory<T>(_ descriptor: HistoryDescriptor<T>) throws -> [T] where T: HistoryTransaction {
    let transactions = try using { try ContainerHistory(container: container).fetch(Self.own(descriptor)) }
    return transactions.compactMap { $0 as? T }
  }

  /// Forgets the saves that a descriptor picks; what they wrote stays.
  public func deleteHistory<T>(_ descriptor: HistoryDescriptor<T>) throws where T: HistoryTransaction {
    try using { try ContainerHistory(container: container).delete(Self.own(descriptor)) }
  }

  private static func own<T>(_ descriptor: HistoryDescriptor<T>) throws -> HistoryDescriptor<DefaultHistoryTransaction>
  {
    guard let own = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> else {
      throw SwiftDataError(
        "invalidTransactionFetchRequest",
        detail: "the container's stores tell DefaultHistoryTransaction, and not \(T.self)")
    }
    return own
  }
}
