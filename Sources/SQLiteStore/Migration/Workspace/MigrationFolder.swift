internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The hidden folder beside a store in which a migration works: its lock, its copies, its list of files.
struct MigrationFolder: Sendable {
  /// The store that is migrated.
  let storePath: String
  let path: String

  init(store: String) {
    storePath = store
    let file = URL(fileURLWithPath: store)
    path = file.deletingLastPathComponent().appendingPathComponent(".\(file.lastPathComponent)-migration").path
  }

  /// One look at the file system, which is all that an opening pays for it.
  var exists: Bool { access(path, F_OK) == 0 }

  var lock: String { path + "/lock" }
  /// The bytes in files that the store had when the migration began.
  var inventory: String { path + "/external-files" }

  func step(_ number: Int) -> String { path + "/step-\(number).sqlite" }

  /// Everything but the lock.
  func contents() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().map { "\(path)/\($0)" }.filter { $0 != lock }
  }
}
