import Foundation
import TestKit

/// The folder that stores without a URL of their own are in while these tests run.
enum SeedHome {
  private static let folder: TemporaryFolder? = {
    guard let folder = try? TemporaryFolder() else { return nil }
    setenv("XDG_DATA_HOME", folder.url.path, 1)
    return folder
  }()

  /// Empties it, but for the store of the stack that is there once for the whole program.
  static func clear() throws {
    guard let folder else { throw CocoaError(.fileWriteUnknown) }
    let files = FileManager.default.enumerator(at: folder.url, includingPropertiesForKeys: nil)?.allObjects
    for case let file as URL in files ?? [] where !file.hasDirectoryPath {
      guard !file.lastPathComponent.hasPrefix("Model.") else { continue }
      try FileManager.default.removeItem(at: file)
    }
  }
}
