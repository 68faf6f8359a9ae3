import Foundation
import TestKit

/// The stores beside the repository.
enum SharedStores {
  /// Every SQLite file below `stores`, sorted by path.
  static func files() throws -> [URL] {
    let folder = SharedMaterial.url("stores")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return try paths.sorted().map { folder.appendingPathComponent($0) }.filter { file in
      guard !file.path.hasSuffix("-wal"), !file.path.hasSuffix("-shm"),
        try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
      else { return false }
      let handle = try FileHandle(forReadingFrom: file)
      defer { try? handle.close() }
      return try handle.read(upToCount: 15) == Data("SQLite format 3".utf8)
    }
  }
}
