import Foundation
import ObjectGraph

extension NSManagedObjectContext {
  /// The results of a request, in its order.
  public final func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] where T: NSFetchRequestResult {
    try typedResults(request)
  }

  final func typedResults<T>(_ request: NSFetchRequest<T>) throws -> [T] {
    var settings = request.settled
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
    try results(request.settled)
  }

  final func results(_ settings: FetchSettings) throws -> [Any] {
    checkQueue("fetch(_:)")
    try throwDeferred()
    awakeInserted()
    return try CoreDataError.translatingGraph {
      let run = try FetchRun(settings, self)
      switch settings.resultType {
      case .countResultType: return [NSNumber(value: try run.count())]
      case .managedObjectIDResultType: return try run.identifiers()
      case .dictionaryResultType: return try dictionaries(settings, run)
      default: return try run.objects()
      }
    }
  }

  /// Dictionaries are of the rows as they are stored, whatever the context has unsaved: Apple documents it so.
  private final func dictionaries(_ settings: FetchSettings, _ run: FetchRun) throws -> [Any] {
    let rows = DictionaryRows(settings: settings, entity: run.entity)
    // What only objects can answer is asked of this context's: the predicate may name them.
    let context = run.isInStoresTerms ? NSManagedObjectContext.confined(beside: self) : self
    return try withExtendedLifetime(context) {
      let isWindowOfObjects = try rows.isWindowOfObjects()
      var chosen = settings
      if !isWindowOfObjects { (chosen.fetchLimit, chosen.fetchOffset) = (0, 0) }
      let found: [Any] = try rows.rows(of: FetchRun(chosen, context).objects()).map { $0 as NSDictionary }
      try context.throwDeferred()
      if isWindowOfObjects { return found }
      let limit = settings.fetchLimit > 0 ? settings.fetchLimit : Int.max
      return Array(found.dropFirst(max(0, settings.fetchOffset)).prefix(limit))
    }
  }

  final func count(_ settings: FetchSettings) throws -> Int {
    checkQueue("count(for:)")
    try throwDeferred()
    return try CoreDataError.translatingGraph { try FetchRun(settings, self).count() }
  }
}

extension NSFetchRequest {
  /// The results in the context whose `perform` or `performAndWait` runs the caller.
  ///
  /// - Throws: an error outside of such a block, or what a fetch of the context throws.
  public final func execute() throws -> [ResultType] {
    guard let context = CurrentContext.value else {
      throw CoreDataError.error(
        NSPersistentStoreOperationError, "A fetch request was executed outside of the block of a context.",
        advice: "Execute it inside of perform(_:) or performAndWait(_:), or give it to the context's fetch(_:).")
    }
    return try context.typedResults(self)
  }
}
