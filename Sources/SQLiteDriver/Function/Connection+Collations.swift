internal import CSQLite

extension Connection {
  package typealias TextOrder = @Sendable (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int

  /// Makes an order of text usable as `COLLATE name`.
  package func register(collation name: String, _ order: @escaping TextOrder) throws {
    let box = Unmanaged.passRetained(CollationBox(order))
    let status = sqlite3_create_collation_v2(
      handle.pointer, name, SQLITE_UTF8, box.toOpaque(),
      { data, leftCount, left, rightCount, right in
        guard let data else { return 0 }
        func bytes(_ start: UnsafeRawPointer?, _ count: Int32) -> UnsafeBufferPointer<UInt8> {
          UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : Int(count))
        }
        let order = Unmanaged<CollationBox>.fromOpaque(data).takeUnretainedValue().order
        return Int32(order(bytes(left, leftCount), bytes(right, rightCount)).signum())
      },
      { data in
        if let data { Unmanaged<CollationBox>.fromOpaque(data).release() }
      })
    guard status == SQLITE_OK else {
      // Unlike for functions, SQLite does not call the destructor when it refuses.
      box.release()
      throw handle.error()
    }
  }
}

/// Carries an order through SQLite's user data.
private final class CollationBox: Sendable {
  let order: Connection.TextOrder

  init(_ order: @escaping Connection.TextOrder) { self.order = order }
}
