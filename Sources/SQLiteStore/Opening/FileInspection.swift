internal import Foundation
internal import SQLiteDriver
internal import StoreContract

/// Tells what a path is before SQLite sees it, so that the error can say it in plain words.
package struct FileInspection {
  private let path: String

  package init(_ path: String) { self.path = path }

  /// - Throws: `StoreError` when the path cannot be a store.
  package func check() throws {
    func refuse(_ code: StoreError.Code, _ what: String, _ advice: String = "") -> StoreError {
      StoreError(code, "\(path) \(what).", advice: advice, path: path)
    }
    // Foundation's attributes have the names of owner and group, which it looks up in the system's lists each time.
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw refuse(.fileSystem, "does not exist or cannot be reached") }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw refuse(.notAStore, "is a folder", "Name the store file inside it.")
    default: throw refuse(.notAStore, "is not a regular file")
    }
    for end in ["-wal", "-shm", "-journal"] where path.hasSuffix(end) {
      throw refuse(
        .notAStore, "is the \(end) file of a store", "Name the store itself: \(path.dropLast(end.count)).")
    }
    // A file that SQLite has open passed this check before.
    guard let head = OpenFiles.withUnopened(path, { Self.head(of: path) }) else { return }
    guard let head else { throw refuse(.fileSystem, "cannot be read", "Check its permissions.") }
    let size = Int64(facts.st_size)
    if size == 0 { throw refuse(.notAStore, "is empty") }
    if head.starts(with: Data("version https://git-lfs".utf8)) {
      throw refuse(
        .notAStore, "is a Git LFS pointer, not the store itself", "Fetch the file with \"git lfs pull\".")
    }
    guard head.starts(with: Data("SQLite format 3\0".utf8)) else {
      throw refuse(.notAStore, "is not an SQLite database")
    }
    guard size >= 512 else { throw refuse(.damaged, "is cut short: it has \(size) bytes") }
  }

  /// The store has a write-ahead log with content, and no rollback journal that only a writer could play back.
  package var hasOnlyLog: Bool {
    let file = LinkedFile.path(of: path)
    func size(_ end: String) -> Int64 {
      var facts = stat()
      return stat(file + end, &facts) == 0 ? Int64(facts.st_size) : 0
    }
    return size("-wal") > 0 && size("-journal") == 0
  }

  /// The first bytes; `nil` when the file cannot be opened.
  private static func head(of path: String) -> Data? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    return (try? file.read(upToCount: 64)) ?? Data()
  }
}
