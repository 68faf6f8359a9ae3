internal import CSQLite
internal import Foundation
internal import Synchronization

/// A file system for SQLite whose operations fail when a test says so.
///
/// One for the process: tests that use it run one after the other, unless they ask for the operations of their own thread.
package enum FaultyFileSystem {
  /// What to open a database with; registers the file system when first asked for.
  package static var name: String {
    _ = isRegistered
    return ownName
  }

  /// Lets `count` operations pass and fails the next, or that and all after it until `heal`.
  package static func fail(after count: Int, forGood: Bool) {
    state.withLock { $0 = State(left: count, isForGood: forGood) }
  }

  /// Ends the failing.
  ///
  /// - Returns: how many operations failed.
  @discardableResult package static func heal() -> Int {
    state.withLock { state in
      defer { state = State() }
      return state.failures
    }
  }

  /// As `fail(after:forGood:)` for the operations of this thread alone, whatever others ask for.
  package static func failOnThisThread(after count: Int, forGood: Bool) {
    ofThreads.withLock { $0[thread] = State(left: count, isForGood: forGood) }
  }

  /// Ends the failing on this thread, which from then on does what the others do.
  ///
  /// - Returns: how many operations failed.
  @discardableResult package static func healThisThread() -> Int {
    ofThreads.withLock { $0.removeValue(forKey: thread)?.failures ?? 0 }
  }

  /// An operation that is not SQLite's: fails when its turn comes.
  package static func pass() throws {
    if fails() { throw Failure() }
  }

  package struct Failure: Error {}

  private static var thread: ObjectIdentifier { ObjectIdentifier(Thread.current) }
  private static let ofThreads = Mutex<[ObjectIdentifier: State]>([:])

  private struct State {
    var left: Int?
    var isForGood = false
    var failures = 0

    mutating func fails() -> Bool {
      guard let left else { return false }
      if left > 0 {
        self.left = left - 1
        return false
      }
      if !isForGood { self.left = nil }
      failures += 1
      return true
    }
  }

  private static let state = Mutex(State())
  private static let ownName = "causeway-faults"

  private static func fails() -> Bool {
    let own = ofThreads.withLock { states in states[thread].map { _ in states[thread]?.fails() ?? false } }
    return own ?? state.withLock { $0.fails() }
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
      let inner = FaultyFileSystem.inner(file)
      inner.pointee.pMethods = nil
      if FaultyFileSystem.fails() { return SQLITE_CANTOPEN }
      let status = open(system, name, inner, flags, outFlags)
      if inner.pointee.pMethods != nil { file.pointee.pMethods = UnsafePointer(FaultyFileSystem.methods) }
      return status
    }
    own.pointee.xDelete = { _, name, syncs in
      guard let system = sqlite3_vfs_find(nil), let delete = system.pointee.xDelete else { return SQLITE_IOERR }
      return FaultyFileSystem.fails() ? SQLITE_IOERR : delete(system, name, syncs)
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
      guard let (inner, methods) = FaultyFileSystem.below(file), !FaultyFileSystem.fails() else { return SQLITE_IOERR }
      return methods.xRead(inner, bytes, count, start)
    }
    methods.xWrite = { file, bytes, count, start in
      guard let (inner, methods) = FaultyFileSystem.below(file), !FaultyFileSystem.fails() else { return SQLITE_FULL }
      return methods.xWrite(inner, bytes, count, start)
    }
    methods.xTruncate = { file, size in
      guard let (inner, methods) = FaultyFileSystem.below(file), !FaultyFileSystem.fails() else { return SQLITE_IOERR }
      return methods.xTruncate(inner, size)
    }
    methods.xSync = { file, flags in
      guard let (inner, methods) = FaultyFileSystem.below(file), !FaultyFileSystem.fails() else { return SQLITE_IOERR }
      return methods.xSync(inner, flags)
    }
    methods.xFileSize = { file, size in
      guard let (inner, methods) = FaultyFileSystem.below(file), !FaultyFileSystem.fails() else { return SQLITE_IOERR }
      return methods.xFileSize(inner, size)
    }
    methods.xLock = { file, level in
      guard let (inner, methods) = FaultyFileSystem.below(file), !FaultyFileSystem.fails() else { return SQLITE_IOERR }
      return methods.xLock(inner, level)
    }
    methods.xUnlock = { file, level in FaultyFileSystem.below(file).map { $1.xUnlock($0, level) } ?? SQLITE_OK }
    methods.xCheckReservedLock = { file, result in
      guard let (inner, methods) = FaultyFileSystem.below(file), !FaultyFileSystem.fails() else { return SQLITE_IOERR }
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
      guard let (inner, methods) = FaultyFileSystem.below(file), !FaultyFileSystem.fails() else { return SQLITE_IOERR }
      return methods.xShmMap(inner, page, size, extends, result)
    }
    methods.xShmLock = { file, start, count, flags in
      guard let (inner, methods) = FaultyFileSystem.below(file) else { return SQLITE_IOERR }
      // Letting go of a lock does not fail.
      if flags & SQLITE_SHM_LOCK != 0, FaultyFileSystem.fails() { return SQLITE_IOERR }
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
