import Foundation
import ObjectGraph

/// Settling a conflict between an object's changes and its row.
extension NSManagedObject {
  /// - Parameter policy: any but the error policy.
  ///
  /// A deletion wins, here or in the store: a row that is gone cannot take changes. Only the rollback policy takes a
  /// deletion here back.
  final func settle(_ conflict: NSMergeConflict, by policy: NSMergePolicyType) {
    guard let graph = _$ref.context else { return }
    let version = Int64(conflict.newVersionNumber)
    guard version > 0 else {
      do {
        try graph.take(updated: [], deleted: [_$ref.rowKey])
      } catch {
        graph.deferError(error)
      }
      // Others that hold it have nothing to hold any more.
      (graph.face as? NSManagedObjectContext)?.dropFromOwners([self], graph)
      return forgetChanges()
    }
    if isDeleted && policy != .rollbackMergePolicyType { return graph.accept(version: version, for: self) }
    switch policy {
    case .rollbackMergePolicyType:
      graph.turnIntoFault(self)
      forgetChanges()
      isVeiled = true
      awake(fromSnapshotEvents: .mergePolicy)
    case .overwriteMergePolicyType:
      for (slot, property) in facts.properties.enumerated() where !property.isToMany { _$ref.touch(slot) }
      graph.accept(version: version, for: self)
    case .mergeByPropertyObjectTrumpMergePolicyType:
      graph.refreshUnchanged(self)
      graph.accept(version: version, for: self)
      awake(fromSnapshotEvents: .mergePolicy)
    case .mergeByPropertyStoreTrumpMergePolicyType:
      for (slot, property) in facts.properties.enumerated() where !_$ref.isClean(slot) && !property.isToMany {
        let stored = conflict.persistedSnapshot?[property.name]
        var before = committed[slot] ?? nil
        if let object = before as? NSManagedObject { before = object.objectID }
        if Self.isSame(before, stored is NSNull ? nil : stored) { continue }
        graph.takeBack(slot: slot, of: self)
        committed.forget(slot)
      }
      graph.refreshUnchanged(self)
      graph.accept(version: version, for: self)
      awake(fromSnapshotEvents: .mergePolicy)
    case .errorMergePolicyType: return
    }
  }
}
