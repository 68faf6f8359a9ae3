public import Foundation
import FoundationAdditions

extension NSPersistentCloudKitContainer {
  /// One step of mirroring a store.
  open class Event: NSObject, NSCopying, @unchecked Sendable {
    // Unchecked because it is immutable.

    private let id = UUID()
    private let store: String
    private let date = Date()
    private let failure: any Error

    /// A setup that failed at once.
    package init(storeIdentifier: String, error: any Error) {
      store = storeIdentifier
      failure = error
      super.init()
    }

    open var identifier: UUID { id }
    open var storeIdentifier: String { store }
    open var type: EventType { .setup }
    open var startDate: Date { date }
    open var endDate: Date? { date }
    open var succeeded: Bool { false }
    open var error: (any Error)? { failure }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// What predicates over events ask for.
    final var table: [String: Any] {
      [
        "identifier": id, "storeIdentifier": store, "type": NSNumber(value: type.rawValue), "startDate": date,
        "endDate": date, "succeeded": NSNumber(value: succeeded),
      ]
    }
  }
}
