internal import CSQLite

/// A value that SQLite owns: a column of the current row, or an argument of a function.
///
/// Valid until the statement moves or the function returns. Text and blobs are borrowed, not copied.
package struct SQLiteValue {
  let pointer: OpaquePointer?

  init(_ pointer: OpaquePointer?) { self.pointer = pointer }

  /// How the value is stored.
  package enum Kind: Int32, Hashable, Sendable {
    case integer = 1
    case real = 2
    case text = 3
    case blob = 4
    case null = 5
  }

  package var kind: Kind {
    guard let pointer else { return .null }
    return Kind(rawValue: sqlite3_value_type(pointer)) ?? .null
  }

  package var integer: Int64 { pointer.map { sqlite3_value_int64($0) } ?? 0 }

  package var real: Double { pointer.map { sqlite3_value_double($0) } ?? 0 }

  /// UTF-8 bytes; empty for NULL. Numbers are spelled out, which changes how the column is held.
  package var text: UnsafeBufferPointer<UInt8> {
    guard let pointer, let bytes = sqlite3_value_text(pointer) else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(pointer)))
  }

  package var blob: UnsafeRawBufferPointer {
    guard let pointer, let bytes = sqlite3_value_blob(pointer) else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(pointer)))
  }
}
