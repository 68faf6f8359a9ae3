internal import Foundation
internal import StoreContract

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A store's file in the making: under a hidden name beside its place, locked as long as its maker lives.
///
/// What a maker left that was cut off goes when the next one makes a file for the same place: those files that nobody has
/// locked, and nobody has written for an hour.
final class PartFile {
  let path: String
  /// Closed before the file can be anybody else's: closing it later would take locks of SQLite's from it.
  private var lock: Int32

  /// - Parameter place: where the file is to stand, links followed.
  /// - Throws: `StoreError` where there can be no file.
  init(for place: String) throws {
    let (folder, prefix) = Self.names(place)
    Self.removeAbandoned(in: folder, prefix: prefix)
    path = folder.appendingPathComponent(prefix + UUID().uuidString + Self.ending).path
    lock = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard lock >= 0 else {
      let reason = String(cString: strerror(errno))
      throw StoreError(
        .fileSystem, "The store \(place) cannot be made: \(reason).", advice: "Check the permissions of its folder.",
        path: place)
    }
    // Where there are no such locks, age alone says that a file is abandoned.
    _ = flock(lock, LOCK_EX | LOCK_NB)
  }

  /// Before the file gets its own name.
  func unlock() {
    if lock >= 0 { close(lock) }
    lock = -1
  }

  /// Removes what still has the hidden name.
  func discard() {
    unlock()
    StorePlace(path).removeFiles()
  }

  deinit { unlock() }

  // MARK: leftovers

  private static let ending = "-new"
  private static let age: Double = 3600

  private static func names(_ place: String) -> (folder: URL, prefix: String) {
    let file = URL(fileURLWithPath: place)
    // Names have a longest length, which a long one would pass with the token.
    let name = String(String.UnicodeScalarView(file.lastPathComponent.unicodeScalars.prefix(40)))
    return (file.deletingLastPathComponent(), ".\(name)-")
  }

  private static func removeAbandoned(in folder: URL, prefix: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(prefix) && name.hasSuffix(ending) {
      guard UUID(uuidString: String(name.dropFirst(prefix.count).dropLast(ending.count))) != nil else { continue }
      let path = folder.appendingPathComponent(name).path
      if isAbandoned(path) { StorePlace(path).removeFiles() }
    }
  }

  private static func isAbandoned(_ path: String) -> Bool {
    var found = stat()
    guard lstat(path, &found) == 0, (found.st_mode & S_IFMT) == S_IFREG else { return false }
    let seconds = [path, path + "-wal", path + "-journal"].compactMap { changed($0) }.max() ?? 0
    guard Date().timeIntervalSince1970 - seconds > age else { return false }
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return flock(file, LOCK_EX | LOCK_NB) == 0
  }

  private static func changed(_ path: String) -> Double? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970
  }
}
