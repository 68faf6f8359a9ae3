import Foundation
import ObjectGraph
import QueryModel

/// Values by key path, with collection operators, and relationships of several objects.
extension NSManagedObject {
  final func valueAtPath(_ path: String) -> Any? {
    value(of: self, path.split(separator: ".").map(String.init)[...])
  }

  final func setValueAtPath(_ value: Any?, _ path: String) {
    let keys = path.split(separator: ".").map(String.init)
    guard let last = keys.last else { return }
    for (index, key) in keys.dropLast().enumerated() {
      // A path into a composite changes the dictionary, which is set as a whole.
      let owner = index == 0 ? self : self.value(of: self, keys[..<index]) as? NSManagedObject
      guard let owner, owner.entity.property(named: key) is NSCompositeAttributeDescription else { continue }
      let changed = Self.dictionary(owner.value(forKey: key) as? [String: Any] ?? [:], keys[(index + 1)...], value)
      return owner.setValue(changed.isEmpty ? nil : changed, forKey: key)
    }
    let owner = keys.count == 1 ? self : self.value(of: self, keys.dropLast())
    if let owner = owner as? NSManagedObject {
      owner.setValue(value, forKey: last)
    } else if let owner = owner as? NSMutableDictionary {
      owner[last as NSString] = value
    }
  }

  private static func dictionary(
    _ values: [String: Any], _ path: ArraySlice<String>, _ value: Any?
  ) -> [String: Any] {
    guard let key = path.first else { return values }
    var values = values
    if path.count == 1 {
      values[key] = value is NSNull ? nil : value
    } else {
      let inner = dictionary(values[key] as? [String: Any] ?? [:], path.dropFirst(), value)
      values[key] = inner.isEmpty ? nil : inner
    }
    return values
  }

  /// Follows keys through objects, collections and dictionaries.
  private final func value(of object: Any?, _ keys: ArraySlice<String>) -> Any? {
    guard let key = keys.first else { return object }
    let rest = keys.dropFirst()
    switch object {
    case nil: return nil
    case let object as NSManagedObject: return value(of: object.value(forKey: key), rest)
    case let table as [String: Any]: return value(of: table[key], rest)
    case let set as NSOrderedSet: return value(ofMembers: set.array, keys) { NSOrderedSet(array: Self.distinct($0)) }
    case let set as NSSet: return value(ofMembers: set.allObjects, keys) { NSSet(array: Self.present($0)) }
    case let table as NSDictionary: return value(of: table[key as NSString], rest)
    case let list as [Any]: return value(ofMembers: list, keys) { $0.map { $0 ?? NSNull() } }
    default: return nil
    }
  }

  /// A key is asked of the members, and what follows it of all that they answered; what follows an operator is asked of the
  /// members. Nil is `NSNull` in a list, and left out of sets (comments of `NSKeyValueCoding.h`).
  private final func value(
    ofMembers members: [Any], _ keys: ArraySlice<String>, _ collect: ([Any?]) -> Any
  ) -> Any? {
    guard let key = keys.first, key.hasPrefix("@") else {
      return value(of: collect(members.map { value(of: $0, keys.prefix(1)) }), keys.dropFirst())
    }
    let values = members.map { value(of: $0, keys.dropFirst()) }
    func numbers() -> [Decimal] { values.map { ($0 as? NSNumber)?.decimalValue ?? 0 } }
    switch key {
    case "@count": return NSNumber(value: members.count)
    case "@sum": return Self.number(numbers().reduce(0, +), values)
    case "@avg":
      guard !values.isEmpty else { return nil }
      return Self.number(numbers().reduce(0, +) / Decimal(values.count), [])
    case "@min", "@max":
      let wanted: ComparisonResult = key == "@min" ? .orderedAscending : .orderedDescending
      return values.compactMap { $0 }.reduce(nil) { (best: Any?, next: Any) -> Any? in
        guard let best else { return next }
        return Self.order(next, best) == wanted ? next : best
      }
    case "@unionOfObjects": return Self.present(values)
    case "@distinctUnionOfObjects": return Self.distinct(values)
    case "@unionOfArrays", "@unionOfSets": return union(values, key)
    case "@distinctUnionOfArrays": return union(values, key).map { Self.distinct($0) }
    case "@distinctUnionOfSets": return union(values, key).map { NSSet(array: $0) }
    default:
      report(
        "\(entity.name ?? ""): there is no collection operator \"\(key)\"",
        "there are @count, @sum, @avg, @min, @max, @unionOfObjects, @unionOfArrays, @unionOfSets and those with "
          + "@distinctUnion.", key)
      return nil
    }
  }

  /// What several collections have; `nil` when one of the values is none.
  private final func union(_ values: [Any?], _ key: String) -> [Any]? {
    var all: [Any] = []
    for value in Self.present(values) {
      switch value {
      case let set as NSOrderedSet: all += Self.present(set.array)
      case let set as NSSet: all += Self.present(set.allObjects)
      case let list as [Any]: all += Self.present(list)
      default:
        report("\(entity.name ?? ""): \(key) was asked of a \(Swift.type(of: value))", "it wants collections.", key)
        return nil
      }
    }
    return all
  }

  private static func present(_ values: [Any?]) -> [Any] {
    values.compactMap { $0 }.filter { !ExactCast.isNull($0) }
  }

  /// Each value once, where it comes first: `NSOrderedSet(array:)` of Linux's Foundation keeps doubles in its `array`.
  private static func distinct(_ values: [Any?]) -> [Any] {
    let known = NSMutableSet()
    return present(values).filter { value in
      if known.contains(value) { return false }
      known.add(value)
      return true
    }
  }

