import Foundation
import ObjectGraph

/// What becomes of objects with the same unique values, as `NSMergePolicy.resolve(constraintConflicts:)` says.
struct ConstraintSettlement {
  private let conflict: NSConstraintConflict
  private let policy: NSMergePolicyType
  /// The conflicting objects that still have the values: somebody may have settled the conflict meanwhile.
  private let objects: [NSManagedObject]
  private let stored: NSManagedObject?

  init(_ conflict: NSConstraintConflict, _ policy: NSMergePolicyType) {
    self.conflict = conflict
    self.policy = policy
    func isThere(_ object: NSManagedObject) -> Bool { object.managedObjectContext != nil && !object.isDeleted }
    objects = conflict.conflictingObjects.filter { object in
      isThere(object)
        && conflict.constraint.allSatisfy {
          NSManagedObject.isSame(object.value(forKeyPath: $0), conflict.constraintValues[$0])
        }
    }
    stored = conflict.databaseObject.flatMap { isThere($0) ? $0 : nil }
  }

  private var isOpen: Bool { conflict.databaseObject == nil ? objects.count > 1 : stored != nil && !objects.isEmpty }
  private var takesObjects: Bool {
    policy == .mergeByPropertyObjectTrumpMergePolicyType || policy == .overwriteMergePolicyType
  }

  /// Objects of two entities cannot become one.
  var isPossible: Bool {
    guard isOpen else { return true }
    let entities = Set((objects + [stored].compactMap { $0 }).map { $0.entity.name ?? "" })
    let isTakenBack = !takesObjects && objects.allSatisfy { !$0.isInserted }
    return entities.count == 1 || isTakenBack
  }

  func run() {
    guard isOpen else { return }
    let (new, changed) = (objects.filter(\.isInserted), objects.filter { !$0.isInserted })
    if takesObjects { takeObjects(new, changed) } else { keepStored(new, changed) }
  }

  // MARK: the object's values trump

  private func takeObjects(_ new: [NSManagedObject], _ changed: [NSManagedObject]) {
    guard let winner = stored ?? changed.last ?? new.last else { return }
    // What was changed before the one that stays cannot trump it.
    let isLate = stored != nil
    for loser in changed where loser !== winner { hand(loser, to: winner, withValues: isLate) }
    for loser in new where loser !== winner { hand(loser, to: winner, withValues: isLate || !winner.isInserted) }
  }

  // MARK: the store's values trump

  private func keepStored(_ new: [NSManagedObject], _ changed: [NSManagedObject]) {
    if stored != nil || changed.count > 1 { for object in changed { takeBack(object) } }
    let alone = changed.count == 1 ? changed.first : nil
    guard let winner = stored ?? alone ?? new.first else { return }
    for loser in new where loser !== winner { hand(loser, to: winner, withValues: false, keepingToOnes: true) }
  }

  /// A changed object is as stored again, or its properties of the constraint are.
  private func takeBack(_ object: NSManagedObject) {
    guard let graph = object._$ref.context else { return }
    if policy == .rollbackMergePolicyType {
      graph.turnIntoFault(object)
      object.forgetChanges()
      object.isVeiled = true
      return
    }
    for name in conflict.constraint {
      let root = String(name.prefix { $0 != "." })
      guard let slot = object.facts.slot(named: root), !object._$ref.isClean(slot) else { continue }
      if let former = object.committed[slot] { object.setValue(former, forKey: root) }
      graph.takeBack(slot: slot, of: object)
      if slot < 63 { object.committed.forget(slot) }
    }
  }

  // MARK: one object for two

  /// What an object has goes to the one that stays, and the object is deleted: alone, since nothing is left that its delete
  /// rules could reach.
  private func hand(
    _ loser: NSManagedObject, to winner: NSManagedObject, withValues: Bool, keepingToOnes: Bool = false
  ) {
    let changed = Set(loser.isInserted ? [] : loser.changedSlots())
    for (slot, property) in loser.facts.properties.enumerated() {
      guard winner.facts.slot(named: property.name) == slot else { continue }
      switch property.kind {
      case .attribute:
        if withValues, !property.isDerived { handValue(slot, loser, winner) }
      case .toOne:
        let value = loser.value(forKey: property.name) as? NSManagedObject
        let mayReplace = withValues || winner.value(forKey: property.name) == nil
        let isCleared = withValues && changed.contains(slot)
        if !keepingToOnes, value !== winner, value != nil ? mayReplace : isCleared {
          winner.setValue(value === loser ? winner : value, forKey: property.name)
        }
        loser.setValue(nil, forKey: property.name)
      case .toMany:
        handMembers(slot, loser, winner)
        loser.setValue(nil, forKey: property.name)
      }
    }
    winner.managedObjectContext?.delete(loser)
  }

  private func handValue(_ slot: Int, _ loser: NSManagedObject, _ winner: NSManagedObject) {
    let name = loser.facts.properties[slot].name
    let value = loser.value(forKey: name)
    if !NSManagedObject.isSame(winner.value(forKey: name), value) { winner.setValue(value, forKey: name) }
  }

  /// Members that only the loser has come last in an ordered relationship.
  private func handMembers(_ slot: Int, _ loser: NSManagedObject, _ winner: NSManagedObject) {
    guard let graph = winner._$ref.context else { return }
    let members = loser.members(slot).filter { $0 !== winner && !$0.isDeleted }
    if members.isEmpty { return }
    winner.prepareRead()
    winner.noteEvent(slot)
    for member in members { graph.add(member === loser ? winner : member, to: winner, slot: slot) }
  }
}
