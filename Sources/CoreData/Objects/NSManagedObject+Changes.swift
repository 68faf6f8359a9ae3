import Foundation
import ObjectGraph
import StoreContract

/// What changed of an object, and who it is.
extension NSManagedObject {
  /// Slots that were written since the row was read, or that have a value in a new object.
  final func changedSlots(onlyStored: Bool = false) -> [Int] {
    let state = _$ref
    guard state.isOwned, state.isChanged else { return [] }
    if state.flags.contains(.inserted) {
      return facts.properties.indices.filter { slot in
        let property = facts.properties[slot]
        if onlyStored && property.isTransient { return false }
        if property.isToMany { return !members(slot).isEmpty }
        // Nothing in the place of a default value was put there.
        guard let value = property.read(state, slot) else { return property.attribute?.defaultValue != nil }
        return !Self.isSame(
          value, property.attribute?.defaultValue.flatMap { property.stored($0) }.map(ManagedProperty.shown))
      }
    }
    return facts.properties.indices.filter { slot in
      guard !state.isClean(slot), !(onlyStored && facts.properties[slot].isTransient) else { return false }
      guard let old = committed[slot] else { return true }
      return !Self.isSame(old, facts.properties[slot].read(state, slot))
    }
  }

  static func isSame(_ left: Any?, _ right: Any?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left as NSManagedObject, let right as NSManagedObject): left === right
    case (let left as NSDecimalNumber, let right as NSDecimalNumber): left.decimalValue == right.decimalValue
    case (let left as [String: Any], let right as [String: Any]):
      left.count == right.count && left.allSatisfy { isSame($0.value, right[$0.key]) }
    case (let left as any Equatable, let right?): Self.isEqual(left, right)
    default: false
    }
  }

  private static func isEqual<T: Equatable>(_ left: T, _ right: Any) -> Bool { (right as? T) == left }

  final func valuesOfChanges() -> [String: Any] {
    var values: [String: Any] = [:]
    for slot in changedSlots() {
      values[facts.properties[slot].name] = facts.properties[slot].read(_$ref, slot) ?? NSNull()
    }
    return values
  }

  final func valuesBeforeChanges(_ keys: [String]?) -> [String: Any] {
    if _$ref.flags.contains(.inserted) { return [:] }
    prepareRead()
    var values: [String: Any] = [:]
    for (slot, property) in facts.properties.enumerated() {
      if let keys {
        guard keys.contains(property.name) else { continue }
      } else if property.isToMany && _$ref.isPending(slot) {
        continue
      }
      if let old = committed[slot] {
        values[property.name] = old ?? NSNull()
      } else {
        values[property.name] = property.read(_$ref, slot) ?? NSNull()
      }
    }
    return values
  }

  final func valuesBeforeEvent() -> [String: Any] {
    var values: [String: Any] = [:]
    for (slot, property) in facts.properties.enumerated() {
      if let old = beforeEvent[slot] { values[property.name] = old ?? NSNull() }
    }
    return values
  }

  /// Keeps what a slot holds before it is written for the first time.
  final func keepCommitted(_ slot: Int) {
    for slot in slot < 63 ? slot..<(slot + 1) : 63..<facts.properties.count where !committed.contains(slot) {
      committed.keep(facts.properties[slot].read(_$ref, slot), slot)
    }
  }

  // MARK: identity

  final func currentID() -> NSManagedObjectID {
    let key = _$ref.rowKey
    guard let context = managedObjectContext else {
      if let knownID { return knownID }
      if let id = idWithoutContext(key) { return id }
      let id = NSManagedObjectID(temporary: entity, store: nil, token: UUID(), number: 1)
      knownID = id
      return id
    }
    if let knownID, context.isCurrent(knownID, key) { return knownID }
    let id = context.objectID(key, entity)
    knownID = id
    return id
  }

  /// The identifier of an object that has outlived its context.
  private final func idWithoutContext(_ key: RowKey) -> NSManagedObjectID? {
    guard key.primaryKey > 0, !_$ref.flags.contains(.gone) else { return nil }
    let store = _$ref.context?.store
    let id = (store as? CoordinatorStore)?.objectID(key, entity) ?? (store as? ParentStore)?.objectID(key, entity)
    knownID = id
    return id
  }

  // MARK: fetched properties

  final func fetchedValue(_ property: NSFetchedPropertyDescription) -> Any? {
    guard let context = managedObjectContext, let template = property.fetchRequest else { return [Any]() }
    let request = NSFetchRequest<any NSFetchRequestResult>(template.settings)
    request.predicate = template.predicate?.withSubstitutionVariables([
      "FETCH_SOURCE": self, "FETCHED_PROPERTY": property,
    ])
    do {
      return try context.results(request.settings)
    } catch {
      context.deferError(error)
      return [Any]()
    }
  }
}
