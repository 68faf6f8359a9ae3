import Foundation

/// A folder of its own, removed when the value goes away.
final class ScratchFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("causeway-test-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw FixtureError("no folder for a copy can be made: \(error.localizedDescription)")
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
