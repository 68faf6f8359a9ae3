import Foundation
import ModelDescription
import TestKit
import Testing

@testable import ModelFiles

@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
struct SharedModelTests {
  @Test func everyModelIsReadAndResolves() throws {
    let bundles = Self.folders(named: "xcdatamodeld")
    var versions = 0
    var warnings: [String] = []
    for bundle in bundles {
      for version in try ModelFiles.load(bundle).versions {
        versions += 1
        #expect(throws: Never.self, "\(version.path)") { _ = try ResolvedModel(version.model) }
        warnings += version.warnings
      }
    }
    print("models read: \(versions) versions in \(bundles.count) bundles, with \(warnings.count) warnings")
    for warning in warnings { print("  \(warning)") }
    #expect(versions > 100)
    // No word is unknown. What is warned of is wrong in the models: an inverse that is not the other's.
    #expect(warnings.filter { !$0.contains(": its inverse ") } == [])
  }

  @Test func everyModelReadsBackFromACache() throws {
    var (equal, all) = (0, 0)
    for bundle in Self.folders(named: "xcdatamodeld") {
      for version in try ModelFiles.load(bundle).versions {
        all += 1
        let model = try ResolvedModel(version.model)
        let again = try ModelCache.read(ModelCache.write(model))
        if again.canonical() == version.model.canonical() { equal += 1 }
        #expect(again.canonical() == version.model.canonical(), "\(version.path)")
        #expect(try ResolvedModel(again).versionHashes() == model.versionHashes(), "\(version.path)")
      }
    }
    print("model versions cached and read back equal: \(equal) of \(all)")
  }

  @Test func everyModelIsWrittenBackEqual() throws {
    var (equal, bytes, all) = (0, 0, 0)
    for bundle in Self.folders(named: "xcdatamodeld") {
      for version in try ModelFiles.load(bundle).versions {
        all += 1
        let written = try XCDataModelWriter.write(version.model)
        let again = try XCDataModelReader.read(written, path: version.path)
        if again.model == version.model { equal += 1 }
        #expect(again.model == version.model, "\(version.path)")
        let file = URL(fileURLWithPath: version.path).appendingPathComponent("contents")
        let isSame = try Data(contentsOf: file) == written
        if isSame { bytes += 1 }
        #expect(isSame, "not byte for byte: \(version.path)")
      }
    }
    print("model versions written back equal: \(equal) of \(all), byte for byte: \(bytes) of \(all)")
  }

  @Test func modelsOfXcode3AreRead() throws {
    let bundles = Self.folders(named: "xcdatamodeld", old: true)
    var versions = 0
    for bundle in bundles {
      for version in try ModelFiles.load(bundle).versions {
        versions += 1
        #expect(version.warnings == [])
        _ = try ResolvedModel(version.model)
      }
    }
    print("models of Xcode 3 read: \(versions) versions in \(bundles.count) bundles")
    #expect(versions == 1)
  }

  private static func folders(named suffix: String, old: Bool = false) -> [URL] {
    let files = FileManager.default.enumerator(
      at: SharedMaterial.url("models"), includingPropertiesForKeys: nil)
    return (files?.allObjects as? [URL] ?? []).filter {
      $0.pathExtension == suffix && $0.path.contains("/old-format/") == old
    }.sorted { $0.path < $1.path }
  }
}
