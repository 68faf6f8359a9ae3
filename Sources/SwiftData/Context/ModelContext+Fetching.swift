public import Foundation
import ModelDescription
import ObjectGraph
public import SchemaTypes
import StoreContract

extension ModelContext {
  /// The models that a descriptor asks for, in its order.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    try using { try SwiftDataError.translating { try ModelFetch(descriptor, graph).models() } }
  }

  /// The models that a descriptor asks for, read in batches as they are needed.
  ///
  /// Which models and in which order is settled now.
  public func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<T> {
    let keys = try keys(descriptor)
    let batches = ModelBatches<T>(keys: keys, size: batchSize, context: self)
    return FetchResultsCollection(count: keys.count) { batches.model($0) }
  }

  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    try using { try SwiftDataError.translating { try ModelFetch(descriptor, graph).count() } }
  }

  /// The identifiers of the models that a descriptor asks for; no models are made for it.
  public func fetchIdentifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [PersistentIdentifier] {
    try keys(descriptor).map(identifier)
  }

  /// The same, each identifier made when it is needed.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<PersistentIdentifier> {
    let keys = try keys(descriptor)
    return FetchResultsCollection(count: keys.count) { self.identifier(keys[$0]) }
  }

  /// Hands the models to a block one after the other, holding one batch of them at a time.
  ///
  /// Which models and in which order is settled at the beginning; models deleted meanwhile are left out. A context holds
  /// what the block changed until it is saved.
  ///
  /// - Parameter allowEscapingMutations: with `false`, models may be changed too; Apple's may refuse that.
  public func enumerate<T: PersistentModel>(
    _ fetch: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
    block: (_ model: T) throws -> Void
  ) throws {
    let keys = try keys(fetch)
    let size = max(1, batchSize)
    for start in stride(from: 0, to: keys.count, by: size) {
      let batch = keys[start..<min(start + size, keys.count)]
      let objects = try SwiftDataError.translating { try graph.objects(with: Array(batch)) }
      for case let model as T in objects where !model.isDeleted { try block(model) }
    }
  }

  private func keys<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [RowKey] {
    try using { try SwiftDataError.translating { try ModelFetch(descriptor, graph).keys() } }
  }

  /// Deletes every model that a predicate picks, following delete rules; written by `save`. The result is that of
  /// deleting them one by one.
  ///
  /// - Parameter includeSubclasses: with `false`, models of classes that inherit from this one stay.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    for model in try fetch(FetchDescriptor<T>(predicate: predicate))
    where includeSubclasses || type(of: model) == T.self && !model.isDeleted {
      delete(model)
    }
  }

  func identifier(_ key: RowKey) -> PersistentIdentifier {
    // Only a model itself can name itself as long as it has no row.
    if key.isTemporary, let model = graph.registered(entity: key.entity, key: key.primaryKey) as? any PersistentModel {
      return model.persistentModelID
    }
    return PersistentIdentifier(
      storeIdentifier: graph.store.identifier(ofEntity: key.entity),
      entityName: graph.store.model.entity(numbered: key.entity)?.name ?? "",
      primaryKey: key.primaryKey)
  }
}
