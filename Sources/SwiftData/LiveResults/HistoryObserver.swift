public import Observation
public import SchemaTypes

/// Counts saves of other contexts and processes; declared, and not there yet: its initializer throws.
public final class HistoryObserver: Observable {
  public let modelContainer: ModelContainer
  public let observedModels: [any PersistentModel.Type]
  public let authors: Set<String>
  public var eventCounter: Int { 0 }

  private init(_ container: ModelContainer, _ models: [any PersistentModel.Type], _ authors: Set<String>) throws {
    modelContainer = container
    observedModels = models
    self.authors = authors
    throw SwiftDataError(
      "invalidTransactionFetchRequest",
      detail: "HistoryObserver is not there yet; ask context.fetchHistory(_:) with the last token that you kept")
  }

  /// - Throws: always, for now.
  public convenience init(
    historyTokens: [String: any HistoryToken]? = nil, observedModels: [any PersistentModel.Type] = [],
    authors: Set<String> = [], modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(modelContainer, observedModels, authors)
  }
}
