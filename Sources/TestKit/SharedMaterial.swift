package import Foundation

/// Stores and models written by Apple's frameworks, which live beside the repository and not in it.
///
/// Tests that need them are skipped with a visible line where they are absent.
package enum SharedMaterial {
  /// `$CAUSEWAY_SHARED`, or the folder `shared` beside the package; `nil` when neither exists.
  package static let folder: URL? = {
    let given = ProcessInfo.processInfo.environment["CAUSEWAY_SHARED"].map { URL(fileURLWithPath: $0) }
    let folder = given ?? packageRoot.deletingLastPathComponent().appendingPathComponent("shared")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  package static var isPresent: Bool { folder != nil }

  /// The package's own root folder.
  package static let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A file or folder below the shared folder; traps where `isPresent` is false, so guard tests with it.
  package static func url(_ path: String) -> URL {
    guard let folder else { preconditionFailure("no shared material; guard with SharedMaterial.isPresent") }
    return folder.appendingPathComponent(path)
  }
}
