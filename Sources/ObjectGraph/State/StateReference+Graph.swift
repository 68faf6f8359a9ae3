import ModelDescription
import StoreContract

/// What faces ask of an object's state.
extension StateReference {
  package var flags: ObjectHeader.Flags { header.pointee.flags }
  package var isDeleted: Bool { !flags.isDisjoint(with: [.deleted, .gone]) }
  package var isChanged: Bool { !flags.isDisjoint(with: [.inserted, .updated, .deleted]) }

  /// Store and entity of a registered object.
  package var place: (storeIdentifier: String, entityName: String)? {
    guard let context, let entity = context.store.model.entity(numbered: Int(header.pointee.entity)) else {
      return nil
    }
    return (context.store.identifier, entity.name)
  }

  /// Lets to-manys go: they are where cycles close, and without a context nobody could change them.
  func releaseToManys() {
    for (slot, kind) in layout.owning where kind == .toMany && !isPending(slot) {
      at(slot, as: AnyObject?.self).pointee = nil
    }
  }
}
