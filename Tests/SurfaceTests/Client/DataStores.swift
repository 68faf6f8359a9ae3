import Foundation
import SwiftData

/// A custom store with every requirement, and everything that it is handed.
enum DataStoreClient {
  struct Snapshot: DataStoreSnapshot {
    var persistentIdentifier: PersistentIdentifier
    var values: [String: String] = [:]

    init(from backing: any BackingData, relatedBackingDatas: inout [PersistentIdentifier: any BackingData]) {
      persistentIdentifier =
        DefaultSnapshot(from: backing, relatedBackingDatas: &relatedBackingDatas)
        .persistentIdentifier
    }

    func copy(
      persistentIdentifier: PersistentIdentifier, remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
    ) -> Snapshot {
      var copy = self
      copy.persistentIdentifier = remappedIdentifiers?[persistentIdentifier] ?? persistentIdentifier
      return copy
    }
  }

  struct Configuration: DataStoreConfiguration {
    typealias Store = DataStoreClient.Store
    var name: String
    var schema: Schema?
  }

  final class Store: DataStore, DataStoreBatching, HistoryProviding {
    typealias Configuration = DataStoreClient.Configuration
    typealias Snapshot = DataStoreClient.Snapshot
    typealias HistoryType = DefaultHistoryTransaction

    let configuration: Configuration
    let identifier = "identifier"
    var schema: Schema { configuration.schema ?? Schema() }

    init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
      self.configuration = configuration
      try configuration.validate()
    }

    func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, Snapshot>
    where T: PersistentModel {
      let _: EditingState = request.editingState
      let result = DataStoreFetchResult<T, Snapshot>(
        descriptor: request.descriptor, fetchedSnapshots: [], relatedSnapshots: [:])
      let _: FetchDescriptor<T> = result.descriptor
      let _: ([Snapshot], [PersistentIdentifier: Snapshot]) = (result.fetchedSnapshots, result.relatedSnapshots)
      return result
    }

    func save(_ request: DataStoreSaveChangesRequest<Snapshot>) throws -> DataStoreSaveChangesResult<Snapshot> {
      let _: EditingState = request.editingState
      let all: [Snapshot] = request.inserted + request.updated + request.deleted
      let result = DataStoreSaveChangesResult<Snapshot>(
        for: identifier, remappedIdentifiers: [:],
        snapshotsToReregister: Dictionary(all.map { ($0.persistentIdentifier, $0) }, uniquingKeysWith: { $1 }))
      let _: (String, Int, Int) = (
        result.storeIdentifier, result.remappedIdentifiers.count, result.snapshotsToReregister.count
      )
      return result
    }

    func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel {
      let _: (EditingState, Predicate<T>?) = (request.editingState, request.predicate)
      throw DataStoreError.unsupportedFeature
    }

    static var historyType: DefaultHistoryTransaction.Type { DefaultHistoryTransaction.self }
    func fetchHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws -> [DefaultHistoryTransaction]
    {
      []
    }
    func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {}
  }

  static func defaults(_ store: Store, _ state: EditingState) throws {
    try store.erase()
    store.initializeState(for: state)
    store.invalidateState(for: state)
    let _: [PersistentIdentifier: Snapshot] = try store.cachedSnapshots(for: [], editingState: state)
    let _: (UUID, String?, EditingState.ID) = (state.id, state.author, state.id)
  }

  static func requests<T: PersistentModel>(_ request: DataStoreFetchRequest<T>, _ store: Store) throws {
    let _: Int = try store.fetchCount(request)
    let _: [PersistentIdentifier] = try store.fetchIdentifiers(request)
  }

  static func keys() -> [any CodingKey] {
    let keys: [DataStoreSnapshotCodingKey] = [.persistentIdentifier, .modeledProperty("name")]
    let more = [DataStoreSnapshotCodingKey(stringValue: "name"), DataStoreSnapshotCodingKey(intValue: 1)]
    let _: [(String, Int?)] = keys.map { ($0.stringValue, $0.intValue) }
    let _: [any DataStoreSnapshotValue] = [1, "text"]
    return keys + more.compactMap { $0 }
  }

  static func snapshot(_ snapshot: DefaultSnapshot) throws {
    let copy: DefaultSnapshot = snapshot.copy(persistentIdentifier: snapshot.persistentIdentifier)
    let _: DefaultSnapshot = copy.copy(
      persistentIdentifier: snapshot.persistentIdentifier, remappedIdentifiers: [:])
    let _: DefaultSnapshot = try JSONDecoder().decode(DefaultSnapshot.self, from: JSONEncoder().encode(copy))
  }

  static func defaultStore<T: PersistentModel>(
    _ plan: any SchemaMigrationPlan.Type, _ state: EditingState, _ fetch: DataStoreFetchRequest<T>,
    _ save: DataStoreSaveChangesRequest<DefaultSnapshot>, _ delete: DataStoreBatchDeleteRequest<T>
  ) throws {
    let store = try DefaultStore(ModelConfiguration(), migrationPlan: plan)
    let _: (String, Schema, String, ModelConfiguration) = (
      store.name, store.schema, store.identifier, store.configuration
    )
    try store.erase()
    store.initializeState(for: state)
    store.invalidateState(for: state)
    let _: DataStoreFetchResult<T, DefaultStore.Snapshot> = try store.fetch(fetch)
    let _: Int = try store.fetchCount(fetch)
    let _: [PersistentIdentifier] = try store.fetchIdentifiers(fetch)
    try store.delete(delete)
    let _: DataStoreSaveChangesResult<DefaultStore.Snapshot> = try store.save(save)
    let _: [PersistentIdentifier: DefaultStore.Snapshot] = try store.cachedSnapshots(for: [], editingState: state)
    let _: DefaultStore.HistoryType.Type = DefaultStore.historyType
    let _: DefaultStore.TokenType.Type = DefaultHistoryToken.self
    let _: [DefaultHistoryTransaction] = try store.fetchHistory(HistoryDescriptor())
    try store.deleteHistory(HistoryDescriptor())
    let _: ModelConfiguration.Type = DefaultStore.Configuration.self
  }
}
