import Foundation
import ModelDescription
import ObjectGraph
import SchemaTypes
import StoreContract

/// The history of a container's stores, in the terms of its classes.
struct ContainerHistory {
  let container: ModelContainer

  func fetch(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws -> [DefaultHistoryTransaction] {
    let bounds = (descriptor.predicate?.expression as? any HistoryTokenUse)?.lowerBounds ?? []
    for token in bounds { try check(token) }
    // A limit alone need not read the rest. Of several stores each counts for itself.
    let isPlain = descriptor.predicate == nil && descriptor.sortBy.isEmpty && container.parts.count == 1
    let limit = isPlain && descriptor.fetchLimit > 0 ? Int(exactly: descriptor.fetchLimit) : nil
    var transactions = try transactions(after: bounds, limit: limit)
    if let predicate = descriptor.predicate { transactions = try transactions.filter { try predicate.evaluate($0) } }
    if !descriptor.sortBy.isEmpty { transactions.sort(using: descriptor.sortBy) }
    if descriptor.fetchLimit > 0, descriptor.fetchLimit < UInt64(transactions.count) {
      transactions.removeLast(transactions.count - Int(descriptor.fetchLimit))
    }
    return transactions
  }

  func delete(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    let doomed = Dictionary(grouping: try fetch(descriptor), by: \.storeIdentifier)
    for part in container.parts {
      guard let numbers = doomed[part.store.identifier]?.map(\.transactionIdentifier) else { continue }
      try historyStore(part).deleteHistory(numbers)
    }
  }

  private func historyStore(_ part: ContainerPart) throws -> any HistoryStore {
    guard let store = part.store as? any HistoryStore else {
      throw SwiftDataError(
        "invalidTransactionFetchRequest", detail: "the store of \(part.configuration.name) keeps no history")
    }
    return store
  }

  /// - Throws: `historyTokenExpired` when transactions after the token were deleted.
  private func check(_ token: DefaultHistoryToken) throws {
    for part in container.parts {
      guard let number = token.tokenValue?[part.store.identifier] else { continue }
      let bounds = try historyStore(part).historyBounds()
      if number < bounds.last && number + 1 < bounds.first {
        throw SwiftDataError(
          "historyTokenExpired",
          detail: "the token is of transaction \(number) of the store \(part.store.identifier), whose history begins "
            + "with \(bounds.first): those between were deleted. Fetch the models anew and keep a new token")
      }
    }
  }

  // MARK: transactions

  /// Oldest first; with several stores by time, each transaction's token telling all stores.
  ///
  /// - Parameter limit: How many at most are read of each store.
  private func transactions(
    after tokens: [DefaultHistoryToken], limit: Int?
  ) throws -> [DefaultHistoryTransaction] {
    var found: [(part: ContainerPart, record: HistoryRecord)] = []
    var numbers: [String: Int64] = [:]
    for part in container.parts {
      let store = try historyStore(part)
      let identifier = store.identifier
      // Tokens of several stores compare as a whole, so that only a single store's bound can be read from them.
      let lowest = container.parts.count == 1 ? tokens.compactMap { $0.tokenValue?[identifier] }.max() : nil
      let after = lowest.map { $0 - 1 } ?? 0
      let records =
        try limit.map { try store.history(HistoryFetch(.transactions, from: .save(after), limit: $0)) }
        ?? store.history(after: after)
      // A store all of whose saves are forgotten is past them: its next one is the first that is new.
      let first = try records.first?.number ?? store.historyBounds().first
      numbers[identifier] = max(0, first - 1)
      found += records.map { (part, $0) }
    }
    if container.parts.count > 1 {
      // Stable, so that saves of one store keep their order even where a clock was set back.
      found = found.enumerated().sorted { left, right in
        let (a, b) = (left.element, right.element)
        return a.record.timestamp == b.record.timestamp
          ? left.offset < right.offset : a.record.timestamp < b.record.timestamp
      }.map(\.element)
    }
    return found.map { part, record in
      let identifier = part.store.identifier
      numbers[identifier] = max(numbers[identifier] ?? 0, record.number)
      return DefaultHistoryTransaction(
        timestamp: record.timestamp, changes: record.changes.compactMap { change($0, record, part.store) },
        token: DefaultHistoryToken(numbers), transactionIdentifier: record.number, storeIdentifier: identifier,
        bundleIdentifier: record.bundleIdentifier ?? "", processIdentifier: record.processIdentifier ?? "",
        author: record.author)
    }
  }

  /// `nil` for rows of an entity that no class of the container stands for.
  private func change(
    _ change: HistoryRecord.Change, _ record: HistoryRecord, _ store: any ObjectStore
  ) -> HistoryChange? {
    guard let entity = store.model.entity(numbered: change.key.entity),
      let number = container.store.model.entity(named: entity.name)?.number,
      let binding = container.classes.binding(ofEntity: number), binding.entity.number == number,
      let type = binding.type as? any PersistentModel.Type
    else { return nil }
    let identifier = PersistentIdentifier(
      storeIdentifier: store.identifier, entityName: entity.name, primaryKey: change.key.primaryKey)
    return make(type, change, record.number, identifier, binding)
  }

  private func make<Model: PersistentModel>(
    _ type: Model.Type, _ change: HistoryRecord.Change, _ transaction: Int64, _ identifier: PersistentIdentifier,
    _ binding: ClassBinding
  ) -> HistoryChange {
    switch change.kind {
    case .insert:
      .insert(
        DefaultHistoryInsert<Model>(
          changeIdentifier: change.number, transactionIdentifier: transaction, changedPersistentIdentifier: identifier))
    case .update:
      .update(
        DefaultHistoryUpdate<Model>(
          changeIdentifier: change.number, transactionIdentifier: transaction, changedPersistentIdentifier: identifier,
          updatedAttributes: binding.slots(fields: change.fields, toManys: change.toManys).compactMap { slot in
            (binding.layout.properties[slot].keyPath as? PartialKeyPath<Model>).map(sendable)
          }))
    case .delete:
      .delete(
        DefaultHistoryDelete<Model>(
          changeIdentifier: change.number, transactionIdentifier: transaction, changedPersistentIdentifier: identifier,
          tombstone: HistoryTombstone(
            binding.values(change.preserved).compactMap { slot, value in
              (binding.layout.properties[slot].keyPath as? PartialKeyPath<Model>).map { ($0, sendable(value)) }
            })))
    }
  }

  /// Key paths of a class's own properties capture nothing. No cast can ask for `Sendable`, which is not there at run
  /// time: both types are the same reference.
  private func sendable<Model>(_ keyPath: PartialKeyPath<Model>) -> any PartialKeyPath<Model> & Sendable {
    unsafeBitCast(keyPath, to: (any PartialKeyPath<Model> & Sendable).self)
  }

  /// Values of attributes are copies that nobody else has. The coercion keeps the value in its existential, which has one
  /// layout with and without `Sendable`.
  private func sendable(_ value: Any) -> any Sendable { unsafeBitCast(value as Any, to: (any Sendable).self) }
}
