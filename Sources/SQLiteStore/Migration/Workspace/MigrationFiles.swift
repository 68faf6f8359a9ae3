package import Foundation

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What a migration asks of the file system, so that tests can let each call fail.
package struct MigrationFiles: Sendable {
  package var rename: @Sendable (_ from: String, _ to: String) throws -> Void
  /// Brings a file's or folder's content to the disk.
  package var sync: @Sendable (_ path: String) throws -> Void
  package var remove: @Sendable (_ path: String) throws -> Void
  package var createFolder: @Sendable (_ path: String) throws -> Void
  package var write: @Sendable (_ data: Data, _ path: String) throws -> Void
  /// Bytes that are free where a path lies; `nil` when that is not known.
  package var freeSpace: @Sendable (_ path: String) -> Int64?

  package static let system = MigrationFiles(
    rename: { from, to in
      #if canImport(Glibc)
        let status = Glibc.rename(from, to)
      #elseif canImport(Musl)
        let status = Musl.rename(from, to)
      #else
        let status = Darwin.rename(from, to)
      #endif
      guard status == 0 else { throw FileFailure("\(from) cannot become \(to)") }
    },
    sync: { path in
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { throw FileFailure("\(path) cannot be opened") }
      defer { close(file) }
      guard fsync(file) == 0 else { throw FileFailure("\(path) cannot be brought to the disk") }
    },
    remove: { path in
      guard FileManager.default.fileExists(atPath: path) else { return }
      try FileManager.default.removeItem(atPath: path)
    },
    createFolder: { path in
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    },
    write: { data, path in try data.write(to: URL(fileURLWithPath: path), options: .atomic) },
    freeSpace: { path in
      var facts = statvfs()
      guard statvfs(path, &facts) == 0 else { return nil }
      return Int64(clamping: UInt64(facts.f_bavail) &* UInt64(facts.f_frsize))
    })
}

/// A call of the system that failed, in its own words.
package struct FileFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ what: String) { description = "\(what): \(String(cString: strerror(errno)))" }
}
