public import Foundation

/// Which object: its entity and key in a store, or an object that has no row yet.
///
/// Two identifiers are equal when store, entity and key are, whichever coordinator they came from.
open class NSManagedObjectID: NSObject, NSCopying, NSFetchRequestResult, @unchecked Sendable {
  // Unchecked because all members are immutable, and entities of a model in use do not change.

  open var entity: NSEntityDescription { knownEntity }
  open var persistentStore: NSPersistentStore? { reference?.store }

  private let knownEntity: NSEntityDescription
  private let reference: StoreReference?
  private let place: Place

  /// What makes it equal to others.
  private enum Place: Equatable {
    case row(store: String, entity: String, key: Int64)
    case temporary(entity: String, token: UUID, number: Int64)
  }

  /// The identifier of a row.
  package init(entity: NSEntityDescription, store: NSPersistentStore?, storeIdentifier: String, key: Int64) {
    knownEntity = entity
    reference = store?.reference
    place = .row(store: storeIdentifier, entity: entity.name ?? "", key: key)
  }

  /// The identifier of an object without a row, good for as long as its context.
  ///
  /// - Parameters:
  ///   - token: one for each process, context or run, so that two of them never meet.
  ///   - number: of the object among those of the token.
  package init(temporary entity: NSEntityDescription, store: NSPersistentStore?, token: UUID, number: Int64) {
    knownEntity = entity
    reference = store?.reference
    place = .temporary(entity: entity.name ?? "", token: token, number: number)
  }

  open var isTemporaryID: Bool {
    if case .temporary = place { true } else { false }
  }

  /// `x-coredata://<store>/<entity>/p<key>`, or `x-coredata:///<entity>/t<token and number>` without a row.
  open func uriRepresentation() -> URL {
    var components = URLComponents()
    components.scheme = Self.scheme
    switch place {
    case .row(let store, let entity, let key):
      components.host = store
      components.path = "/\(entity)/p\(key)"
    case .temporary(let entity, let token, let number):
      components.host = ""
      components.path = "/\(entity)/t\(token.uuidString)\(number)"
    }
    return components.url ?? URL(fileURLWithPath: components.path)
  }

  /// Token and number of an object without a row.
  package var temporary: (token: UUID, number: Int64)? {
    if case .temporary(_, let token, let number) = place { (token, number) } else { nil }
  }

  /// The key of the row; `nil` for an object without one.
  package var rowKey: Int64? {
    if case .row(_, _, let key) = place { key } else { nil }
  }

  package var storeIdentifier: String? {
    if case .row(let store, _, _) = place { store } else { nil }
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSManagedObjectID else { return false }
    return other === self || other.place == place
  }

  /// Of what tells most of them apart: the names take longer than all else.
  open override var hash: Int {
    switch place {
    case .row(_, let entity, let key): Int(truncatingIfNeeded: key) &* 31 &+ entity.utf8.count
    case .temporary(_, _, let number): Int(truncatingIfNeeded: number)
    }
  }

  open override var description: String { "<\(uriRepresentation().absoluteString)>" }

  package static let scheme = "x-coredata"

  /// Store, entity and key that a URI of a row names; `nil` for any other text, also for that of an object without one.
  package static func parts(of uri: URL) -> (store: String, entity: String, key: Int64)? {
    guard uri.scheme == scheme, let store = uri.host, !store.isEmpty else { return nil }
    let names = uri.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard names.count == 2, let entity = names.first, !entity.isEmpty, let last = names.last, last.first == "p",
      let key = Int64(last.dropFirst()), key > 0, String(key) == last.dropFirst()
    else { return nil }
    return (store, String(entity), key)
  }
}
