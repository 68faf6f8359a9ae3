public import SchemaTypes

/// How a data store is made.
///
/// Custom data stores are declared, and a container refuses them: only `ModelConfiguration` can be opened.
public protocol DataStoreConfiguration: Hashable {
  associatedtype Store: DataStore where Self == Self.Store.Configuration
  var name: String { get }
  var schema: Schema? { get set }
  func validate() throws
}

extension DataStoreConfiguration {
  public func validate() throws {}
}

/// A store of snapshots.
public protocol DataStore: AnyObject {
  associatedtype Configuration: DataStoreConfiguration where Self == Self.Configuration.Store
  associatedtype Snapshot: DataStoreSnapshot
  var identifier: String { get }
  var schema: Schema { get }
  var configuration: Configuration { get }
  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws
  func erase() throws
  func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, Snapshot>
  where T: PersistentModel
  func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel
  func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier]
  where T: PersistentModel
  func save(_ request: DataStoreSaveChangesRequest<Snapshot>) throws -> DataStoreSaveChangesResult<Snapshot>
  func initializeState(for editingState: EditingState)
  func invalidateState(for editingState: EditingState)
  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot]
}

extension DataStore {
  public func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel {
    try fetch(request).fetchedSnapshots.count
  }

  public func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier]
  where T: PersistentModel {
    try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
  }

  public func erase() throws { throw DataStoreError.unsupportedFeature }
  public func initializeState(for editingState: EditingState) {}
  public func invalidateState(for editingState: EditingState) {}

  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot] { [:] }
}

/// A data store that deletes many objects at once.
public protocol DataStoreBatching: DataStore {
  func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel
}

/// Why a data store leaves work to its caller, or refuses it.
public enum DataStoreError: Error, Equatable, Hashable {
  case unsupportedFeature
  case preferInMemoryFilter
  case preferInMemorySort
  case invalidPredicate
}
