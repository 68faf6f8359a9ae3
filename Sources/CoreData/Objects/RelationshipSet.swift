import Foundation

/// The members of a to-many as a set that can be changed: every change is one of the relationship.
final class RelationshipSet: NSMutableSet {
  private let owner: NSManagedObject?
  private let slot: Int

  init(_ owner: NSManagedObject, _ slot: Int) {
    self.owner = owner
    self.slot = slot
    super.init(capacity: 0)
  }

  required init(capacity numItems: Int) {
    owner = nil
    slot = 0
    super.init(capacity: numItems)
  }

  required init?(coder aDecoder: NSCoder) { nil }

  private var members: [NSManagedObject] { owner?.members(slot) ?? [] }

  override var count: Int { members.count }
  override var allObjects: [Any] { members }
  override func member(_ object: Any) -> Any? { members.first { $0 === object as AnyObject } }
  override func contains(_ anObject: Any) -> Bool { member(anObject) != nil }
  override func objectEnumerator() -> NSEnumerator { NSSet(array: members).objectEnumerator() }

  override func add(_ object: Any) {
    guard let owner, let object = object as? NSManagedObject else { return }
    owner.change(slot) { owner.add(object, slot) }
  }

  override func remove(_ object: Any) {
    guard let owner, let object = object as? NSManagedObject else { return }
    owner.change(slot) { owner.remove(object, slot) }
  }

  override func addObjects(from array: [Any]) { array.forEach { add($0) } }
  override func removeAllObjects() { owner?.set([], slot) }
  override func union(_ otherSet: Set<AnyHashable>) { otherSet.forEach { add($0.base) } }
  override func minus(_ otherSet: Set<AnyHashable>) { otherSet.forEach { remove($0.base) } }

  override func intersect(_ otherSet: Set<AnyHashable>) {
    for member in members where !otherSet.contains(AnyHashable(member)) { remove(member) }
  }

  override func setSet(_ otherSet: Set<AnyHashable>) {
    owner?.set(otherSet.compactMap { $0.base as? NSManagedObject }, slot)
  }

  override func copy(with zone: NSZone? = nil) -> Any { NSSet(array: members) }
  override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableSet(array: members) }
}

/// The members of an ordered to-many as an ordered set that can be changed.
final class RelationshipOrderedSet: NSMutableOrderedSet {
  private let owner: NSManagedObject?
  private let slot: Int

  init(_ owner: NSManagedObject, _ slot: Int) {
    self.owner = owner
    self.slot = slot
    super.init(capacity: 0)
  }

  override init(capacity numItems: Int) {
    owner = nil
    slot = 0
    super.init(capacity: numItems)
  }

  required init?(coder aDecoder: NSCoder) { nil }

  required convenience init(arrayLiteral elements: Any...) {
    self.init(capacity: elements.count)
    addObjects(from: elements)
  }

  private var members: [NSManagedObject] { owner?.members(slot) ?? [] }

  override var count: Int { members.count }
  override func object(at idx: Int) -> Any { members[idx] }
  override func index(of object: Any) -> Int {
    members.firstIndex { $0 === object as AnyObject } ?? NSNotFound
  }
  override func contains(_ object: Any) -> Bool { index(of: object) != NSNotFound }

  override func insert(_ object: Any, at idx: Int) {
    guard let object = object as? NSManagedObject, !contains(object) else { return }
    var all = members
    all.insert(object, at: Swift.min(Swift.max(0, idx), all.count))
    owner?.set(all, slot)
  }

  override func removeObject(at idx: Int) {
    var all = members
    guard all.indices.contains(idx) else { return }
    all.remove(at: idx)
    owner?.set(all, slot)
  }

  override func replaceObject(at idx: Int, with obj: Any) {
    var all = members
    guard all.indices.contains(idx), let object = obj as? NSManagedObject else { return }
    all[idx] = object
    owner?.set(all, slot)
  }

  override func add(_ object: Any) {
    guard let owner, let object = object as? NSManagedObject else { return }
    owner.change(slot) { owner.add(object, slot) }
  }

  override func remove(_ val: Any) {
    guard let owner, let object = val as? NSManagedObject else { return }
    owner.change(slot) { owner.remove(object, slot) }
  }

  override func addObjects(from array: [Any]) { array.forEach { add($0) } }
  override func removeAllObjects() { owner?.set([], slot) }
  override func copy(with zone: NSZone? = nil) -> Any { NSOrderedSet(array: members) }
  override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableOrderedSet(array: members) }
}
