import Foundation
import ModelDescription
import SQLiteDriver
import TestKit
import Testing

@testable import ModelFiles
@testable import SQLiteStore

/// Cached models that Apple's frameworks wrote, beside what we write for the same model.
@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
struct SharedModelCacheTests {
  @Test func cachesReadBackEqual() throws {
    var (equal, all) = (0, 0)
    for (file, content) in try Self.caches() {
      all += 1
      let read = try ModelCache.read(content)
      let written = try ModelCache.write(ResolvedModel(read))
      let again = try ModelCache.read(written)
      if again.canonical() == read.canonical() { equal += 1 }
      #expect(again.canonical() == read.canonical(), "\(file)")
      #expect(try ModelCache.write(ResolvedModel(again)) == written, "\(file): not the same bytes")
    }
    print("cached models written and read back equal: \(equal) of \(all)")
    #expect(all == 35)
  }

  @Test func cachedModelsReadBackFromXML() throws {
    var (equal, all) = (0, 0)
    for (file, content) in try Self.caches() {
      all += 1
      let model = try ModelCache.read(content)
      let again = try XCDataModelReader.read(XCDataModelWriter.write(model), path: file)
      #expect(again.warnings == [], "\(file)")
      if again.model.canonical() == model.canonical() { equal += 1 }
      #expect(again.model.canonical() == model.canonical(), "\(file)")
    }
    print("cached models written as XML and read back equal: \(equal) of \(all)")
  }

  /// MagicalRecord's model is one of Xcode 3: its store says whether it was read right.
  @Test func aModelOfXcode3HashesAsItsStoreSays() throws {
    let folder = SharedMaterial.url("stores/magicalpanda__MagicalRecord")
    let path = folder.appendingPathComponent("Recipes.sqlite").path
    let store = try StoreFile(Connection(path: path, mode: .untouched), path: path)
    let hashes = try StoreMetadata(rows: store.metadataRows(), path: path).hashes
    let bundle = try ModelFiles.load(folder.appendingPathComponent("models/Recipes.xcdatamodeld"))
    let own = try bundle.versions.map { try ResolvedModel($0.model).versionHashes() }
    print("versions of MagicalRecord's model that hash as its store: \(own.count { $0 == hashes }) of \(own.count)")
    #expect(own.contains(hashes))
    #expect(bundle.versions.flatMap(\.warnings) == [])
  }

  /// Every field of every entity and property, by name, in the caches of frameworks that know fetch indexes (2017 on).
  @Test func fieldsEqualThoseOfTheFrameworks() throws {
    var (equal, all) = (0, 0)
    var differing: Set<ArchiveExceptions.Place> = []
    for (file, content) in try Self.caches(sinceFramework: 847) {
      let apple = try KeyedArchive(RawDeflate.inflate(content))
      let names = Set(apple.entries("NSConfigurations", of: apple.root).map(\.key))
      let model = try ResolvedModel(ArchivedModelReader(archive: apple).model())
      let ours = try KeyedArchive(
        ArchivedModelWriter.write(model, defaultConfiguration: names.contains("default")))
      let comparison = ArchiveComparison(apple: apple, ours: ours)
      equal += comparison.equal
      all += comparison.equal + comparison.differing.count
      for place in comparison.differing { differing.insert(.init(file: file, field: place)) }
    }
    print("fields of cached models equal to the frameworks' own: \(equal) of \(all)")
    let unknown = differing.filter { ArchiveExceptions.reason(for: $0) == nil }.map { "\($0)" }.sorted()
    #expect(unknown.isEmpty, "\(unknown.joined(separator: "\n"))")
    let mended = ArchiveExceptions.all.filter { exception in !differing.contains(where: exception.covers) }
    #expect(mended.isEmpty, "no longer differs, take it off the list")
  }

  private static func caches(sinceFramework oldest: Int = 0) throws -> [(file: String, content: Data)] {
    try SharedStores.files().compactMap { file in
      let store = try StoreFile(Connection(path: file.path, mode: .untouched), path: file.path)
      guard let cache = try store.modelCache() else { return nil }
      let metadata = try StoreMetadata(rows: store.metadataRows(), path: file.path)
      return (metadata.frameworkVersion ?? 0) < oldest ? nil : (file.lastPathComponent, cache)
    }
  }
}
