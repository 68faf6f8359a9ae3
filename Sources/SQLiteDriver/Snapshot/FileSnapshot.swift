internal import Foundation

/// A private copy of a database with its log, so that reading it leaves the original's folder as it is.
///
/// SQLite cannot read a write-ahead log without making or changing a `-shm` file beside it, nor a hot rollback journal
/// without playing it back into the file. The copy takes both.
struct FileSnapshot: Sendable {
  let folder: String
  let databasePath: String

  /// A copy when the file has a log or a journal with content; `nil` when the file alone says everything.
  static func ifNeeded(for path: String) throws -> FileSnapshot? {
    let logs = ["-wal", "-journal"].filter { (FileStamp(path + $0)?.size ?? 0) > 0 }
    guard !logs.isEmpty, FileStamp(path)?.isRegular == true else { return nil }
    for log in logs where FileStamp(path + log)?.isRegular != true {
      throw SQLiteError(extendedCode: 14, message: "its \(log) is no regular file", path: path)
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("causeway-read-\(UUID().uuidString)")
    let snapshot = FileSnapshot(folder: folder.path, databasePath: folder.appendingPathComponent("copy.sqlite").path)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      for _ in 0..<attempts where try snapshot.copy(path, logs: logs) { return snapshot }
    } catch {
      snapshot.remove()
      throw SQLiteError(
        extendedCode: 14, message: "cannot copy the file for reading: \(error.localizedDescription)", path: path)
    }
    snapshot.remove()
    throw SQLiteError(extendedCode: 5, message: "the file changes faster than it can be copied", path: path)
  }

  /// The file's header says that it is read through a write-ahead log (bytes 18 and 19).
  static func usesWriteAheadLog(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    guard let header = try? file.read(upToCount: 20), header.count == 20 else { return false }
    return header[18] == 2 || header[19] == 2
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  private static let attempts = 20

  /// Copies the files; `false` when the database or the start of a log changed meanwhile (a checkpoint), so that the
  /// copies do not belong together. Frames appended to a log do no harm: those without a commit are ignored.
  private func copy(_ path: String, logs: [String]) throws -> Bool {
    let before = [FileStamp(path)] + logs.map { FileStamp(headOf: path + $0) }
    let names = [""] + logs
    for name in names {
      try? FileManager.default.removeItem(atPath: databasePath + name)
      try Self.copyBytes(from: path + name, to: databasePath + name)
    }
    return before == [FileStamp(path)] + logs.map { FileStamp(headOf: path + $0) }
  }

  private static func copyBytes(from source: String, to target: String) throws {
    guard let input = FileHandle(forReadingAtPath: source) else { throw CocoaError(.fileReadNoSuchFile) }
    defer { try? input.close() }
    guard FileManager.default.createFile(atPath: target, contents: nil, attributes: [.posixPermissions: 0o600]),
      let output = FileHandle(forWritingAtPath: target)
    else { throw CocoaError(.fileWriteUnknown) }
    defer { try? output.close() }
    while let chunk = try input.read(upToCount: 1 << 20), !chunk.isEmpty { try output.write(contentsOf: chunk) }
  }
}
