internal import Foundation
internal import SQLiteDriver
internal import StoreContract
internal import Synchronization

/// What the stores of this process that are open on one file share: whose turn it is to write, who wants to hear of
/// commits, and rows that were read lately.
final class SharedFile: Sendable {
  let turn = WriteTurn()
  let rows = RowCache()
  /// `nil` for a store in memory, which nobody else can have open.
  private let place: Place?
  private let watchers = Mutex<[Entry]>([])

  private struct Place: Sendable {
    let path: String
    let identity: FileIdentity
    /// The write-ahead log, which lies beside the file itself.
    let log: String
  }

  private struct Entry: @unchecked Sendable {
    // Unchecked because watchers are Sendable; `weak` hides it.
    weak var watcher: StoreWatcher?
  }

  private struct Known: @unchecked Sendable {
    // Unchecked because files are Sendable; `weak` hides it.
    weak var file: SharedFile?
  }

  private static let files = Mutex<[FileIdentity: Known]>([:])

  private init(_ place: Place?) { self.place = place }

  /// That of the file at a path; one of its own for a store in memory.
  static func of(_ path: String?) -> SharedFile {
    guard let path, let identity = FileIdentity(path) else { return SharedFile(nil) }
    return files.withLock { files in
      // One whose file has another name by now, as a migration's copy has, would miss it at the old one.
      if let file = files[identity]?.file, file.isInPlace { return file }
      files = files.filter { $0.value.file != nil }
      let file = SharedFile(Place(path: path, identity: identity, log: LinkedFile.path(of: path) + "-wal"))
      files[identity] = Known(file: file)
      return file
    }
  }

  // MARK: place

  var path: String? { place?.path }

  /// Whether the file at the path is still the one that was opened.
  var isInPlace: Bool { place.map { FileIdentity($0.path) == $0.identity } ?? true }

  /// - Throws: an error that says so when the file was removed, or replaced by another one.
  func checkPlace() throws {
    guard let place, !isInPlace else { return }
    throw Self.lost(place.path)
  }

  static func lost(_ path: String) -> StoreError {
    let isThere = FileManager.default.fileExists(atPath: path)
    return StoreError(
      .fileSystem,
      isThere
        ? "The store \(path) was replaced by another file while it was open."
        : "The store \(path) was removed while it was open.",
      advice: "Nothing was written. Close it, and open what is there now.", path: path)
  }

  // MARK: commits

  func add(_ watcher: StoreWatcher) {
    watchers.withLock { watchers in
      watchers.removeAll { $0.watcher == nil }
      watchers.append(Entry(watcher: watcher))
    }
  }

  func remove(_ watcher: StoreWatcher) {
    watchers.withLock { $0.removeAll { $0.watcher == nil || $0.watcher === watcher } }
  }

  /// A store of this process committed.
  func noteCommit(by own: StoreWatcher?) {
    own?.noteOwnSave()
    touchLog()
    for watcher in watchers.withLock({ $0.compactMap(\.watcher) }) {
      if watcher !== own || watcher.wantsOwn { watcher.hint() }
    }
  }

  /// Other processes are told when the log is written, which may be before the commit can be seen: so once more after it.
  private func touchLog() {
    guard let place else { return }
    utimensat(AT_FDCWD, place.log, nil, 0)
  }
}
