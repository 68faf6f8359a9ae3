public import Foundation
import FoundationAdditions

/// Asks for the events of a container's stores.
open class NSPersistentCloudKitContainerEventRequest: NSPersistentStoreRequest {
  private let border: Date?
  private let fetch: FetchSettings?

  open var resultType = NSPersistentCloudKitContainerEventResult.ResultType.events

  private init(after border: Date?, _ fetch: FetchSettings? = nil) {
    self.border = border
    self.fetch = fetch
    super.init(.fetchRequestType)
  }

  open class func fetchEvents(after date: Date) -> NSPersistentCloudKitContainerEventRequest {
    NSPersistentCloudKitContainerEventRequest(after: date)
  }

  /// - Parameter event: all events for `nil`.
  open class func fetchEvents(
    after event: NSPersistentCloudKitContainer.Event?
  ) -> NSPersistentCloudKitContainerEventRequest {
    NSPersistentCloudKitContainerEventRequest(after: event?.startDate)
  }

  open class func fetchEvents<ResultType>(
    matchingFetch fetchRequest: NSFetchRequest<ResultType>
  ) -> NSPersistentCloudKitContainerEventRequest {
    NSPersistentCloudKitContainerEventRequest(after: nil, fetchRequest.settings)
  }

  /// A request to be limited by a predicate and handed to `fetchEvents(matchingFetch:)`.
  open class func fetchForEvents() -> NSFetchRequest<any NSFetchRequestResult> {
    NSFetchRequest(entityName: "NSCKEvent")
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSPersistentCloudKitContainerEventRequest(after: border, fetch)
    copy.affectedStores = affectedStores
    copy.resultType = resultType
    return copy
  }
}

extension NSPersistentCloudKitContainerEventRequest: ExecutableRequest {
  func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    var events = context.persistentStoreCoordinator?.cloudEvents ?? []
    if let border { events.removeAll { $0.startDate <= border } }
    if let affectedStores {
      events.removeAll { event in !affectedStores.contains { $0.identifier == event.storeIdentifier } }
    }
    if let predicate = fetch?.predicate { events = try events.filter { try predicate.matches($0.table) } }
    if let sorts = fetch?.sortDescriptors, !sorts.isEmpty {
      let tables = events.map { (event: $0, table: $0.table as NSDictionary) }
      let order = FetchRun.sorted(tables.map(\.table), sorts)
      events = order.compactMap { table in tables.first { $0.table === table }?.event }
    }
    if let limit = fetch?.fetchLimit, limit > 0 { events = Array(events.prefix(limit)) }
    return NSPersistentCloudKitContainerEventResult(events, resultType)
  }
}

/// The events that a request found.
open class NSPersistentCloudKitContainerEventResult: NSPersistentStoreResult {
  public enum ResultType: Int, Hashable, Sendable {
    case events = 0
    case countEvents = 1
  }

  private let events: [NSPersistentCloudKitContainer.Event]
  private let kind: ResultType

  package init(_ events: [NSPersistentCloudKitContainer.Event], _ kind: ResultType) {
    self.events = events
    self.kind = kind
  }

  /// The events, or their number.
  open var result: Any? { kind == .events ? events : [NSNumber(value: events.count)] }
  open var resultType: ResultType { kind }
}
