import Foundation

/// The members of an ordered to-many as an ordered set that can be changed: every change is one of the relationship.
///
/// Foundation's class answers `firstObject`, enumerators and others from a storage of its own, and no subclass can
/// override them. So the members stand there as well: they are brought up to date by each change made here, and by each
/// read that can be overridden.
final class RelationshipOrderedSet: NSMutableOrderedSet {
  private let owner: NSManagedObject?
  private let slot: Int
  /// The members as Foundation's storage has them.
  private var filled: [NSManagedObject] = []
  private var isFilling = false

  init(_ owner: NSManagedObject, _ slot: Int) {
    self.owner = owner
    self.slot = slot
    super.init(capacity: 0)
    refresh()
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

  private func refresh() {
    // Filling asks `contains` and `count`.
    guard !isFilling else { return }
    isFilling = true
    defer { isFilling = false }
    let members = members
    let isGrown = members.count >= filled.count && zip(filled, members).allSatisfy { $0 === $1 }
    if !isGrown { super.removeAllObjects() }
    for member in members.dropFirst(isGrown ? filled.count : 0) { super.add(member) }
    filled = members
  }

  private func change(_ edit: (inout [NSManagedObject]) -> Void) {
    guard let owner else { return }
    var members = members
    edit(&members)
    owner.set(members, slot)
    refresh()
  }

  // MARK: reading

  override var count: Int {
    refresh()
    return super.count
  }

  override func object(at idx: Int) -> Any {
    refresh()
    return super.object(at: idx)
  }

  override func index(of object: Any) -> Int {
    refresh()
    return super.index(of: object)
  }

  override func contains(_ object: Any) -> Bool {
    refresh()
    return super.contains(object)
  }

  override func copy(with zone: NSZone? = nil) -> Any { NSOrderedSet(array: members) }
  override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableOrderedSet(array: members) }

  // MARK: changing

  override func add(_ object: Any) {
    guard let owner, let object = object as? NSManagedObject else { return }
    owner.change(slot) { owner.add(object, slot) }
    refresh()
  }

  override func remove(_ val: Any) {
    guard let owner, let object = val as? NSManagedObject else { return }
    owner.change(slot) { owner.remove(object, slot) }
    refresh()
  }

  override func add(_ objects: UnsafePointer<AnyObject>?, count: Int) {
    for object in UnsafeBufferPointer(start: objects, count: count) { add(object) }
  }

  override func addObjects(from array: [Any]) {
    guard let owner else { return }
    owner.change(slot) { for case let object as NSManagedObject in array { owner.add(object, slot) } }
    refresh()
  }

  override func removeAllObjects() { change { $0 = [] } }

  override func insert(_ object: Any, at idx: Int) {
    guard let object = object as? NSManagedObject, !contains(object) else { return }
    change { $0.insert(object, at: Swift.min(Swift.max(0, idx), $0.count)) }
  }

  override func removeObject(at idx: Int) {
    change { if $0.indices.contains(idx) { $0.remove(at: idx) } }
  }

  override func replaceObject(at idx: Int, with obj: Any) {
    guard let object = obj as? NSManagedObject else { return }
    change { if $0.indices.contains(idx) { $0[idx] = object } }
  }

  override func exchangeObject(at idx1: Int, withObjectAt idx2: Int) {
    change { if $0.indices.contains(idx1), $0.indices.contains(idx2) { $0.swapAt(idx1, idx2) } }
  }

  override func intersect(_ other: NSOrderedSet) { change { $0.removeAll { !other.contains($0) } } }

  override func sortRange(
    _ range: NSRange, options opts: NSSortOptions = [], usingComparator cmptr: (Any, Any) -> ComparisonResult
  ) {
    change { members in
      guard let range = Range(range), range.lowerBound >= 0, range.upperBound <= members.count else { return }
      members[range].sort { cmptr($0, $1) == .orderedAscending }
    }
  }

  override func sort(using sortDescriptors: [NSSortDescriptor]) {
    change { $0 = FetchRun.sorted($0, sortDescriptors) }
  }
}
