import Foundation
public import FoundationAdditions
import ModelDescription
import ObjectGraph
public import SchemaTypes
import StoreContract

/// The models of a container in one place of work: fetching, changing, saving. Not for several threads at once.
///
/// In a debug build, calls that overlap in time are reported, once for each place in the code that makes them.
public final class ModelContext: Equatable {
  /// The author that history records.
  public var author: String? {
    get { graph.author }
    set { graph.author = newValue }
  }
  /// Whether the context saves by itself: a second after the last change, when it goes away, and when the program ends
  /// normally. On for a container's main context, off for others.
  ///
  /// A context that belongs to no actor has nobody to wake it: it saves at its next call after that second.
  public var autosaveEnabled: Bool {
    get { autosave.isEnabled }
    set { autosave.isEnabled = newValue }
  }
  /// Takes changes back: insertions, deletions and edits, with what they led to in other models. None at first.
  ///
  /// A deletion that is saved already comes back as a new model of the same values.
  public var undoManager: UndoManager? {
    get { undo?.manager }
    set {
      guard newValue !== undo?.manager else { return }
      undo?.forget()
      undo = nil
      undo = newValue.map { ContextUndo($0, graph) }
    }
  }
  /// What happens when a new model has unique values that a stored one has already. Not in Apple's API, which always
  /// replaces.
  public var uniquenessPolicy: UniquenessPolicy {
    get { UniquenessPolicy(graph.uniqueness) }
    set { graph.uniqueness = newValue.graphPolicy }
  }
  /// Who edits: the context's own identifier, and the author that history will record.
  public var editingState: EditingState { EditingState(id: editingID, author: author) }

  /// While a stage of a migration plan runs its `didMigrate`: the store as it was before the stage, with the models of the
  /// older version, read-only. `nil` at other times. Not in Apple's API.
  ///
  /// Rows keep their identifiers, so that `migrationSource?.existingModel(for: book.persistentModelID)` is what the book
  /// was.
  public internal(set) var migrationSource: ModelContext?

  let graph: ObjectContext
  let autosave = Autosave()
  let use = ContextUse()
  private var undo: ContextUndo?
  /// The live queries that ask this context; those of a main context only.
  let liveQueries = LiveQueries()
  private let editingID = UUID()
  /// That of the main context holds it, and would not go away if it were held by it; a twin takes its place then.
  private weak var original: ModelContainer?
  private let kept: ModelContainer

  public var container: ModelContainer { original ?? kept }

  public convenience init(_ container: ModelContainer) { self.init(container, isMain: false) }

  init(_ container: ModelContainer, isMain: Bool) {
    kept = isMain ? ModelContainer(twinOf: container) : container
    original = container
    container.listen()
    graph = ObjectContext(store: container.store, classes: container.classes, hub: container.hub)
    graph.face = self
    autosave.context = self
    if isMain {
      autosave.place = .main
      let context = UncheckedWeak(self)
      graph.setWake(isHere: { MainQueue.isHere }) { DispatchQueue.main.async { context.object?.graph.receive() } }
    }
  }

  deinit {
    // Nobody can observe the context any more, so nothing is posted.
    if autosave.isEnabled, graph.hasChanges { saveAtTheEnd() }
    undo?.forget()
    graph.linger()
  }

  private func saveAtTheEnd() {
    let graph = graph
    Autosave.noting { _ = try SwiftDataError.translating { try graph.save() } }
  }

  /// Runs the body of a call, which is one of those that must not overlap.
  func using<Result>(_ body: () throws -> Result) rethrows -> Result {
    let began = use.begin()
    defer { use.end(began) }
    if began.isOutermost { autosave.saveIfDue() }
    return try body()
  }

  /// The same for calls that only note something and are made by the thousand: they are counted in debug builds.
  private func briefly(_ body: () -> Void) {
    #if DEBUG
      using(body)
    #else
      body()
    #endif
  }

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
  public func insert<T: PersistentModel>(_ model: T) { briefly { graph.insert(model) } }

  /// Marks a model deleted and follows its delete rules; written by `save`. Its last values stay readable.
  public func delete<T: PersistentModel>(_ model: T) { briefly { graph.delete(model) } }

  /// Writes all changes in one transaction, or none of them: on an error the context and the store are as before.
  ///
  /// `willSave` is posted before, `didSave` after; without changes neither is.
  public func save() throws {
    try using {
      undo?.register()
      defer { if !graph.hasChanges { graph.recorder?.forget() } }
      if graph.hasChanges { NotificationCenter.default.post(name: Self.willSave, object: self) }
      EntityWriter.swiftData.report(saving: graph.writtenEntityNames)
      guard let saved = try SwiftDataError.translating({ try graph.save() }) else { return }
      postDidSave(saved)
    }
    liveQueries.settle()
  }

  /// Forgets all unsaved changes.
  ///
  /// An undo manager forgets its ways back too.
  public func rollback() {
    using {
      graph.rollback()
      undo?.forget()
    }
    liveQueries.settle()
  }

  /// Takes in what other contexts saved. Relationships are kept in step with every change, so nothing else waits.
  public func processPendingChanges() {
    using {
      graph.receive()
      undo?.register()
    }
    liveQueries.settle()
  }

  /// Runs a block and saves what it changed; when it throws, nothing is saved and the changes stay unsaved.
  public func transaction(block: () throws -> Void) throws {
    try using { try block() }
    try save()
  }

  /// The registered model with that identifier, without asking the store.
  public func registeredModel<T: PersistentModel>(for persistentModelID: PersistentIdentifier) -> T? {
    let found = using {
      graph.row(of: persistentModelID).flatMap { graph.registered(entity: $0.entity, key: $0.primaryKey) }
    }
    return found as? T
  }

  /// The model with that identifier: read from its row when first needed. Without a row, a deleted model of blank values.
  ///
  /// An identifier of an entity that no class of this container stands for (one decoded from another app's data, say)
  /// gives a deleted model of a class without properties, and a line. Ask `existingModel(for:)` where identifiers come
  /// from outside: it answers `nil`.
  public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
    if let found = try? existingModel(for: persistentModelID) { return found }
    guard let entity = graph.store.model.entity(named: persistentModelID.entityName),
      let binding = graph.classes.binding(ofEntity: entity.number),
      let blank = graph.goneObject(binding) as? any PersistentModel
    else { return ClasslessModel.standIn(for: persistentModelID) }
    return blank
  }

  /// The model with that identifier; `nil` when the store has no such row.
  ///
  /// Apple's `model(for:)` cannot say that there is none; this form can.
  public func existingModel(for persistentModelID: PersistentIdentifier) throws -> (any PersistentModel)? {
    let found = try using {
      try SwiftDataError.translating {
        try graph.row(of: persistentModelID).flatMap { try graph.object(entity: $0.entity, key: $0.primaryKey) }
      }
    }
    return found as? any PersistentModel
  }
}

extension PersistentModel {
  /// The context that the model was inserted into or fetched by.
  public var modelContext: ModelContext? { _$ref.context?.face as? ModelContext }
}