  /// Sums of whole numbers are whole, of decimals exact.
  private static func number(_ value: Decimal, _ addends: [Any?]) -> NSNumber {
    if addends.contains(where: { $0 is NSDecimalNumber }) { return NSDecimalNumber(decimal: value) }
    let isWhole =
      !addends.isEmpty
      && addends.allSatisfy { addend in
        guard let number = addend as? NSNumber else { return addend == nil }
        return ["q", "i", "s", "l", "c"].contains(String(cString: number.objCType))
      }
    let number = NSDecimalNumber(decimal: value)
    return isWhole ? NSNumber(value: number.int64Value) : NSNumber(value: number.doubleValue)
  }

  private static func order(_ left: Any, _ right: Any) -> ComparisonResult {
    guard let left = FormatValue(left).constant, let right = FormatValue(right).constant,
      let order = left.order(right)
    else { return .orderedSame }
    return order < 0 ? .orderedAscending : order > 0 ? .orderedDescending : .orderedSame
  }

  // MARK: relationships

  final func members(_ slot: Int) -> [NSManagedObject] {
    checkQueue(facts.properties[slot].name)
    prepareRead()
    return facts.properties[slot].objects(_$ref, slot)
  }

  final func relatedIDs(_ key: String) -> [NSManagedObjectID] {
    guard let slot = facts.slot(named: key) else {
      report(unknownKey: key)
      return []
    }
    prepareRead()
    if facts.properties[slot].isToMany { return members(slot).map(\.objectID) }
    return (primitive(key) as? NSManagedObject).map { [$0.objectID] } ?? []
  }

  final func relationshipSet(_ key: String) -> NSMutableSet {
    guard let slot = facts.slot(named: key), facts.properties[slot].isToMany else {
      report(unknownKey: key)
      return NSMutableSet()
    }
    return RelationshipSet(self, slot)
  }

  final func relationshipOrderedSet(_ key: String) -> NSMutableOrderedSet {
    guard let slot = facts.slot(named: key), facts.properties[slot].isToMany else {
      report(unknownKey: key)
      return NSMutableOrderedSet()
    }
    return RelationshipOrderedSet(self, slot)
  }

  /// Adds objects to a to-many or takes them out, as generated accessors do.
  public final func _addObjects(_ objects: some Sequence<NSManagedObject>, forKey key: String) {
    guard let slot = facts.slot(named: key) else { return report(unknownKey: key) }
    change(slot) { for object in objects { add(object, slot) } }
  }

  public final func _removeObjects(_ objects: some Sequence<NSManagedObject>, forKey key: String) {
    guard let slot = facts.slot(named: key) else { return report(unknownKey: key) }
    let removed = Array(objects)
    if removed.count < 16 { return change(slot) { for object in removed { remove(object, slot) } } }
    let identities = Set(removed.map { ObjectIdentifier($0) })
    set(members(slot).filter { !identities.contains(ObjectIdentifier($0)) }, slot)
  }

  /// Puts objects into an ordered to-many, each where it is to be once those before it are in.
  public final func _insertObjects(_ objects: [NSManagedObject], at indexes: [Int], forKey key: String) {
    guard let slot = facts.slot(named: key) else { return report(unknownKey: key) }
    var known = members(slot)
    let identities = Set(known.map { ObjectIdentifier($0) })
    for (index, object) in zip(indexes.sorted(), objects) where !identities.contains(ObjectIdentifier(object)) {
      known.insert(object, at: min(max(0, index), known.count))
    }
    set(known, slot)
  }

  /// Takes the objects at some places out of an ordered to-many.
  public final func _removeObjects(at indexes: [Int], forKey key: String) {
    guard let slot = facts.slot(named: key) else { return report(unknownKey: key) }
    let places = Set(indexes)
    set(members(slot).enumerated().filter { !places.contains($0.offset) }.map(\.element), slot)
  }

  final func change(_ slot: Int, _ body: () -> Void) {
    checkQueue(facts.properties[slot].name)
    prepareRead()
    noteEvent(slot)
    let path = \NSManagedObject.[managedSlot: slot]
    let isObserved = _$ref.isObserved
    if isObserved { _$ref.registrar.registrar.willSet(self, keyPath: path) }
    body()
    if isObserved { _$ref.registrar.registrar.didSet(self, keyPath: path) }
  }

  final func add(_ object: NSManagedObject, _ slot: Int) {
    guard accepts(object, facts.properties[slot]) else { return refuse(object, slot) }
    if let graph = _$ref.context {
      graph.add(object, to: self, slot: slot)
    } else {
      let known = members(slot)
      if !known.contains(where: { $0 === object }) {
        _$ref._$setMembers(slot, facts.properties[slot].type.members(known + [object]))
      }
    }
  }

  private final func refuse(_ object: NSManagedObject, _ slot: Int) {
    let property = facts.properties[slot]
    report(
      "\(entity.name ?? "").\(property.name) cannot hold an object of \(object.entity.name ?? "")",
      "it is a to-many to \(property.relationship?.destinationEntity?.name ?? "").", property.name)
  }

  final func remove(_ object: NSManagedObject, _ slot: Int) {
    if let graph = _$ref.context {
      graph.remove(object, from: self, slot: slot)
    } else {
      _$ref._$setMembers(slot, facts.properties[slot].type.members(members(slot).filter { $0 !== object }))
    }
  }

  /// Gives a to-many other members, or the same in another order.
  final func set(_ objects: [NSManagedObject], _ slot: Int) {
    if let other = objects.first(where: { !accepts($0, facts.properties[slot]) }) { return refuse(other, slot) }
    change(slot) { _$ref._$setMembers(slot, facts.properties[slot].type.members(objects)) }
  }
}
