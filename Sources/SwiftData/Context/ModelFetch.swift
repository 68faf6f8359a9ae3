import Foundation
import ModelDescription
import ObjectGraph
import QueryModel
import SchemaTypes
import StoreContract

/// One fetch: what can be said in the store's terms is; the rest is worked out on the objects.
struct ModelFetch<Model: PersistentModel> {
  private let descriptor: FetchDescriptor<Model>
  private let graph: ObjectContext
  private let binding: ClassBinding
  private let predicate: QueryPredicate?
  private let sorts: [QuerySort]?

  init(_ descriptor: FetchDescriptor<Model>, _ graph: ObjectContext) throws {
    guard let binding = graph.classes.binding(of: Model.self) else {
      throw SwiftDataError("unknownSchema", detail: "\(Model.self) is not in the container's schema")
    }
    self.descriptor = descriptor
    self.graph = graph
    self.binding = binding
    predicate = descriptor.predicate.flatMap { try? Self.translation(graph).translate($0) }
    sorts = SortTranslation(binding).translate(descriptor.sortBy)
  }

  private static func translation(_ graph: ObjectContext) -> PredicateTranslation {
    PredicateTranslation { keyPath in
      graph.classes.storePath(of: keyPath)
    } object: { value in
      if let identifier = value as? PersistentIdentifier { return constant(identifier, graph) }
      guard let model = value as? any PersistentModel else { return nil }
      let reference = model._$ref
      let key = reference.rowKey
      // An object without a row has a key in its own context only.
      guard key.primaryKey > 0 || (key.primaryKey < 0 && reference.context === graph) else { return nil }
      return .object(entity: key.entity, key: key.primaryKey)
    }
  }

  /// The row of an identifier: none of this store's for that of another one, and unknown for an object without a row.
  private static func constant(_ identifier: PersistentIdentifier, _ graph: ObjectContext) -> QueryConstant? {
    guard identifier.primaryKey > 0 else { return nil }
    guard identifier.storeIdentifier == graph.store.identifier,
      let entity = graph.store.model.entity(named: identifier.entityName)
    else { return .object(entity: 0, key: 0) }
    return .object(entity: entity.number, key: identifier.primaryKey)
  }

  // MARK: answers

  func models() throws -> [Model] {
    let models =
      try translated { Self.models(try graph.objects($0, includesPending: includesPending), binding, graph) }
      ?? evaluated()
    if !descriptor.relationshipKeyPathsForPrefetching.isEmpty { try prefetch(models) }
    try graph.throwDeferredError()
    return models
  }

  func count() throws -> Int {
    try translated { try graph.count($0, includesPending: includesPending) } ?? evaluated().count
  }

  func keys() throws -> [RowKey] {
    try translated { try graph.keys($0, includesPending: includesPending) } ?? evaluated().map(\._$ref.rowKey)
  }

  /// Objects as models; those of other classes are left out.
  static func models(_ objects: [AnyObject], _ binding: ClassBinding, _ graph: ObjectContext) -> [Model] {
    guard graph.classes.familyIsMade(of: Model.self, binding.entity) else { return objects.compactMap { $0 as? Model } }
    // Arrays of any class have one representation, and each object is known to be of the class.
    return unsafeBitCast(objects, to: [Model].self)
  }

  private var includesPending: Bool { descriptor.includePendingChanges }
  private var limit: Int? { descriptor.fetchLimit.flatMap { $0 > 0 ? $0 : nil } }
  private var offset: Int? { descriptor.fetchOffset.flatMap { $0 > 0 ? $0 : nil } }

  /// `nil` when the store or the query model cannot say the whole fetch.
  private func translated<Answer>(_ body: (FetchRequest) throws -> Answer) throws -> Answer? {
    guard predicate != nil || descriptor.predicate == nil, let sorts else { return nil }
    return try Self.ifSupported {
      var request = FetchRequest(
        entity: binding.entity.number, predicate: predicate, sorts: sorts, limit: limit, offset: offset)
      request.fields = fields
      return try body(request)
    }
  }

  /// The fields of the properties to fetch; `nil` for all. What is left out is read when it is first asked for.
  private var fields: Set<Int>? {
    guard !descriptor.propertiesToFetch.isEmpty else { return nil }
    return Set(
      descriptor.propertiesToFetch.flatMap { keyPath in
        binding.layout.slot(of: keyPath).map { binding.slots[$0].fields } ?? []
      })
  }

  /// Predicate, order and window applied to objects by Foundation, as far as nobody else can.
  private func evaluated() throws -> [Model] {
    let narrowed = FetchRequest(entity: binding.entity.number, predicate: predicate)
    var objects: [AnyObject]?
    // Without sort keys the whole was tried before.
    if predicate != nil, !descriptor.sortBy.isEmpty {
      objects = try Self.ifSupported { try graph.objects(narrowed, includesPending: includesPending) }
    }
    let isFiltered = objects != nil || descriptor.predicate == nil
    let found =
      try objects
      ?? graph.objects(FetchRequest(entity: binding.entity.number), includesPending: includesPending)
    var models = Self.models(found, binding, graph)
    if !isFiltered, let predicate = descriptor.predicate { models = try models.filter { try predicate.evaluate($0) } }
    if !descriptor.sortBy.isEmpty { models.sort(using: descriptor.sortBy) }
    return Array(models.dropFirst(offset ?? 0).prefix(limit ?? .max))
  }

  private static func ifSupported<Answer>(_ body: () throws -> Answer) throws -> Answer? {
    do {
      return try body()
    } catch let error as StoreError where error.code == .unsupported {
      return nil
    } catch is QueryError {
      return nil
    }
  }

  // MARK: prefetching

  /// Reads the rows behind relationships of all models at once. Key paths that are no relationships change nothing.
  private func prefetch(_ models: [Model]) throws {
    for keyPath in descriptor.relationshipKeyPathsForPrefetching {
      guard let slot = binding.layout.slot(of: keyPath) else { continue }
      try graph.prefetch(slot: slot, of: binding, models.map(\._$ref))
    }
  }
}
