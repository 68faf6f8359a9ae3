import ModelDescription
import ObjectGraph
import SchemaTypes
import StoreContract

extension ObjectContext {
  /// The row or the unsaved object that an identifier names here.
  ///
  /// `nil` for an unsaved object of another context, for an entity that the store does not have, and, with a line, for a
  /// row of another store: its number says nothing about this one.
  func row(of identifier: PersistentIdentifier) -> RowKey? {
    if let token = identifier.token { return row(ofToken: token) }
    guard identifier.primaryKey > 0, let entity = store.model.entity(named: identifier.entityName) else { return nil }
    let own = store.identifier(ofEntity: entity.number)
    guard let other = identifier.storeIdentifier, other == own else {
      if let other = identifier.storeIdentifier { Notice.show([Self.foreign(identifier.entityName, other, own)]) }
      return nil
    }
    return RowKey(entity: entity.number, primaryKey: identifier.primaryKey)
  }

  static func foreign(_ entity: String, _ other: String, _ own: String) -> String {
    "an identifier of entity \(entity) is of the store \(other), and the context asked for its model works on \(own): "
      + "nothing is found; ask a context of that store's container"
  }
}
