package import ObjectGraph
package import SchemaTypes
package import StoreContract

/// An open store with the classes of its models.
public final class ModelContainer: Equatable, @unchecked Sendable {
  // Unchecked because all but the main actor's context is immutable.
  package let store: any ObjectStore
  package let classes: ClassTable
  /// The models of the container.
  public let schema: Schema
  public let configurations: Set<ModelConfiguration>
  /// Made on the main actor, by its first use.
  @MainActor private var main: ModelContext?
  /// What the container's contexts tell each other of their saves through.
  let hub: ContextHub

  /// Binds model classes to an open store.
  ///
  /// - Parameter names: what the store calls properties that have other names in the classes.
  /// - Throws: `SwiftDataError.unknownSchema` that names the entity and property which the store lacks.
  package init(
    store: any ObjectStore, models: [any PersistentModel.Type], names: StoreNames = .equal,
    schema: Schema? = nil, configuration: ModelConfiguration = ModelConfiguration(isStoredInMemoryOnly: true)
  ) throws {
    self.store = store
    hub = ContextHub()
    self.schema = schema ?? Schema(models)
    configurations = [configuration]
    classes = try SwiftDataError.translating {
      try ClassTable(
        models.map { (String(describing: $0), $0) }, model: store.model, names: names, coding: TransformableCoding())
    }
  }

  /// The same container as another object, for a main context that outlives the first.
  init(twinOf other: ModelContainer) {
    store = other.store
    hub = other.hub
    schema = other.schema
    configurations = other.configurations
    classes = other.classes
  }

  /// Whether the main context saves by itself. Not in Apple's API, where each context says so.
  @MainActor public var isAutosaveEnabled = true {
    didSet { main?.autosaveEnabled = isAutosaveEnabled }
  }

  @MainActor public var mainContext: ModelContext {
    if let main { return main }
    let context = ModelContext(self, isMain: true)
    context.autosaveEnabled = isAutosaveEnabled
    main = context
    return context
  }

  /// Apple's answer for the identifier of a configuration's store.
  public func storeIdentifier(forConfigurationNamed name: String) -> String? {
    configurations.contains { $0.name == name } ? store.identifier : nil
  }

  public static func == (left: ModelContainer, right: ModelContainer) -> Bool { left.classes === right.classes }
}
