import CoreData

/// The folder that stores without a URL of their own are in; it is one of its own for each run of these tests.
enum SeedHome {
  /// Empties it, but for the store of the stack that is there once for the whole program.
  static func clear() throws {
    let files = FileManager.default.enumerator(at: URL.applicationSupportDirectory, includingPropertiesForKeys: nil)
    for case let file as URL in files?.allObjects ?? [] where !file.hasDirectoryPath {
      guard !file.lastPathComponent.hasPrefix("Model.") else { continue }
      try FileManager.default.removeItem(at: file)
    }
  }
}
