import ModelDescription
import ObjectGraph
public import SchemaTypes
import StoreContract

/// The models of a container in one place of work: fetching, changing, saving. Not for several threads at once.
public final class ModelContext: Equatable {
  public let container: ModelContainer
  /// The author that history records.
  public var author: String? {
    get { graph.author }
    set { graph.author = newValue }
  }
  /// Kept for code that sets it: nothing saves by itself here yet, which a line says once.
  public var autosaveEnabled = false {
    didSet {
      if autosaveEnabled { Notice.show(["autosave is not there yet: a context is saved by save()"]) }
    }
  }
  let graph: ObjectContext

  public init(_ container: ModelContainer) {
    self.container = container
    graph = ObjectContext(store: container.store, classes: container.classes)
    graph.face = self
  }

  deinit { graph.linger() }

  public static func == (left: ModelContext, right: ModelContext) -> Bool { left === right }

  public var hasChanges: Bool { graph.hasChanges }
  public var insertedModelsArray: [any PersistentModel] {
    graph.insertedObjects.compactMap { $0 as? any PersistentModel }
  }
  public var changedModelsArray: [any PersistentModel] {
    graph.updatedObjects.compactMap { $0 as? any PersistentModel }
  }
  public var deletedModelsArray: [any PersistentModel] {
    graph.deletedObjects.compactMap { $0 as? any PersistentModel }
  }

  /// Adds a model and every new model that it reaches; written by `save`.
  public func insert<T: PersistentModel>(_ model: T) { graph.insert(model) }

  /// Marks a model deleted and follows its delete rules; written by `save`. Its last values stay readable.
  public func delete<T: PersistentModel>(_ model: T) { graph.delete(model) }

  /// Writes all changes in one transaction, or none of them.
  public func save() throws { try SwiftDataError.translating { try graph.save() } }

  /// Forgets all unsaved changes.
  public func rollback() { graph.rollback() }

  /// Relationships are kept in step with every change, so there is nothing left to do.
  public func processPendingChanges() {}

  /// Runs a block and saves what it changed.
  public func transaction(block: () throws -> Void) throws {
    try block()
    try save()
  }

  /// The registered model with that identifier, without asking the store.
  public func registeredModel<T: PersistentModel>(for persistentModelID: PersistentIdentifier) -> T? {
    guard isOfStore(persistentModelID), let entity = graph.store.model.entity(named: persistentModelID.entityName)
    else { return nil }
    return graph.registered(entity: entity.number, key: persistentModelID.primaryKey) as? T
  }

  /// The model with that identifier: read from its row when first needed. Without a row, a deleted model of blank values.
  ///
  /// An identifier of an entity that no class of this container stands for (one decoded from another app's data, say)
  /// has no model to return, and the form that is Apple's cannot throw: it stops the program and says so. Ask
  /// `existingModel(for:)` where identifiers come from outside.
  public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
    if let found = try? existingModel(for: persistentModelID) { return found }
    guard let entity = graph.store.model.entity(named: persistentModelID.entityName),
      let binding = graph.classes.binding(ofEntity: entity.number),
      let blank = graph.goneObject(binding) as? any PersistentModel
    else {
      fatalError(
        "This container has no model class \"\(persistentModelID.entityName)\"; existingModel(for:) answers nil for one."
      )
    }
    return blank
  }

  /// The model with that identifier; `nil` when the store has no such row.
  ///
  /// Apple's `model(for:)` cannot say that there is none; this form can.
  public func existingModel(for persistentModelID: PersistentIdentifier) throws -> (any PersistentModel)? {
    guard isOfStore(persistentModelID), let entity = graph.store.model.entity(named: persistentModelID.entityName)
    else { return nil }
    let found = try SwiftDataError.translating {
      try graph.object(entity: entity.number, key: persistentModelID.primaryKey)
    }
    return found as? any PersistentModel
  }

  /// The number of a row says nothing about another store.
  private func isOfStore(_ identifier: PersistentIdentifier) -> Bool {
    guard let store = identifier.storeIdentifier else { return true }
    let entity = graph.store.model.entity(named: identifier.entityName)
    return store == entity.map { graph.store.identifier(ofEntity: $0.number) } ?? graph.store.identifier
  }
}

extension PersistentModel {
  /// The context that the model was inserted into or fetched by.
  public var modelContext: ModelContext? { _$ref.context?.face as? ModelContext }
}
