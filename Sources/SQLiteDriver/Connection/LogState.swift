internal import CSQLite

/// What a write-ahead log says of a database's contents: while it stays the same, nobody has committed.
///
/// It is the header of the log's index, which all connections of all processes share in memory and every commit changes:
/// it has a counter, the log's length and salts, and a checksum over all of the log (SQLite's walformat.html, section
/// 2.1). Reading it takes no lock. It says nothing about times when nobody had the database open.
package struct LogState: Equatable, Sendable {
  private let words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  /// - Parameter index: The beginning of the index.
  fileprivate init?(_ index: UnsafeRawPointer) {
    // The version that this layout is of, and whether the index has been set up.
    guard index.load(as: UInt32.self) == 3_007_000, index.load(fromByteOffset: 12, as: UInt8.self) == 1 else {
      return nil
    }
    func word(_ number: Int) -> UInt64 { index.load(fromByteOffset: 8 * number, as: UInt64.self) }
    words = (word(0), word(1), word(2), word(3), word(4), word(5))
  }

  package static func == (left: LogState, right: LogState) -> Bool { left.words == right.words }
}

extension Connection {
  /// What the log says now; `nil` where there is none, or nobody has looked for it with `findLogIndex()`.
  package var logState: LogState? { logIndex.flatMap { LogState($0) } }

  /// Finds out where the log's index is; for a connection that has read, since only those have opened the log.
  ///
  /// The place is good as long as the connection. One that may not write, or that keeps others out, has no index that it
  /// shares with all who write.
  package func findLogIndex() {
    guard !hasSoughtLogIndex else { return }
    hasSoughtLogIndex = true
    guard mode == .readWrite || mode == .create, (try? text("PRAGMA main.journal_mode")) == "wal",
      (try? text("PRAGMA main.locking_mode")) == "normal"
    else { return }
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(handle.pointer, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
      let methods = file.pointee.pMethods, methods.pointee.iVersion >= 2, let map = methods.pointee.xShmMap
    else { return }
    var region: UnsafeMutableRawPointer?
    // Regions of the index are of 32 KiB. The first is there already.
    guard map(file, 0, 32 << 10, 0, &region) == SQLITE_OK else { return }
    logIndex = region.map { UnsafeRawPointer($0) }
  }
}
