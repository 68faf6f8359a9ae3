import Foundation
public import SchemaTypes
import StoreContract

/// The store of a `ModelConfiguration`, opened by itself, without a container.
///
/// It knows its identity and history and can be erased. Fetching and saving by snapshots are not there: they throw
/// `DataStoreError.unsupportedFeature`; use a `ModelContext`.
public final class DefaultStore: DataStore, DataStoreBatching {
  public typealias Configuration = ModelConfiguration
  public typealias Snapshot = DefaultSnapshot

  public let name: String
  public let schema: Schema
  public let configuration: ModelConfiguration
  private let container: ModelContainer

  public var identifier: String { container.store.identifier }

  /// - Throws: `SwiftDataError.unknownDataStoreSchema` when the configuration does not say which models it holds.
  public convenience init(
    _ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) throws {
    try self.init(opening: configuration, migrationPlan)
  }

  private init(opening configuration: ModelConfiguration, _ plan: (any SchemaMigrationPlan.Type)?) throws {
    guard let schema = configuration.schema else {
      throw SwiftDataError(
        "unknownDataStoreSchema",
        detail: "the configuration \(configuration.name) does not say which models it holds; give it a schema")
    }
    container = try ModelContainer(for: schema, migrationPlan: plan, configurations: [configuration])
    name = configuration.name
    self.schema = schema
    self.configuration = configuration
  }

  public func erase() throws { try container.erase() }
  public func initializeState(for editingState: EditingState) {}
  public func invalidateState(for editingState: EditingState) {}

  public func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, DefaultSnapshot>
  where T: PersistentModel { throw DataStoreError.unsupportedFeature }

  public func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel {
    try ModelContext(container).fetchCount(request.descriptor)
  }

  public func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier]
  where T: PersistentModel { try ModelContext(container).fetchIdentifiers(request.descriptor) }

  public func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel {
    throw DataStoreError.unsupportedFeature
  }

  public func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> { throw DataStoreError.unsupportedFeature }

  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] { [:] }
}

extension DefaultStore: HistoryProviding {
  public typealias HistoryType = DefaultHistoryTransaction
  public typealias TokenType = DefaultHistoryToken
  public static var historyType: DefaultHistoryTransaction.Type { DefaultHistoryTransaction.self }

  public func fetchHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws -> [DefaultHistoryTransaction] { try ContainerHistory(container: container).fetch(descriptor) }

  public func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    try ContainerHistory(container: container).delete(descriptor)
  }
}
