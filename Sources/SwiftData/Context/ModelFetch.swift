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
      throw graph.classes.unknown(Model.self)
    }
    self.descriptor = descriptor
    self.graph = graph
    self.binding = binding
    predicate = try descriptor.predicate.map { try Self.translation(graph).translate($0) }
    sorts = SortTranslation(binding).translate(descriptor.sortBy)
  }

  private static func translation(_ graph: ObjectContext) -> PredicateTranslation {
    PredicateTranslation { keyPath in
      graph.classes.storePath(of: keyPath)
    } object: { value in
      if let identifier = value as? PersistentIdentifier { return constant(identifier, graph) }
      guard let model = value as? any PersistentModel else { return QueryConstant.parts(of: value) }
      let reference = model._$ref
      // A key says something in its own context only; elsewhere the identifier tells which store it is of.
      guard reference.context === graph else { return constant(model.persistentModelID, graph) }
      let key = reference.rowKey
      return key.primaryKey != 0 ? .object(entity: key.entity, key: key.primaryKey) : nobody
    } family: { type in
      (type as? any _ModelClass.Type).flatMap { graph.classes.binding(of: $0) }?.entity.familyNumbers
    }
  }

  /// The object of an identifier: none of this context's for that of another store, or of another context's new object.
  private static func constant(_ identifier: PersistentIdentifier, _ graph: ObjectContext) -> QueryConstant {
    graph.row(of: identifier).map { .object(entity: $0.entity, key: $0.primaryKey) } ?? nobody
  }

  /// No object of this context.
  private static var nobody: QueryConstant { .object(entity: 0, key: 0) }

  /// All that the predicate asks for, without order and window.
  var wholeRequest: FetchRequest { FetchRequest(entity: binding.entity.number, predicate: predicate) }

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
    guard let sorts else { return nil }
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

  /// What the store cannot answer, asked of the objects: by the same predicate tree, so that the answer is the same.
  private func evaluated() throws -> [Model] {
    let objects =
      try Self.ifSupported { try graph.objects(wholeRequest, includesPending: includesPending) }
      ?? graph.objectsInMemory(wholeRequest, includesPending: includesPending)
    var models = Self.models(objects, binding, graph)
    if !descriptor.sortBy.isEmpty { models.sort(using: descriptor.sortBy) }
    return Array(models.dropFirst(offset ?? 0).prefix(limit ?? .max))
  }

  private static func ifSupported<Answer>(_ body: () throws -> Answer) throws -> Answer? {
    do {
      return try body()
    } catch let error as StoreError where error.code == .unsupported {
      return nil
    } catch let error as QueryError where error.code == .unsupported {
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
