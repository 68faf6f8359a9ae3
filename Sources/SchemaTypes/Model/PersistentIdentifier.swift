import ObjectGraph
import StoreContract

/// Which object: entity and key in a store, or an object that has no row yet.
public struct PersistentIdentifier: Hashable, Identifiable, Comparable, Sendable {
  public let id: ID

  /// The identity inside of an identifier.
  public struct ID: Hashable, Sendable {
    let storeIdentifier: String?
    let entityName: String
    /// Negative for an object without a row.
    let primaryKey: Int64
    /// For an object that is in no context.
    let object: UInt
  }

  public var entityName: String { id.entityName }
  public var storeIdentifier: String? { id.storeIdentifier }
  package var primaryKey: Int64 { id.primaryKey }

  package init(storeIdentifier: String?, entityName: String, primaryKey: Int64) {
    self.init(storeIdentifier: storeIdentifier, entityName: entityName, primaryKey: primaryKey, object: 0)
  }

  init(storeIdentifier: String?, entityName: String, primaryKey: Int64, object: UInt) {
    id = ID(storeIdentifier: storeIdentifier, entityName: entityName, primaryKey: primaryKey, object: object)
  }

  init<Model: PersistentModel>(object: Model, reference: StateReference) {
    let key = reference.rowKey.primaryKey
    if key > 0, let place = reference.place {
      self.init(storeIdentifier: place.storeIdentifier, entityName: place.entityName, primaryKey: key)
    } else {
      self.init(
        storeIdentifier: nil, entityName: reference.place?.entityName ?? String(describing: Model.self),
        primaryKey: key, object: UInt(bitPattern: ObjectIdentifier(object).hashValue))
    }
  }

  /// By entity name, then key.
  public static func < (left: PersistentIdentifier, right: PersistentIdentifier) -> Bool {
    (left.entityName, left.primaryKey, left.id.object) < (right.entityName, right.primaryKey, right.id.object)
  }
}
