import Foundation

/// A hidden folder for what a copy needs only meanwhile, named after its output; locked as long as its maker lives.
///
/// What is stopped or fails leaves nothing. What was killed leaves its folder, which goes when the next copy into the same
/// output begins or is gone on with: every such folder that nobody has locked.
struct CopyScratch {
  let url: URL
  /// What the lock is on; negative where folders cannot be locked, and then none is removed either.
  private let lock: Int32

  /// - Throws: `CommandError` when there can be no folder in `folder`.
  init(for output: String, in folder: URL) throws {
    // Names have a longest length, which a long one would pass with the token.
    let name = String(
      String.UnicodeScalarView(URL(fileURLWithPath: output).lastPathComponent.unicodeScalars.prefix(40)))
    let prefix = ".\(name)-"
    Self.removeAbandoned(in: folder, prefix: prefix)
    for _ in 0..<Self.attempts {
      let url = folder.appendingPathComponent(prefix + UUID().uuidString + Self.ending, isDirectory: true)
      Interruption.watch(url)
      do {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      } catch {
        Interruption.settle(url) {}
        throw CommandError("\(folder.path): the folder is not writable")
      }
      if let lock = Self.lockOwn(url) {
        (self.url, self.lock) = (url, lock)
        return
      }
      Interruption.settle(url) { try? FileManager.default.removeItem(at: url) }
    }
    throw CommandError("\(folder.path): others remove what is made there")
  }

  /// Removes the folder with what is in it.
  func discard() {
    Interruption.settle(url) { try? FileManager.default.removeItem(at: url) }
    if lock >= 0 { close(lock) }
  }

  private static let attempts = 10
  private static let ending = "-scratch"

  // MARK: locks

  /// - Returns: `nil` when somebody took the new folder for an abandoned one, before it was locked.
  private static func lockOwn(_ url: URL) -> Int32? {
    let folder = descriptor(url)
    guard folder >= 0 else { return errno == ENOENT ? nil : folder }
    if flock(folder, LOCK_EX | LOCK_NB) != 0 {
      let isTaken = errno == EWOULDBLOCK
      close(folder)
      return isTaken ? nil : -1
    }
    var (ours, theirs) = (stat(), stat())
    guard fstat(folder, &ours) == 0, stat(url.path, &theirs) == 0, ours.st_ino == theirs.st_ino,
      ours.st_dev == theirs.st_dev
    else {
      close(folder)
      return nil
    }
    return folder
  }

  private static func removeAbandoned(in folder: URL, prefix: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(prefix) && name.hasSuffix(ending) {
      guard UUID(uuidString: String(name.dropFirst(prefix.count).dropLast(ending.count))) != nil else { continue }
      let url = folder.appendingPathComponent(name, isDirectory: true)
      let found = descriptor(url)
      guard found >= 0 else { continue }
      // The lock stays until the folder is gone, for one that has just been made.
      if flock(found, LOCK_EX | LOCK_NB) == 0 { try? FileManager.default.removeItem(at: url) }
      close(found)
    }
  }

  private static func descriptor(_ url: URL) -> Int32 {
    open(url.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  }
}
