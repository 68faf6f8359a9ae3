public import Foundation
import ModelDescription
import ObjectGraph
import QueryModel
public import SchemaTypes
import StoreContract

extension ModelContext {
  /// The models that a descriptor asks for, in its order.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    try SwiftDataError.translating { try Fetch(descriptor, graph).run() }
  }

  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    try SwiftDataError.translating { try Fetch(descriptor, graph).count() }
  }

  public func fetchIdentifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [PersistentIdentifier] {
    try fetch(descriptor).map(\.persistentModelID)
  }

  /// Hands the models to a block one after the other.
  public func enumerate<T: PersistentModel>(
    _ fetch: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
    block: (_ model: T) throws -> Void
  ) throws {
    for model in try self.fetch(fetch) { try block(model) }
  }

  /// Deletes every model that a predicate picks, following delete rules; written by `save`.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    for model in try fetch(FetchDescriptor<T>(predicate: predicate)) { delete(model) }
  }
}

/// One fetch: what the store answers, completed by the context's unsaved changes.
private struct Fetch<T: PersistentModel> {
  let descriptor: FetchDescriptor<T>
  let graph: ObjectContext
  let entity: Int
  /// Unsaved models of the fetched class, deleted ones included.
  let hasPending: Bool
  /// Order, and conditions that the store did not take, are worked out on objects.
  let isInMemory: Bool

  init(_ descriptor: FetchDescriptor<T>, _ graph: ObjectContext) throws {
    guard let binding = graph.classes.binding(of: T.self) else {
      throw SwiftDataError("unknownSchema", detail: "\(T.self) is not in the container's schema")
    }
    self.descriptor = descriptor
    self.graph = graph
    entity = binding.entity.number
    hasPending = descriptor.includePendingChanges && graph.hasChanges
    isInMemory = hasPending || descriptor.predicate != nil || !descriptor.sortBy.isEmpty
  }

  /// The predicate and nothing else in the store's terms; `nil` when it has to be evaluated on objects.
  private var storePredicate: QueryPredicate? {
    guard !hasPending, let predicate = descriptor.predicate else { return nil }
    let translation = PredicateTranslation { keyPath in
      graph.classes.storePath(of: keyPath)
    } object: { value in
      guard let model = value as? any PersistentModel else { return nil }
      let header = model._$ref.header.pointee
      return header.key > 0 ? .object(entity: Int(header.entity), key: header.key) : nil
    }
    return try? translation.translate(predicate)
  }

  /// The objects that the store answers with.
  private func stored(_ request: FetchRequest) throws -> [T] {
    var models: [T] = []
    try graph.fetch(request) { object in
      if let model = object as? T { models.append(model) }
    }
    return models
  }

  func run() throws -> [T] {
    let limit = descriptor.fetchLimit.flatMap { $0 > 0 ? $0 : nil }
    var request = FetchRequest(entity: entity)
    if !isInMemory {
      request.limit = limit
      request.offset = descriptor.fetchOffset
    }
    var models: [T]
    var isFiltered = false
    if let predicate = storePredicate {
      var narrowed = request
      narrowed.predicate = predicate
      do {
        models = try stored(narrowed)
        isFiltered = true
      } catch let error as StoreError where error.code == .unsupported {
        models = try stored(request)
      }
    } else {
      models = try stored(request)
    }
    guard isInMemory else { return models }
    if hasPending { models += graph.insertedObjects.compactMap { $0 as? T } }
    if !isFiltered, let predicate = descriptor.predicate { models = try models.filter { try predicate.evaluate($0) } }
    if !descriptor.sortBy.isEmpty { models.sort(using: descriptor.sortBy) }
    if let offset = descriptor.fetchOffset, offset > 0 { models.removeFirst(min(offset, models.count)) }
    if let limit { models = Array(models.prefix(limit)) }
    try graph.throwDeferredError()
    return models
  }

  func count() throws -> Int {
    guard !isInMemory else { return try run().count }
    var request = FetchRequest(entity: entity)
    request.limit = descriptor.fetchLimit.flatMap { $0 > 0 ? $0 : nil }
    request.offset = descriptor.fetchOffset
    return try graph.store.count(request)
  }
}
