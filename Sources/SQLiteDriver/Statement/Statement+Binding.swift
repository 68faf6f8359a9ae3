internal import CSQLite
package import Foundation

extension Statement {
  package func bind(_ value: Int64, at parameter: Int) throws {
    try check(sqlite3_bind_int64(pointer, Int32(parameter), value))
  }

  package func bind(_ value: Double, at parameter: Int) throws {
    try check(sqlite3_bind_double(pointer, Int32(parameter), value))
  }

  package func bind(_ value: String, at parameter: Int) throws {
    var value = value
    let status = value.withUTF8 { bytes -> Int32 in
      guard let base = bytes.baseAddress else {
        return sqlite3_bind_text(pointer, Int32(parameter), "", 0, copied)
      }
      return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
        sqlite3_bind_text(pointer, Int32(parameter), $0, Int32(clamping: bytes.count), copied)
      }
    }
    try check(status)
  }

  package func bind(_ value: Data, at parameter: Int) throws {
    try value.withUnsafeBytes { try bind(blob: $0, at: parameter) }
  }

  /// Binds bytes; SQLite keeps a copy.
  package func bind(blob bytes: UnsafeRawBufferPointer, at parameter: Int) throws {
    // A blob without an address would be bound as NULL.
    guard let base = bytes.baseAddress, !bytes.isEmpty else {
      return try check(sqlite3_bind_zeroblob(pointer, Int32(parameter), 0))
    }
    try check(sqlite3_bind_blob64(pointer, Int32(parameter), base, UInt64(bytes.count), copied))
  }

  package func bindNull(at parameter: Int) throws {
    try check(sqlite3_bind_null(pointer, Int32(parameter)))
  }

  private func check(_ status: Int32) throws {
    if status != SQLITE_OK { throw error() }
  }
}

/// SQLITE_TRANSIENT, which the header spells as a cast that Swift does not import.
private var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
