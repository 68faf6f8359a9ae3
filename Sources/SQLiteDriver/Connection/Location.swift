internal import CSQLite

/// A path as `sqlite3_open_v2` wants it: name and flags.
struct Location {
  let name: String
  let flags: Int32
  /// SQLite takes the file for one that nobody changes: it neither locks it nor looks for a log.
  let isImmutable: Bool

  init(path: String, mode: OpenMode) {
    name = mode == .memory ? ":memory:" : path
    let access: Int32 =
      switch mode {
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create, .memory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readOnly, .untouched: SQLITE_OPEN_READONLY
      }
    flags = access | SQLITE_OPEN_NOMUTEX
    isImmutable = false
  }

  /// A file without a write-ahead log: plain reading when it has a rollback journal mode, since that takes locks and
  /// makes no files; otherwise immutable, since a WAL reader would make `-shm`.
  init(untouched path: String) {
    if FileSnapshot.usesWriteAheadLog(path) {
      self.init(
        name: "file:" + Self.escaped(path) + "?immutable=1",
        flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, isImmutable: true)
    } else {
      self.init(path: path, mode: .readOnly)
    }
  }

  private init(name: String, flags: Int32, isImmutable: Bool) {
    self.name = name
    self.isImmutable = isImmutable
    self.flags = flags
  }

  private static func escaped(_ path: String) -> String {
    let hex = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"), 0...0x20, 0x7F...:
        bytes += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    // An authority would be read from a path that starts with two slashes.
    return String(decoding: bytes.starts(with: [0x2F, 0x2F]) ? [0x2F, 0x2F] + bytes : bytes, as: UTF8.self)
  }
}
