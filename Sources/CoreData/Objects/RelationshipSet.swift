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
