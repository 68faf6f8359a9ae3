/// How a file is opened.
package enum OpenMode: Hashable, Sendable {
  /// An existing file, for reading and writing.
  case readWrite
  /// Like `readWrite`, and makes the file when there is none.
  case create
  /// An existing file for reading; SQLite may make `-shm` and `-wal` files beside it.
  case readOnly
  /// For reading, leaving every file of the folder as it is: no `-shm`, no checkpoint, no recovery.
  ///
  /// Works on a file that another process writes, in a folder without write permission, and on a `-wal` without its
  /// `-shm`. It sees one state of the file: that of the opening, where there is a write-ahead log.
  ///
  /// A log with content is copied with its file for that, which takes the time of the whole file.
  case untouched
  /// A database of its own in memory; the path is only a name.
  case memory
}
