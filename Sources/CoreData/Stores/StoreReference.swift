/// What identifiers hold of their store: one weak reference for all of them.
final class StoreReference: @unchecked Sendable {
  // Unchecked because the reference is set once, by the store itself when it is made.

  private(set) weak var store: NSPersistentStore?

  func lead(to store: NSPersistentStore) { self.store = store }
}
