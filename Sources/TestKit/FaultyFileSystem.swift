internal import CSQLite
internal import Foundation
internal import Synchronization

/// A file system for SQLite whose operations fail when a test says so.
///
/// Each thread has failures of its own: what a test asks for concerns what its own thread does.
package enum FaultyFileSystem {
  /// What to open a database with; registers the file system when first asked for.
  package static var name: String {
    _ = isRegistered
    return ownName
  }

  /// What SQLite does with a file.
  package enum Operation: String, Hashable, Sendable, CaseIterable {
    case open, read, write, sync, truncate, size, lock, share, delete
  }

  /// Which of a database's files.
  package enum Part: UInt, Hashable, Sendable {
    case database = 1
    case log, journal, other
  }

  /// An operation that was asked for.
  package struct Step: Hashable, Sendable {
    package let operation: Operation
    package let part: Part

    package init(_ operation: Operation, _ part: Part) {
      self.operation = operation
      self.part = part
    }
  }

  /// Lets `count` operations pass and fails the next, or that and all after it until `heal`.
  ///
  /// - Parameter kinds: Counts and fails only those.
  package static func fail(after count: Int, forGood: Bool, of kinds: Set<Operation> = Set(Operation.allCases)) {
    states.withLock { $0[thread] = State(left: count, isForGood: forGood, kinds: kinds) }
  }

  /// Writes down what is done with files meanwhile.
  package static func recording(_ body: () throws -> Void) rethrows -> [Step] {
    states.withLock { $0[thread] = State(steps: []) }
    defer { states.withLock { $0[thread] = nil } }
    try body()
    return states.withLock { $0[thread]?.steps ?? [] }
  }

  /// Ends the failing.
  ///
  /// - Returns: how many operations failed.
  @discardableResult package static func heal() -> Int {
    states.withLock { $0.removeValue(forKey: thread)?.failures ?? 0 }
  }

  private struct State {
    var left: Int?
    var isForGood = false
    var kinds: Set<Operation> = []
    var failures = 0
    var steps: [Step]?
  }

  private static let states = Mutex<[UInt: State]>([:])

  private static var thread: UInt {
    var here: UInt = 0
    withUnsafeBytes(of: pthread_self()) { here = $0.loadUnaligned(as: UInt.self) }
    return here
  }

  private static let ownName = "causeway-faults"

  private static func fails(_ operation: Operation, _ file: UnsafeMutablePointer<sqlite3_file>?) -> Bool {
    let thread = thread
    return states.withLock { states in
      guard var state = states.removeValue(forKey: thread) else { return false }
      defer { states[thread] = state }
      state.steps?.append(Step(operation, part(of: file)))
      guard let left = state.left, state.kinds.contains(operation) else { return false }
      if left > 0 {
        state.left = left - 1
        return false
      }
      if !state.isForGood { state.left = nil }
      state.failures += 1
      return true
    }
  }

  // MARK: SQLite's side

  /// Bytes ahead of the system's own file in ours.
  private static let offset = 16

  private static let isRegistered: Bool = {
    guard let system = sqlite3_vfs_find(nil) else { return false }
    let own = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    own.initialize(to: system.pointee)
    own.pointee.pNext = nil
    own.pointee.szOsFile = system.pointee.szOsFile + Int32(offset)
    own.pointee.zName = UnsafePointer(copy(ownName))
    own.pointee.xOpen = { _, name, file, flags, outFlags in
      guard let file, let system = sqlite3_vfs_find(nil), let open = system.pointee.xOpen else {
        return SQLITE_CANTOPEN
      }
      file.pointee.pMethods = nil
      FaultyFileSystem.note(flags, file)
      let inner = FaultyFileSystem.inner(file)
      inner.pointee.pMethods = nil
      if FaultyFileSystem.fails(.open, file) { return SQLITE_CANTOPEN }
      let status = open(system, name, inner, flags, outFlags)
      if inner.pointee.pMethods != nil { file.pointee.pMethods = UnsafePointer(FaultyFileSystem.methods) }
      return status
    }
    own.pointee.xDelete = { _, name, syncs in
      guard let system = sqlite3_vfs_find(nil), let delete = system.pointee.xDelete else { return SQLITE_IOERR }
      return FaultyFileSystem.fails(.delete, nil) ? SQLITE_IOERR | (10 << 8) : delete(system, name, syncs)
    }
    return sqlite3_vfs_register(own, 0) == SQLITE_OK
  }()

  private static func copy(_ text: String) -> UnsafeMutablePointer<CChar> {
    let bytes = text.utf8CString
    let result = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { (result + index).initialize(to: byte) }
    return result
  }

  private static func inner(_ file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<sqlite3_file> {
    (UnsafeMutableRawPointer(file) + offset).assumingMemoryBound(to: sqlite3_file.self)
  }

  /// Behind our methods' address, which fills the first half of those bytes.
  private static func note(_ flags: Int32, _ file: UnsafeMutablePointer<sqlite3_file>) {
    let part: Part =
      if flags & SQLITE_OPEN_MAIN_DB != 0 {
        .database
      } else if flags & SQLITE_OPEN_WAL != 0 {
        .log
      } else if flags & SQLITE_OPEN_MAIN_JOURNAL != 0 {
        .journal
      } else {
        .other
      }
    UnsafeMutableRawPointer(file).storeBytes(of: part.rawValue, toByteOffset: 8, as: UInt.self)
  }

  private static func part(of file: UnsafeMutablePointer<sqlite3_file>?) -> Part {
    guard let file else { return .other }
    return Part(rawValue: UnsafeRawPointer(file).load(fromByteOffset: 8, as: UInt.self)) ?? .other
  }

  /// The file below and its operations.
  private static func below(
    _ file: UnsafeMutablePointer<sqlite3_file>?
  ) -> (UnsafeMutablePointer<sqlite3_file>, sqlite3_io_methods)? {
    guard let file else { return nil }
    let inner = inner(file)
    return inner.pointee.pMethods.map { (inner, $0.pointee) }
  }

  // Written once before any file is opened, and only read by SQLite.
  private nonisolated(unsafe) static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
    var methods = sqlite3_io_methods()
    methods.iVersion = 2
    methods.xClose = { file in FaultyFileSystem.below(file).map { $1.xClose($0) } ?? SQLITE_OK }
    methods.xRead = { file, bytes, count, start in
      guard let (inner, methods) = FaultyFileSystem.below(file), !FaultyFileSystem.fails(.read, file) else {
        return SQLITE_IOERR | (1 << 8)
      }
      return methods.xRead(inner, bytes, count, start)
    }
    methods.xWrite = { file, bytes, count, start in
      guard let (inner, methods) = FaultyFileSystem.below(file), !FaultyFileSystem.fails(.write, file) else {
        return SQLITE_FULL
      }
      return methods.xWrite(inner, bytes, count, start)
    }
    methods.xTruncate = { file, size in
      guard let (inner, methods) = FaultyFileSystem.below(file), !FaultyFileSystem.fails(.truncate, file) else {
        return SQLITE_IOERR | (6 << 8)
      }
      return methods.xTruncate(inner, size)
    }
    methods.xSync = { file, flags in
      guard let (inner, methods) = FaultyFileSystem.below(file), !FaultyFileSystem.fails(.sync, file) else {
        return SQLITE_IOERR | (4 << 8)
      }
      return methods.xSync(inner, flags)
    }
    methods.xFileSize = { file, size in
      guard let (inner, methods) = FaultyFileSystem.below(file), !FaultyFileSystem.fails(.size, file) else {
        return SQLITE_IOERR | (7 << 8)
      }
      return methods.xFileSize(inner, size)
    }
    methods.xLock = { file, level in
      guard let (inner, methods) = FaultyFileSystem.below(file), !FaultyFileSystem.fails(.lock, file) else {
        return SQLITE_IOERR | (15 << 8)
      }
      return methods.xLock(inner, level)
    }
    methods.xUnlock = { file, level in FaultyFileSystem.below(file).map { $1.xUnlock($0, level) } ?? SQLITE_OK }
    methods.xCheckReservedLock = { file, result in
      guard let (inner, methods) = FaultyFileSystem.below(file), !FaultyFileSystem.fails(.lock, file) else {
        return SQLITE_IOERR | (14 << 8)
      }
      return methods.xCheckReservedLock(inner, result)
    }
    methods.xFileControl = { file, operation, argument in
      FaultyFileSystem.below(file).map { $1.xFileControl($0, operation, argument) } ?? SQLITE_NOTFOUND
    }
    methods.xSectorSize = { file in FaultyFileSystem.below(file).map { $1.xSectorSize($0) } ?? 4096 }
    methods.xDeviceCharacteristics = { file in
      FaultyFileSystem.below(file).map { $1.xDeviceCharacteristics($0) } ?? 0
    }
    methods.xShmMap = { file, page, size, extends, result in
      guard let (inner, methods) = FaultyFileSystem.below(file), !FaultyFileSystem.fails(.share, file) else {
        return SQLITE_IOERR | (21 << 8)
      }
      return methods.xShmMap(inner, page, size, extends, result)
    }
    methods.xShmLock = { file, start, count, flags in
      guard let (inner, methods) = FaultyFileSystem.below(file) else { return SQLITE_IOERR }
      // Letting go of a lock does not fail.
      if flags & SQLITE_SHM_LOCK != 0, FaultyFileSystem.fails(.lock, file) { return SQLITE_IOERR | (20 << 8) }
      return methods.xShmLock(inner, start, count, flags)
    }
    methods.xShmBarrier = { file in
      if let (inner, methods) = FaultyFileSystem.below(file) { methods.xShmBarrier(inner) }
    }
    methods.xShmUnmap = { file, deletes in
      FaultyFileSystem.below(file).map { $1.xShmUnmap($0, deletes) } ?? SQLITE_OK
    }
    let place = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    place.initialize(to: methods)
    return place
  }()
}
