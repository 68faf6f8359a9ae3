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

  /// Leaves a context that goes: to-manys are let go since they close cycles.
  func detach() {
    for (slot, kind) in layout.owning where kind == .toMany && !isPending(slot) {
      at(slot, as: AnyObject?.self).pointee = nil
    }
    header.pointee.owner = nil
  }
}
