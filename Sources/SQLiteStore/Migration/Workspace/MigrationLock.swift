internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Makes sure that one process at a time migrates a store: a lock on a file beside it, which the system lets go of when
/// its process ends.
final class MigrationLock {
  private let file: Int32
  private let folder: MigrationFolder

  /// Waits until the lock is free.
  ///
  /// - Throws: `MigrationError` after the deadline, or where no folder can be made beside the store.
  init(_ folder: MigrationFolder, options: MigrationOptions) throws {
    self.folder = folder
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: options.deadline)
    while true {
      if let file = try Self.take(folder, options.files) {
        self.file = file
        return
      }
      guard clock.now < end else {
        throw MigrationError(
          .locked, "The store \(folder.storePath) is being migrated by another process.",
          advice: "Try again when it has finished.", path: folder.storePath)
      }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  /// - Returns: `nil` while somebody else has the lock.
  private static func take(_ folder: MigrationFolder, _ files: MigrationFiles) throws -> Int32? {
    if !FileManager.default.fileExists(atPath: folder.path) {
      do {
        try files.createFolder(folder.path)
      } catch {
        guard FileManager.default.fileExists(atPath: folder.path) else {
          throw MigrationError(
            .readOnly, "The store \(folder.storePath) cannot be migrated: there can be no folder beside it.",
            advice: "Check the permissions of its folder.", path: folder.storePath)
        }
      }
    }
    let file = open(folder.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      // The one who had it may just have removed the folder.
      if errno == ENOENT { return nil }
      throw MigrationError(
        .readOnly, "The store \(folder.storePath) cannot be migrated: \(folder.lock) cannot be opened.",
        advice: "Check the permissions of its folder.", path: folder.storePath)
    }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      return nil
    }
    // The file that was locked must be the one that others find there.
    var (ours, theirs) = (stat(), stat())
    guard fstat(file, &ours) == 0, stat(folder.lock, &theirs) == 0, ours.st_ino == theirs.st_ino,
      ours.st_dev == theirs.st_dev
    else {
      close(file)
      return nil
    }
    return file
  }

  /// The lock of a folder that a migration left behind; `nil` where there is none, or somebody else has it.
  ///
  /// Makes no folder, and waits for nobody.
  init?(leftBehind folder: MigrationFolder) {
    guard folder.exists, let file = try? Self.take(folder, .system) else { return nil }
    self.file = file
    self.folder = folder
  }

  /// Whether somebody is migrating a store.
  enum State: Hashable {
    case free, taken
    /// There is a lock that this process may not look at, as another user's.
    case unknown
  }

  /// Whether somebody is migrating the store now. Changes nothing.
  static func state(of folder: MigrationFolder) -> State {
    let file = open(folder.lock, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return errno == ENOENT || errno == ENOTDIR ? .free : .unknown }
    // Shared, so that two who ask do not take each other for a migration. Closing lets go of it again.
    defer { close(file) }
    if flock(file, LOCK_SH | LOCK_NB) == 0 { return .free }
    return errno == EWOULDBLOCK ? .taken : .unknown
  }

  /// Removes the folder, when it is empty but for the lock, and lets go.
  func release() {
    unlink(folder.lock)
    rmdir(folder.path)
  }

  deinit { close(file) }
}
