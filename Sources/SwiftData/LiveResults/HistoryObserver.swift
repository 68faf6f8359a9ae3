public import Observation
public import SchemaTypes

/// Counts the saves in a container's history, whoever makes them: a context of the container, Core Data, another container
/// or another process. What reads `eventCounter` inside `withObservationTracking` is told when there are more.
///
/// Only files have others who write them: saves into a container in memory are not counted.
public final class HistoryObserver: Observable {
  public let modelContainer: ModelContainer
  /// The models whose changes count; every one where the list is empty.
  public let observedModels: [any PersistentModel.Type]
  /// The authors whose saves count; every one where the set is empty.
  public let authors: Set<String>
  private let tally: HistoryTally
  private let registrar = ObservationRegistrar()

  /// Goes up by one for each save that counts.
  public var eventCounter: Int {
    registrar.access(self, keyPath: \.eventCounter)
    return tally.count
  }

  private init(
    _ container: ModelContainer, _ models: [any PersistentModel.Type], _ authors: Set<String>,
    _ tokens: [String: any HistoryToken], _ actor: (any Actor)?
  ) throws {
    modelContainer = container
    observedModels = models
    self.authors = authors
    tally = try HistoryTally(container, models: models, authors: authors, tokens: tokens)
    let here = UncheckedWeak(self)
    try SwiftDataError.translating {
      try tally.begin {
        guard let actor else { return here.object?.tell() ?? () }
        Task { await Self.tell(here, on: actor) }
      }
    }
  }

  /// - Parameters:
  ///   - historyTokens: By store identifier: what was saved after them counts from the start. Otherwise what is saved from
  ///     now on counts.
  ///   - isolation: Where observers are told; that of the caller.
  /// - Throws: `historyTokenExpired` where saves after a token were deleted from history.
  public convenience init(
    historyTokens: [String: any HistoryToken]? = nil, observedModels: [any PersistentModel.Type] = [],
    authors: Set<String> = [], modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(modelContainer, observedModels, authors, historyTokens ?? [:], isolation)
  }

  private static func tell(_ observer: UncheckedWeak<HistoryObserver>, on actor: isolated any Actor) {
    observer.object?.tell()
  }

  private func tell() { registrar.withMutation(of: self, keyPath: \.eventCounter) { tally.take() } }
}
