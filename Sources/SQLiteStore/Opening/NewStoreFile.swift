internal import Foundation
internal import SQLiteDriver
internal import StoreContract

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The file of a new store: made whole under a hidden name beside its place, and only then given its own.
///
/// So nobody sees half a store, and of several who make the same one, in threads or processes, the first wins and the
/// others find a store that they can open.
struct NewStoreFile {
  /// As it was asked for; errors name it.
  private let path: String
  /// Through links.
  private let place: String
  private let replacesEmptyFile: Bool

  /// - Parameter replacesEmptyFile: A file without a byte counts as none.
  init(_ path: String, replacesEmptyFile: Bool) {
    self.path = path
    self.replacesEmptyFile = replacesEmptyFile
    place = LinkedFile.path(of: path)
  }

  /// - Parameter fill: Makes the database at the path that it is given, and closes it.
  /// - Throws: `SQLiteStore.AlreadyThere` when somebody else's file is there, which stays as it is.
  func make(_ fill: (String) throws -> Void) throws {
    let part = try PartFile(for: place)
    // Of the hidden name only: what has the store's own name may be somebody else's.
    defer { part.discard() }
    do {
      try fill(part.path)
    } catch var error as SQLiteError {
      error.path = path
      throw error
    }
    // A log is found by the name of its file, and would be lost with the hidden one.
    guard Self.size(part.path + "-wal") ?? 0 == 0 else {
      throw StoreError(.fileSystem, "The store \(path) cannot be made: its log could not be written back.", path: path)
    }
    part.unlock()
    try publish(part.path)
  }

  /// Gives a whole file without a log its own name; the name that it has stays where the file system knows second names.
  func publish(_ part: String) throws {
    let lock = lockFolder()
    defer { if lock >= 0 { close(lock) } }
    var found = stat()
    if stat(place, &found) == 0 {
      guard replacesEmptyFile, (found.st_mode & S_IFMT) == S_IFREG, found.st_size == 0 else {
        throw SQLiteStore.AlreadyThere(path: path)
      }
      // It may have been made for its permissions.
      if found.st_mode & 0o200 != 0 { chmod(part, found.st_mode & 0o777) }
      removeLeftovers()
      guard rename(part, place) == 0 else { throw failure() }
      return
    }
    removeLeftovers()
    // Unlike a renaming, this never puts one file in another's place.
    guard link(part, place) != 0 else { return }
    if errno == EEXIST { throw SQLiteStore.AlreadyThere(path: path) }
    try publishWithoutLink(part)
  }

  /// Where the file system knows no second names: the name is taken by an empty file first.
  private func publishWithoutLink(_ part: String) throws {
    let file = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      if errno == EEXIST { throw SQLiteStore.AlreadyThere(path: path) }
      throw failure()
    }
    close(file)
    guard rename(part, place) == 0 else {
      let error = failure()
      unlink(place)
      throw error
    }
  }

  /// A log or journal whose store is gone would be read into the new one.
  private func removeLeftovers() {
    for ending in StorePlace.endings where !ending.isEmpty { unlink(place + ending) }
  }

  /// Of two makers, the later must not take the log of the earlier one's store for a leftover.
  ///
  /// - Returns: what to close; negative where there is no such lock, and the name itself has to tell who was first.
  private func lockFolder() -> Int32 {
    let folder = open(
      URL(fileURLWithPath: place).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return folder }
    let end = ContinuousClock.now + Self.patience
    while flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EAGAIN || errno == EINTR, ContinuousClock.now < end {
      Thread.sleep(forTimeInterval: 0.001)
    }
    return folder
  }

  /// Makers have it for moments; somebody else who has it for longer has another reason.
  private static let patience = Duration.seconds(5)

  private static func size(_ path: String) -> Int64? {
    var found = stat()
    return stat(path, &found) == 0 ? Int64(found.st_size) : nil
  }

  /// What the last call of the system says.
  private func failure() -> StoreError {
    let code = errno
    return StoreError(
      .fileSystem, "The store \(path) cannot be made: \(String(cString: strerror(code))).",
      advice: "Check the permissions of its folder.", path: path)
  }
}
