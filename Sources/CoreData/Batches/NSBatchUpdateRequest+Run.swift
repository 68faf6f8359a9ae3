import Foundation
import FoundationAdditions
import ModelDescription
import ObjectGraph
import QueryModel
import SQLiteStore
import SchemaTypes
import StoreContract

extension NSBatchUpdateRequest: ExecutableRequest {
  /// Changes the rows in one save, without regard to what objects of contexts have.
  func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    let (_, persistentStore) = try context.batchPart(self, entityName: foundEntity?.name ?? entityName)
    let rows = try BatchRows(entityName: entityName, context: context, restrictedTo: foundEntity)
    foundEntity = rows.entity
    var constants: [(field: Int, value: StoredValue)] = []
    var computed: [(key: String, tree: __Deprecated.Expression)] = []
    for (key, value) in propertiesToUpdate ?? [:] {
      let name = (key.base as? NSPropertyDescription)?.name ?? key.base as? String ?? "\(key.base)"
      if let expression = FormatObjects.expression(value) {
        let tree = FormatObjects.tree(of: expression)
        if case .constant(let constant) = tree {
          constants.append(contentsOf: try rows.fields(name, constant.any ?? NSNull()))
        } else {
          computed.append((name, expression))
        }
      } else {
        constants.append(contentsOf: try rows.fields(name, value))
      }
    }
    var settings = FetchSettings()
    settings.entity = rows.entity
    settings.predicate = predicate
    settings.includesSubentities = includesSubentities
    settings.stores = affectedStores
    let scratch = BatchContext(context)
    var request = SaveRequest()
    request.author = context.transactionAuthor
    request.contextName = context.name
    if computed.isEmpty {
      for id in try scratch.identifiers(settings) {
        guard let key = scratch.key(of: id) else { continue }
        request.updates.append(.init(key: key, version: nil, values: constants))
      }
    } else {
      for object in try scratch.objects(settings) {
        var values = constants
        for (name, expression) in computed {
          let value = try FormatObjects.value(of: FormatObjects.tree(of: expression), on: object)
          values.append(contentsOf: try rows.fields(name, value ?? NSNull()))
        }
        request.updates.append(.init(key: object._$ref.rowKey, version: nil, values: values))
      }
    }
    if !request.updates.isEmpty {
      EntityWriter.coreData.report(saving: scratch.entityNames(request.updates.map(\.key)))
      _ = try CoreDataError.translating(url: persistentStore.url) { try context.ground().save(request) }
    }
    switch resultType {
    case .statusOnlyResultType: return NSBatchUpdateResult(true, resultType)
    case .updatedObjectsCountResultType: return NSBatchUpdateResult(request.updates.count, resultType)
    case .updatedObjectIDsResultType:
      return NSBatchUpdateResult(request.updates.map { scratch.objectID($0.key) }, resultType)
    }
  }
}

extension NSBatchDeleteRequest: ExecutableRequest {
  /// Deletes the rows as objects would be: what the delete rules say happens to other rows.
  func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    let scratch = BatchContext(context)
    if let objectIDs, objectIDs.isEmpty { return result([]) }
    var settings = fetchRequest.settings
    settings.resultType = .managedObjectResultType
    settings.stores = affectedStores
    (settings.propertiesToFetch, settings.relationshipKeyPathsForPrefetching) = (nil, nil)
    let objects = try scratch.objects(settings)
    let ids = objects.map(\.objectID)
    try scratch.delete(objects)
    return result(ids)
  }

  private func result(_ ids: [NSManagedObjectID]) -> NSBatchDeleteResult {
    switch resultType {
    case .resultTypeStatusOnly: NSBatchDeleteResult(true, resultType)
    case .resultTypeObjectIDs: NSBatchDeleteResult(ids, resultType)
    case .resultTypeCount: NSBatchDeleteResult(ids.count, resultType)
    }
  }
}

/// A context of its own that a batch works in: what contexts have unsaved takes no part in it.
private struct BatchContext {
  private let context: NSManagedObjectContext

  init(_ context: NSManagedObjectContext) {
    self.context = NSManagedObjectContext.confined(beside: context)
  }

  func objects(_ settings: FetchSettings) throws -> [NSManagedObject] {
    try CoreDataError.translatingGraph { try FetchRun(settings, context).objects() }
  }

  func identifiers(_ settings: FetchSettings) throws -> [NSManagedObjectID] {
    try CoreDataError.translatingGraph { try FetchRun(settings, context).identifiers() }
  }

  func key(of id: NSManagedObjectID) -> RowKey? { context.key(of: id) }

  func entityNames(_ keys: [RowKey]) -> Set<String> {
    let model = (try? context.graph())?.store.model
    return Set(Set(keys.map(\.entity)).compactMap { model?.entity(numbered: $0)?.name })
  }

  func objectID(_ key: RowKey) -> NSManagedObjectID {
    let name = (try? context.graph())?.store.model.entity(numbered: key.entity)?.name ?? ""
    return context.objectID(key, context.model?.entity(named: name) ?? NSEntityDescription())
  }

  /// Saves without the checks and calls of objects.
  func delete(_ objects: [NSManagedObject]) throws {
    try CoreDataError.translatingGraph {
      let graph = try context.graph()
      graph.onDelete = nil
      for object in objects { graph.delete(object) }
      EntityWriter.coreData.report(saving: graph.writtenEntityNames)
      try graph.save()
    }
  }
}
