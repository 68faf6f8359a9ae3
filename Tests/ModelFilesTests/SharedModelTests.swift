import Foundation
import ModelDescription
import ModelFiles
import TestKit
import Testing

@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
struct SharedModelTests {
  @Test func everyModelIsReadAndResolves() throws {
    let bundles = Self.folders(named: "xcdatamodeld")
    var versions = 0
    for bundle in bundles {
      for version in try ModelFiles.load(bundle).versions {
        versions += 1
        #expect(throws: Never.self, "\(version.path)") { _ = try ResolvedModel(version.model) }
      }
    }
    print("models read: \(versions) versions in \(bundles.count) bundles")
    #expect(versions > 100)
  }

  /// Xcode 3's binary format is not read yet; the error says so.
  @Test func theOldFormatIsRefusedByName() {
    for bundle in Self.folders(named: "xcdatamodeld", old: true) {
      #expect {
        _ = try ModelFiles.load(bundle)
      } throws: { "\($0)".contains("Xcode 3's binary format") }
    }
  }

  private static func folders(named suffix: String, old: Bool = false) -> [URL] {
    let files = FileManager.default.enumerator(
      at: SharedMaterial.url("models"), includingPropertiesForKeys: nil)
    return (files?.allObjects as? [URL] ?? []).filter {
      $0.pathExtension == suffix && $0.path.contains("/old-format/") == old
    }.sorted { $0.path < $1.path }
  }
}
