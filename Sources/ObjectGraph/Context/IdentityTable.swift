/// Objects of one entity family by primary key, unretained: objects leave the table when they go.
///
/// Open addressing with keys that stay behind as tombstones until the table grows or is emptied. Keys are mostly
/// consecutive, so they hash to themselves: neighbours in the store are neighbours in memory.
final class IdentityTable {
  struct Entry {
    var key: Int64
    var object: UnsafeRawPointer?
    var state: UnsafeMutablePointer<ObjectHeader>?

    static var empty: Entry { Entry(key: 0, object: nil, state: nil) }
  }

  // Unchecked: a context is one thread's, and nothing here calls out while it changes anything.
  @exclusivity(unchecked) private var entries: UnsafeMutablePointer<Entry>
  @exclusivity(unchecked) private var capacity: Int
  /// Entries with a key, tombstones included.
  @exclusivity(unchecked) private var used = 0
  /// Objects in the table.
  @exclusivity(unchecked) private(set) var count = 0

  init() {
    capacity = 16
    entries = .allocate(capacity: 16)
    entries.initialize(repeating: .empty, count: 16)
  }

  deinit { entries.deallocate() }

  private static func hash(_ key: Int64) -> Int { Int(truncatingIfNeeded: key ^ (key >> 24)) }

  /// The place of a key, or the empty place where it would go.
  private func place(_ key: Int64) -> Int {
    var index = Self.hash(key) & (capacity - 1)
    while entries[index].key != key && entries[index].key != 0 { index = (index + 1) & (capacity - 1) }
    return index
  }

  func find(_ key: Int64) -> (object: AnyObject, state: StateReference)? {
    let entry = entries[place(key)]
    guard let object = entry.object, let state = entry.state else { return nil }
    return (Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue(), StateReference(state))
  }

  func insert(_ object: AnyObject, _ state: StateReference, key: Int64) {
    if (used + 1) * 4 > capacity * 3 { grow() }
    let index = place(key)
    if entries[index].key == 0 { used += 1 }
    if entries[index].object == nil { count += 1 }
    entries[index] = Entry(
      key: key, object: UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()), state: state.header)
  }

  func remove(_ key: Int64) {
    let index = place(key)
    if entries[index].key == key, entries[index].object != nil {
      count -= 1
      entries[index].object = nil
      entries[index].state = nil
    }
  }

  /// Forgets the tombstones of a table without objects, and gives the memory of a large one back.
  func removeTombstones() {
    guard used > 0, count == 0 else { return }
    if capacity > 1024 {
      entries.deallocate()
      capacity = 16
      entries = .allocate(capacity: capacity)
    }
    entries.initialize(repeating: .empty, count: capacity)
    used = 0
  }

  func forEach(_ body: (AnyObject, StateReference) -> Void) {
    for index in 0..<capacity {
      if let object = entries[index].object, let state = entries[index].state {
        body(Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue(), StateReference(state))
      }
    }
  }

  private func grow() {
    let (old, oldCapacity) = (entries, capacity)
    while capacity < (count + 1) * 2 { capacity *= 2 }
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: .empty, count: capacity)
    used = count
    for index in 0..<oldCapacity where old[index].object != nil { entries[place(old[index].key)] = old[index] }
    old.deallocate()
  }
}
