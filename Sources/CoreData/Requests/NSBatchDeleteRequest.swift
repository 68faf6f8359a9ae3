public import Foundation

/// What a batch delete answers with.
public enum NSBatchDeleteRequestResultType: UInt, Hashable, Sendable {
  case resultTypeStatusOnly = 0
  case resultTypeObjectIDs = 1
  case resultTypeCount = 2
}

/// Deletes rows behind the back of contexts, which learn of it by merging the identifiers.
open class NSBatchDeleteRequest: NSPersistentStoreRequest {
  private let fetch: FetchSettings
  /// The rows, when the request was made of identifiers.
  package let objectIDs: [NSManagedObjectID]?

  open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly

  private init(_ fetch: FetchSettings, objectIDs: [NSManagedObjectID]?) {
    self.fetch = fetch
    self.objectIDs = objectIDs
    super.init(.batchDeleteRequestType)
  }

  /// Takes a request for results of any type: without Objective-C a typed request is not one of
  /// `any NSFetchRequestResult`.
  public convenience init<ResultType>(fetchRequest fetch: NSFetchRequest<ResultType>) {
    self.init(fetch.settings, objectIDs: nil)
    affectedStores = fetch.affectedStores
  }

  /// Deletes the rows of identifiers, which have to be of one entity or its subentities.
  public convenience init(objectIDs objects: [NSManagedObjectID]) {
    var settings = FetchSettings()
    let entities = objects.map(\.entity)
    settings.entity = entities.first.flatMap { first in
      first.lineage.first { candidate in entities.allSatisfy { $0.isKindOf(entity: candidate) } }
    }
    settings.predicate = NSPredicate(format: "SELF IN %@", objects)
    self.init(settings, objectIDs: objects)
  }

  open var fetchRequest: NSFetchRequest<any NSFetchRequestResult> { NSFetchRequest(fetch) }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSBatchDeleteRequest(fetch, objectIDs: objectIDs)
    copy.affectedStores = affectedStores
    copy.resultType = resultType
    return copy
  }
}
