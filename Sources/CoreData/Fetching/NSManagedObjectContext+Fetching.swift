import Foundation
import ObjectGraph

extension NSManagedObjectContext {
  /// The results of a request, in its order.
  public final func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] where T: NSFetchRequestResult {
    var settings = request.settings
    if let type = T.self as? NSManagedObject.Type, type != NSManagedObject.self {
      ManagedClasses.register(type)
      if let entity = model?.entity(of: type), settings.entity == nil,
        settings.entityName.map({ model?.entity(named: $0) == nil }) ?? true
      {
        settings.entity = entity
      }
    }
    let found = try results(settings)
    let typed = found.compactMap { $0 as? T }
    guard typed.count == found.count else {
      let other = found.first { !($0 is T) }
      throw CoreDataError.error(
        NSPersistentStoreOperationError,
        "The request is for \(T.self), and the results have a \(other.map { "\(Swift.type(of: $0))" } ?? ""); its entity is "
          + "\(settings.entity?.name ?? settings.entityName ?? "").",
        advice: "Check the entity's class in the model and the request's resultType.")
    }
    return typed
  }

  @_disfavoredOverload public final func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
    try results(request.settings)
  }

  final func results(_ settings: FetchSettings) throws -> [Any] {
    try throwDeferred()
    awakeInserted()
    return try CoreDataError.translatingGraph {
      let run = try FetchRun(settings, self)
      switch settings.resultType {
      case .countResultType: return [NSNumber(value: try run.count())]
      case .managedObjectIDResultType: return try run.identifiers()
      case .dictionaryResultType:
        let isGrouped = !(settings.propertiesToGroupBy ?? []).isEmpty
        guard isGrouped || settings.returnsDistinctResults else {
          return try DictionaryRows(settings: settings, entity: run.entity).rows(of: run.objects()).map {
            $0 as NSDictionary
          }
        }
        // The window is one of the dictionaries.
        var whole = settings
        (whole.fetchLimit, whole.fetchOffset) = (0, 0)
        let objects = try FetchRun(whole, self).objects()
        let rows = try DictionaryRows(settings: settings, entity: run.entity).rows(of: objects)
        let limit = settings.fetchLimit > 0 ? settings.fetchLimit : Int.max
        return rows.dropFirst(settings.fetchOffset).prefix(limit).map { $0 as NSDictionary }
      default: return try run.objects()
      }
    }
  }

  final func count(_ settings: FetchSettings) throws -> Int {
    try throwDeferred()
    return try CoreDataError.translatingGraph { try FetchRun(settings, self).count() }
  }
}
