import ModelDescription
package import StoreContract

/// What faces ask of an object's state.
extension StateReference {
  package var flags: ObjectHeader.Flags { header.pointee.flags }
  package var isDeleted: Bool { !flags.isDisjoint(with: [.deleted, .gone]) }
  package var isChanged: Bool { !flags.isDisjoint(with: [.inserted, .updated, .deleted]) }

  /// Negative primary keys are those of objects without a row.
  package var rowKey: RowKey {
    if flags.contains(.double), let row = context?.row(ofDouble: header.pointee.key) { return row }
    return RowKey(entity: Int(header.pointee.entity), primaryKey: header.pointee.key)
  }

  /// Store and entity of a registered object.
  package var place: (storeIdentifier: String, entityName: String)? {
    guard let context, let entity = context.store.model.entity(numbered: Int(header.pointee.entity)) else {
      return nil
    }
    return (context.store.identifier(ofEntity: entity.number), entity.name)
  }

  /// Lets to-manys go: they are where cycles close, and without a context nobody could change them.
  func releaseToManys() {
    for (slot, kind) in layout.owning where kind == .toMany && !isPending(slot) {
      at(slot, as: AnyObject?.self).pointee = nil
    }
  }

  /// Makes relationships that were read, and not changed since, wait again.
  func unreadRelationships() {
    for (slot, kind) in layout.owning where slot < 63 && !isPending(slot) && isClean(slot) {
      switch kind {
      case .toMany:
        at(slot, as: AnyObject?.self).pointee = nil
      case .toOne:
        guard let key = (reference(slot) as? any _ModelObject)?._$ref.rowKey, key.primaryKey > 0 else { continue }
        at(slot, as: AnyObject?.self).pointee = nil
        at(slot, as: Slot.self).pointee = Slot(UInt64(bitPattern: key.primaryKey), UInt64(key.entity))
      case .scalar, .string, .box: continue
      }
      header.pointee.pending |= Self.bit(slot)
    }
  }

  /// The destination of a to-one that was not read yet; `nil` when there is none.
  func waitingKey(_ slot: Int) -> RowKey? {
    let key = at(slot, as: Slot.self).pointee
    return key.word == 0 ? nil : RowKey(entity: Int(key.tag), primaryKey: Int64(bitPattern: key.word))
  }

  /// Empties a registered object: it reads its row again when it is next asked.
  func makeFault() {
    releaseSlots()
    header.pointee.flags = .fault
    header.pointee.clean = layout.allBits
    header.pointee.pending = layout.allBits
  }

  /// Makes the object one of a row that is gone.
  package func markGone() { header.pointee.flags = .gone }
}
