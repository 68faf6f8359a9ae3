import ModelDescription
import SQLiteStore
import SchemaTypes
import StoreContract
import Synchronization

/// The number of saves in history that somebody observes, kept current by the watches on a container's files.
final class HistoryTally: Sendable {
  private struct Part: Sendable {
    let store: SQLiteStore
    /// The numbers of the entities that count; `nil` for every one.
    let entities: Set<Int>?
  }

  private struct State {
    /// What readers see, and what there is.
    var shown = 0
    var found = 0
    /// By part: the last save that was looked at.
    var last: [Int64]
    var watches: [StoreWatch] = []
  }

  private let parts: [Part]
  private let authors: Set<String>
  private let state: Mutex<State>

  /// - Throws: `historyTokenExpired`; `StoreError`.
  init(
    _ container: ModelContainer, models: [any PersistentModel.Type], authors: Set<String>,
    tokens: [String: any HistoryToken]
  ) throws {
    self.authors = authors
    let names = Set(models.map { Schema.entityName(for: $0) })
    parts = container.parts.compactMap { part in
      guard let store = part.store as? SQLiteStore else { return nil }
      let entities = store.model.entities.filter { names.contains($0.name) }.flatMap(\.familyNumbers)
      return Part(store: store, entities: models.isEmpty ? nil : Set(entities))
    }
    state = Mutex(State(last: try parts.map { try Self.start($0.store, tokens) }))
  }

  /// Where a store's history is looked at from.
  private static func start(_ store: SQLiteStore, _ tokens: [String: any HistoryToken]) throws -> Int64 {
    let bounds = try SwiftDataError.translating { try store.historyBounds() }
    guard let token = tokens[store.identifier] as? DefaultHistoryToken,
      let number = token.tokenValue?[store.identifier]
    else { return bounds.last }
    guard number >= bounds.last || number + 1 >= bounds.first else {
      throw SwiftDataError(
        "historyTokenExpired",
        detail: "the token is of transaction \(number) of the store \(store.identifier), whose history begins with "
          + "\(bounds.first): those between were deleted")
    }
    return number
  }

  var count: Int { state.withLock { $0.shown } }

  /// Shows readers what was found.
  func take() { state.withLock { $0.shown = $0.found } }

  /// Counts what there is, and what comes.
  ///
  /// - Parameter tell: Called when there is more, on a queue of a watcher's.
  func begin(_ tell: @escaping @Sendable () -> Void) throws {
    for (index, part) in parts.enumerated() {
      let watch = try part.store.watch(own: true) { [weak self] news in
        // History is the truth; what cannot be read now is read at the next news.
        guard news.loss == nil, let self, (try? look(index)) == true else { return }
        tell()
      }
      if let watch { state.withLock { $0.watches.append(watch) } }
      _ = try look(index)
    }
    take()
  }

  /// - Returns: whether there are more that count.
  private func look(_ index: Int) throws -> Bool {
    let part = parts[index]
    return try state.withLock { state in
      let records = try part.store.history(after: state.last[index])
      state.last[index] = max(state.last[index], records.last?.number ?? 0)
      let matching = records.count { counts($0, part) }
      state.found += matching
      return matching > 0
    }
  }

  private func counts(_ record: HistoryRecord, _ part: Part) -> Bool {
    guard authors.isEmpty || record.author.map(authors.contains) == true else { return false }
    guard let entities = part.entities else { return true }
    return record.changes.contains { entities.contains($0.key.entity) }
  }
}
