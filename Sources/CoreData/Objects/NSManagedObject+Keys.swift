import Foundation
import ObjectGraph
import Observation
import SchemaTypes

/// Values by key.
extension NSManagedObject {
  final var state: StateReference { _$ref }

  /// Makes a fault readable: its row is read, and the object told.
  final func unveil() {
    isVeiled = false
    let state = _$ref
    if let batch {
      self.batch = nil
      if state.flags.contains(.fault) { batch.load() }
    }
    if state.flags.contains(.fault) {
      let context = managedObjectContext
      state.ready(facts.firstValue)
      if state.flags.contains(.gone) { context?.couldNotRead(self) }
    }
    guard !state.flags.contains(.gone) else { return }
    // No row holds them.
    for (slot, value) in facts.defaults where facts.properties[slot].isTransient && !state.isPending(slot) {
      let clean = state.header.pointee.clean
      // Not a change: the slot's next write is the first.
      state.header.pointee.clean &= ~StateReference.bit(slot)
      facts.properties[slot].write(value, state, slot)
      state.header.pointee.clean = clean
    }
    awakeFromFetch()
  }

  @inline(__always) final func prepareRead() {
    if isVeiled || _$ref.flags.contains(.fault) { unveil() }
  }

  final func willRead(_ key: String?) {
    checkQueue(key)
    prepareRead()
    if let key, let slot = facts.slot(named: key) { track(slot) }
  }

  final func track(_ slot: Int) {
    guard _Tracking.isActive else { return }
    _$ref.registrar.registrar.access(self, keyPath: \NSManagedObject.[managedSlot: slot])
  }

  final func willWrite(_ key: String) {
    guard let slot = facts.slot(named: key) else { return }
    checkQueue(key)
    prepareRead()
    noteEvent(slot)
    if _$ref.isObserved {
      _$ref.registrar.registrar.willSet(self, keyPath: \NSManagedObject.[managedSlot: slot])
    }
  }

  final func didWrite(_ key: String) {
    guard let slot = facts.slot(named: key) else { return }
    _$ref.touch(slot)
    if _$ref.isObserved {
      _$ref.registrar.registrar.didSet(self, keyPath: \NSManagedObject.[managedSlot: slot])
    }
  }

  /// The context will tell of a change of this property.
  final func noteEvent(_ slot: Int) {
    if !beforeEvent.contains(slot) { beforeEvent.keep(facts.properties[slot].read(_$ref, slot), slot) }
    if !marks.contains(.updated) { managedObjectContext?.noteEvent(self) }
  }

  // MARK: reading

  final func keyedValue(_ key: String) -> Any? {
    guard let slot = facts.slot(named: key) else { return unmodeledValue(key) }
    if let probe { return probe.read(facts.properties[slot], of: self) }
    checkQueue(key)
    prepareRead()
    track(slot)
    return facts.properties[slot].read(_$ref, slot)
  }

  final func primitive(_ key: String) -> Any? {
    guard let slot = facts.slot(named: key) else { return unmodeledValue(key) }
    if let probe { return probe.read(facts.properties[slot], of: self) }
    checkQueue(key)
    prepareRead()
    return facts.properties[slot].read(_$ref, slot)
  }

  private final func unmodeledValue(_ key: String) -> Any? {
    switch key {
    case "self": return self
    case "objectID": return objectID
    case "entity": return entity
    default: break
    }
    if let fetched = facts.entity.property(named: key) as? NSFetchedPropertyDescription {
      return fetchedValue(fetched)
    }
    return value(forUndefinedKey: key)
  }

  // MARK: writing

  final func setKeyedValue(_ value: Any?, _ key: String) {
    guard let slot = facts.slot(named: key) else { return setValue(value, forUndefinedKey: key) }
    checkQueue(key)
    prepareRead()
    let observed = _$ref.isObserved
    noteEvent(slot)
    if observed { _$ref.registrar.registrar.willSet(self, keyPath: \NSManagedObject.[managedSlot: slot]) }
    write(value, slot)
    if observed { _$ref.registrar.registrar.didSet(self, keyPath: \NSManagedObject.[managedSlot: slot]) }
  }

  final func setPrimitive(_ value: Any?, _ key: String) {
    guard let slot = facts.slot(named: key) else { return setValue(value, forUndefinedKey: key) }
    checkQueue(key)
    prepareRead()
    write(value, slot)
  }

