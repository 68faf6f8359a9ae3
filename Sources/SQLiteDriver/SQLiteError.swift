internal import CSQLite

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What SQLite refused, for which file and statement.
package struct SQLiteError: Error, Sendable, CustomStringConvertible {
  /// The extended result code (`SQLITE_CONSTRAINT_UNIQUE`, …).
  package var extendedCode: Int32
  /// SQLite's own words.
  package var message: String
  package var path: String
  /// The statement, when there was one.
  package var sql: String?
  /// Of `.busy`: how long was waited, and who has the lock, where the system tells.
  package var waited: Duration?
  package var holder: String?
  /// What the system said (`errno`) where a file could not be opened, read or written; 0 where it said nothing.
  package var systemError: Int32

  package init(extendedCode: Int32, message: String, path: String, sql: String? = nil, systemError: Int32 = 0) {
    self.extendedCode = extendedCode
    self.message = message
    self.path = path
    self.sql = sql
    self.systemError = systemError
  }

  /// The class of the error, without its refinement.
  package var code: Code { Code(extendedCode & 0xFF) }

  package var isUniqueViolation: Bool {
    extendedCode == Self.constraintUnique || extendedCode == Self.constraintPrimaryKey
  }

  /// What could not be done with a file, in words; `nil` for errors of other kinds.
  package var failedOperation: String? {
    if isDiskFull { return "writing (the disk is full)" }
    guard code == .inputOutput else { return nil }
    return switch extendedCode >> 8 {
    case 1, 2: "reading"
    case 3: "writing"
    case 4, 5: "syncing"
    case 6: "truncating"
    case 7: "asking for the size"
    case 8, 9, 14, 15, 20: "locking"
    case 10, 23: "deleting"
    case 13: "looking for a file"
    case 16, 17: "closing"
    case 18, 21: "opening the index of its log (-shm)"
    case 19: "making room for the index of its log (-shm)"
    default: "reading or writing"
    }
  }

  /// There is no room on the volume, or none for this user.
  ///
  /// The index of a log is made at the opening, and SQLite has codes of its own for that: only the system says why.
  package var isDiskFull: Bool {
    code == .full || [.inputOutput, .cannotOpen].contains(code) && (systemError == ENOSPC || systemError == EDQUOT)
  }

  package var description: String {
    "\(path): \(message) (SQLite \(extendedCode))" + (sql.map { " in: \($0.prefix(200))" } ?? "")
  }

  package enum Code: Hashable, Sendable {
    case busy, corrupt, notADatabase, cannotOpen, readOnly, full, inputOutput, constraint, interrupted, schema, other

    init(_ primary: Int32) {
      switch primary {
      case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
      case SQLITE_CORRUPT: self = .corrupt
      case SQLITE_NOTADB: self = .notADatabase
      case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: self = .cannotOpen
      case SQLITE_READONLY: self = .readOnly
      case SQLITE_FULL: self = .full
      case SQLITE_IOERR: self = .inputOutput
      case SQLITE_CONSTRAINT: self = .constraint
      case SQLITE_INTERRUPT: self = .interrupted
      case SQLITE_SCHEMA: self = .schema
      default: self = .other
      }
    }
  }

  // The header spells these as arithmetic over other macros, which Swift does not import.
  private static let constraintUnique = SQLITE_CONSTRAINT | (8 << 8)
  private static let constraintPrimaryKey = SQLITE_CONSTRAINT | (6 << 8)
}
