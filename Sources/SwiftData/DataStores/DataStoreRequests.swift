public import Foundation
public import SchemaTypes

/// What a context asks a data store to fetch.
public struct DataStoreFetchRequest<T>: Sendable where T: PersistentModel {
  public let editingState: EditingState
  public let descriptor: FetchDescriptor<T>
}

/// What a data store answers to a fetch.
public struct DataStoreFetchResult<ModelType, SnapshotType>: Sendable
where ModelType: PersistentModel, SnapshotType: DataStoreSnapshot {
  public let descriptor: FetchDescriptor<ModelType>
  public let fetchedSnapshots: [SnapshotType]
  public let relatedSnapshots: [PersistentIdentifier: SnapshotType]

  public init(
    descriptor: FetchDescriptor<ModelType>, fetchedSnapshots: [SnapshotType],
    relatedSnapshots: [PersistentIdentifier: SnapshotType] = [:]
  ) {
    self.descriptor = descriptor
    self.fetchedSnapshots = fetchedSnapshots
    self.relatedSnapshots = relatedSnapshots
  }
}

/// What a context asks a data store to save.
public struct DataStoreSaveChangesRequest<SnapshotType>: Sendable where SnapshotType: DataStoreSnapshot {
  public let inserted: [SnapshotType]
  public let updated: [SnapshotType]
  public let deleted: [SnapshotType]
  public let editingState: EditingState
}

/// What a data store answers to a save.
public final class DataStoreSaveChangesResult<T>: Sendable where T: DataStoreSnapshot {
  public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
  public let storeIdentifier: String
  public let snapshotsToReregister: [PersistentIdentifier: T]

  public init(
    for storeIdentifier: String, remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: T] = [:]
  ) {
    self.storeIdentifier = storeIdentifier
    self.remappedIdentifiers = remappedIdentifiers
    self.snapshotsToReregister = snapshotsToReregister
  }
}

/// What a context asks a data store to delete at once.
public struct DataStoreBatchDeleteRequest<T>: @unchecked Sendable where T: PersistentModel {
  // Unchecked as `FetchDescriptor` is: a predicate is a value without shared state.
  public let editingState: EditingState
  public let predicate: Predicate<T>?
}
