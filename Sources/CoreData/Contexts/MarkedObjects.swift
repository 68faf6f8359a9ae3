/// A set of a context's objects, each of which knows by a mark whether it is in: adding one hashes nothing.
struct MarkedObjects {
  private let mark: EventMarks
  /// Those that were added; some may have been taken out again.
  private var added: [NSManagedObject] = []
  private var count = 0

  init(_ mark: EventMarks) { self.mark = mark }

  var isEmpty: Bool { count == 0 }

  var objects: [NSManagedObject] {
    if added.count == count { return added }
    var known: Set<ObjectIdentifier> = []
    return added.filter { $0.marks.contains(mark) && known.insert(ObjectIdentifier($0)).inserted }
  }

  /// - Returns: whether the object was not in yet.
  @discardableResult mutating func insert(_ object: NSManagedObject) -> Bool {
    guard object.marks.insert(mark).inserted else { return false }
    added.append(object)
    count += 1
    return true
  }

  mutating func formUnion(_ objects: some Sequence<NSManagedObject>) {
    for object in objects { insert(object) }
  }

  /// - Returns: whether the object was in.
  @discardableResult mutating func remove(_ object: NSManagedObject) -> Bool {
    guard object.marks.remove(mark) != nil else { return false }
    count -= 1
    if count == 0 { added = [] }
    return true
  }

  mutating func removeAll() {
    for object in added { object.marks.remove(mark) }
    (added, count) = ([], 0)
  }
}
