import Foundation
package import ObjectGraph
package import SchemaTypes
package import StoreContract

/// The store of one configuration of a container.
package struct ContainerPart {
  package let configuration: ModelConfiguration
  package let store: any ObjectStore

  package init(configuration: ModelConfiguration, store: any ObjectStore) {
    self.configuration = configuration
    self.store = store
  }
}

/// An open store with the classes of its models.
public final class ModelContainer: Equatable, @unchecked Sendable {
  // Unchecked because all but the main actor's context and the guarded configurations is immutable.
  package let store: any ObjectStore
  package let classes: ClassTable
  /// The models of the container.
  public let schema: Schema
  public let migrationPlan: (any SchemaMigrationPlan.Type)?
  /// One for each configuration.
  package let parts: [ContainerPart]
  private let lock = NSLock()
  private var known: Set<ModelConfiguration>
  /// Made on the main actor, by its first use.
  @MainActor private var main: ModelContext?
  /// What the container's contexts tell each other of their saves through.
  let hub: ContextHub

  /// What the container was made with; changing it changes no store.
  public var configurations: Set<ModelConfiguration> {
    get { lock.withLock { known } }
    set { lock.withLock { known = newValue } }
  }

  /// Binds model classes to an open store.
  ///
  /// - Parameters:
  ///   - names: what the store calls properties that have other names in the classes.
  ///   - listens: whether the contexts hear of what others write; nobody else has the file of a migration's stage.
  /// - Throws: `SwiftDataError.unknownSchema` that names the entity and property which the store lacks.
  package init(
    store: any ObjectStore, models: [any PersistentModel.Type], names: StoreNames = .equal,
    schema: Schema? = nil, parts: [ContainerPart]? = nil, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    listens: Bool = true
  ) throws {
    self.store = store
    hub = ContextHub(hearsOthers: listens)
    self.schema = schema ?? Schema(models)
    self.migrationPlan = migrationPlan
    let parts =
      parts ?? [ContainerPart(configuration: ModelConfiguration(isStoredInMemoryOnly: true), store: store)]
    self.parts = parts
    known = Set(parts.map(\.configuration))
    classes = try SwiftDataError.translating {
      try ClassTable(
        models.map { (String(describing: $0), $0) }, model: store.model, names: names, coding: TransformableCoding())
    }
    if listens { watchPlaces() }
  }

  /// The same container as another object, for a main context that outlives the first.
  init(twinOf other: ModelContainer) {
    store = other.store
    hub = other.hub
    schema = other.schema
    migrationPlan = other.migrationPlan
    parts = other.parts
    known = other.configurations
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

  /// The identifier of a configuration's store; `nil` when the container has no configuration of that name.
  public func storeIdentifier(forConfigurationNamed name: String) -> String? {
    parts.first { $0.configuration.name == name }?.store.identifier
  }

  /// Containers are equal when they are the same; so is the one that a main context kept.
  public static func == (left: ModelContainer, right: ModelContainer) -> Bool { left.classes === right.classes }
}