  private final func write(_ value: Any?, _ slot: Int) {
    let property = facts.properties[slot]
    let value = value.flatMap { ExactCast.isNull($0) ? nil : $0 }
    switch property.kind {
    case .attribute:
      guard let value else { return property.write(nil, _$ref, slot) }
      if !property.set(value, _$ref, slot) { report(value, unfit: property) }
    case .toOne:
      guard let value else { return _$ref._$setReference(slot, nil) }
      guard let object = value as? NSManagedObject, accepts(object, property) else {
        return report(value, unfit: property)
      }
      let isKnown = _$ref.isOwned && object._$ref.isOwned
      _$ref._$setReference(slot, object)
      // Otherwise one of them, and what it leads to, may have come into the context.
      if isKnown { return }
      joinContext(of: [object])
      managedObjectContext?.awakeInserted()
    case .toMany:
      guard let objects = Self.objects(in: value) else { return report(value as Any, unfit: property) }
      guard objects.allSatisfy({ accepts($0, property) }) else { return report(value as Any, unfit: property) }
      _$ref._$setMembers(slot, property.type.members(objects))
      joinContext(of: objects)
      managedObjectContext?.awakeInserted()
    }
  }

  /// A new object without a context comes into that of an object it is related to.
  private final func joinContext(of objects: [NSManagedObject]) {
    guard !_$ref.isOwned, _$ref.flags.isEmpty else { return }
    for object in objects {
      if let context = object.managedObjectContext { return context.insert(self) }
    }
  }

  final func accepts(_ object: NSManagedObject, _ property: ManagedProperty) -> Bool {
    guard let destination = property.relationship?.destinationEntity, object.facts.entity !== destination else {
      return true
    }
    return object.entity.lineage.contains { $0 === destination || $0.name == destination.name }
  }

  /// The objects of a to-many's value; `nil` when it has others.
  static func objects(in value: Any?) -> [NSManagedObject]? {
    switch value {
    case nil: return []
    case let set as NSOrderedSet: return cast(set.array)
    case let set as NSSet: return cast(set.allObjects)
    case let list as [Any]: return cast(list)
    case let set as Set<NSManagedObject>: return Array(set)
    default: return nil
    }
  }

  private static func cast(_ list: [Any]) -> [NSManagedObject]? {
    let objects = list.compactMap { $0 as? NSManagedObject }
    return objects.count == list.count ? objects : nil
  }

  // MARK: errors

  final func report(unknownKey key: String) {
    report(
      "The entity \(entity.name ?? "") has no property \"\(key)\"",
      "its properties are \(facts.properties.map(\.name).sorted().joined(separator: ", ")).", key)
  }

  private final func report(_ value: Any, unfit property: ManagedProperty) {
    let wanted: String =
      switch property.kind {
      case .attribute(let type): "an attribute of the type \(type)"
      case .toOne: "a to-one to \(property.relationship?.destinationEntity?.name ?? "")"
      case .toMany: "a to-many to \(property.relationship?.destinationEntity?.name ?? "")"
      }
    report(
      "\(entity.name ?? "").\(property.name) cannot be set to a \(Swift.type(of: value))", "it is \(wanted).",
      property.name)
  }

  /// Says of an accessor what it cannot throw.
  public final func _report(_ line: String) { Notice.show([line]) }

  /// What an accessor of a mandatory to-one answers while there is nothing: an object of a row that is gone.
  public final func _standIn(forKey key: String) -> NSManagedObject? {
    guard let slot = facts.slot(named: key), let entity = facts.properties[slot].relationship?.destinationEntity else {
      return nil
    }
    let object = EntityLayout.of(entity).objectForRow()
    object.isVeiled = false
    object._$ref.markGone()
    return object
  }

  /// Says what no error can be thrown for: at the context's next throwing call, or at once without a context.
  final func report(_ text: String, _ advice: String, _ key: String) {
    let error = CoreDataError.error(
      NSManagedObjectValidationError, "\(text); \(advice)",
      info: [NSValidationObjectErrorKey: self, NSValidationKeyErrorKey: key])
    if let context = managedObjectContext { context.deferError(error) } else { Notice.show(["\(text); \(advice)"]) }
  }
}
