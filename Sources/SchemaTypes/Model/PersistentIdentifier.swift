import ObjectGraph
import StoreContract

/// Which object: entity and key in a store, or an object that has no row yet.
public struct PersistentIdentifier: Hashable, Identifiable, Comparable, Sendable {
  public let id: ID

  /// The identity inside of an identifier.
  public struct ID: Hashable, Sendable {
    let storeIdentifier: String?
    let entityName: String
    /// Of an object without a row, the negative of a number that no other object of the process has.
    let primaryKey: Int64
  }

  public var entityName: String { id.entityName }
  public var storeIdentifier: String? { id.storeIdentifier }
  package var primaryKey: Int64 { id.primaryKey }

  /// The number of an object that had no row when its identifier was asked for; `nil` when a row is named.
  package var token: Int64? { primaryKey < 0 ? -primaryKey : nil }

  package init(storeIdentifier: String?, entityName: String, primaryKey: Int64) {
    id = ID(storeIdentifier: storeIdentifier, entityName: entityName, primaryKey: primaryKey)
  }

  init<Model: PersistentModel>(object: Model, reference: StateReference) {
    let (key, place) = (reference.rowKey.primaryKey, reference.place)
    let entityName = place?.entityName ?? String(describing: type(of: object))
    if key > 0 {
      self.init(storeIdentifier: place?.storeIdentifier, entityName: entityName, primaryKey: key)
    } else {
      self.init(storeIdentifier: nil, entityName: entityName, primaryKey: -reference.token)
    }
  }

  /// By entity name, then key.
  public static func < (left: PersistentIdentifier, right: PersistentIdentifier) -> Bool {
    (left.entityName, left.primaryKey) < (right.entityName, right.primaryKey)
  }
}
