import Foundation
import SwiftData

/// Contexts, fetches and their results.
enum ContextClient {
  typealias Maker = MacroClient.Maker

  static func context(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    context.author = "author"
    let _: String? = context.author
    let _: [[any PersistentModel]] = [
      context.insertedModelsArray, context.changedModelsArray, context.deletedModelsArray,
    ]
    let _: ModelContainer = context.container
    context.autosaveEnabled = context.autosaveEnabled && context.hasChanges && context == ModelContext(container)
    let maker = Maker(name: "a", code: 1)
    context.insert(maker)
    let _: any PersistentModel = context.model(for: maker.persistentModelID)
    let _: Maker? = context.registeredModel(for: maker.persistentModelID)
    context.processPendingChanges()
    try context.delete(model: Maker.self)
    try context.delete(model: Maker.self, where: #Predicate { $0.code > 1 }, includeSubclasses: false)
    context.delete(maker)
    try context.transaction { context.insert(maker) }
    try context.save()
    context.rollback()
  }

  static func fetches(_ context: ModelContext) throws {
    var descriptor = FetchDescriptor<Maker>(
      predicate: #Predicate { $0.code == 1 }, sortBy: [SortDescriptor(\.name), SortDescriptor(\.code, order: .reverse)])
    descriptor.predicate = nil
    descriptor.sortBy = []
    descriptor.fetchLimit = 1
    descriptor.fetchOffset = 2
    descriptor.includePendingChanges = false
    descriptor.propertiesToFetch = [\.name]
    descriptor.relationshipKeyPathsForPrefetching = [\.things]
    let _: any Sendable = FetchDescriptor<Maker>()
    try context.enumerate(descriptor, batchSize: 10, allowEscapingMutations: true) { (_: Maker) in }
    try context.enumerate(descriptor) { _ in }
    let _: [Maker] = try context.fetch(descriptor)
    let _: Int = try context.fetchCount(descriptor)
    let batches: FetchResultsCollection<Maker> = try context.fetch(descriptor, batchSize: 5)
    let _: [PersistentIdentifier] = try context.fetchIdentifiers(descriptor)
    let identifiers: FetchResultsCollection<PersistentIdentifier> =
      try context.fetchIdentifiers(descriptor, batchSize: 5)
    let _: (Int, Int, Range<Int>) = (batches.startIndex, batches.endIndex, batches.indices)
    let _: [PersistentIdentifier] = batches.indices.map { batches[$0].persistentModelID } + Array(identifiers[0..<0])
    let _: FetchResultsCollection<Maker>.Index = 0
    let _: FetchResultsCollection<Maker>.Indices = 0..<0
    let _: FetchResultsCollection<Maker>.Element? = batches.first
    let _: FetchResultsCollection<Maker>.Iterator = batches.makeIterator()
    let _: FetchResultsCollection<Maker>.SubSequence = batches.dropFirst()
  }

  static func editing(_ context: ModelContext) {
    let state: EditingState = context.editingState
    let _: (UUID, String?, EditingState.ID) = (state.id, state.author, state.id)
    let manager: UndoManager? = context.undoManager
    context.undoManager = manager ?? UndoManager()
    let _: String = context.debugDescription
    let _: [Notification.Name] = [ModelContext.willSave, ModelContext.didSave]
    let keys: [ModelContext.NotificationKey] = [
      .queryGeneration, .invalidatedAllIdentifiers, .insertedIdentifiers, .updatedIdentifiers, .deletedIdentifiers,
    ]
    let _: [String] = keys.map(\.rawValue)
    let _: ModelContext.NotificationKey? = .init(rawValue: "insertedIdentifiers")
  }

  static func history(_ context: ModelContext) throws {
    let _: [DefaultHistoryTransaction] = try context.fetchHistory(HistoryDescriptor())
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
  }
}
