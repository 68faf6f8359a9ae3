import Foundation
import ModelDescription
import TestKit
import Testing

@testable import ModelFiles

/// Damaged models are read, or refused with an error; nothing crashes, also not what works on a model that was read.
///
/// A twentieth of the inputs in every run, all with `CAUSEWAY_FULL=1`.
@Suite struct MutationTests {
  private static func count(_ all: Int) -> Int { FullRun.isOn ? all : all / 20 }

  @Test func damagedXML() throws {
    let library = SharedMaterial.packageRoot.appendingPathComponent(
      "Examples/Library/Library.xcdatamodeld/Library.xcdatamodel/contents")
    let originals = [try Data(contentsOf: library), try XCDataModelWriter.write(ModelCacheTests.everything)]
    var mutator = ByteMutator(seed: 20_261_130)
    try Self.run("XML", count: Self.count(4_000)) { index in
      let bytes = mutator.mutated(Array(originals[index % originals.count]))
      return try XCDataModelReader.read(Data(bytes), path: "M").model
    }
  }

  @Test func damagedElements() throws {
    let root = try XMLTreeReader.read(XCDataModelWriter.write(ModelCacheTests.everything), path: "M").element
    var mutator = ElementMutator(seed: 7)
    try Self.run("elements", count: Self.count(4_000)) { _ in
      let text = try XMLPrinter.print(mutator.mutated(root), endsWithNewline: false)
      return try XCDataModelReader.read(text, path: "M").model
    }
  }

  @Test func damagedBytesOfCompiledModels() throws {
    let original = try Array(Self.everything())
    var mutator = ByteMutator(seed: 1)
    try Self.run("compiled models", count: Self.count(3_000)) { _ in
      try ArchivedModelReader.read(Data(mutator.mutated(original)))
    }
  }

  @Test func damagedObjectsOfCompiledModels() throws {
    let original = try BinaryPlistReader.read(Self.everything())
    var mutator = ArchiveMutator(seed: 2)
    try Self.run("objects of compiled models", count: Self.count(4_000)) { _ in
      try ArchivedModelReader.read(BinaryPlistWriter.data(mutator.mutated(original)))
    }
  }

  @Test func damagedCaches() throws {
    let original = try Array(ModelCache.write(ResolvedModel(ModelCacheTests.everything)))
    var mutator = ByteMutator(seed: 3)
    try Self.run("caches", count: Self.count(2_000)) { _ in try ModelCache.read(Data(mutator.mutated(original))) }
  }

  @Test func damagedModelsOfXcode3() throws {
    let original = Xcode3Fixture.archive
    var mutator = ArchiveMutator(seed: 4)
    try Self.run("models of Xcode 3", count: Self.count(1_000)) { _ in
      try Xcode3ModelReader.read(BinaryPlistWriter.data(mutator.mutated(original)), path: "M").model
    }
  }

  @Test func damagedBundleFiles() throws {
    let folder = try TemporaryFolder()
    let library = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld")
    let bundle = folder.file("Library.xcdatamodeld")
    try FileManager.default.copyItem(at: library, to: bundle)
    let file = bundle.appendingPathComponent(".xccurrentversion")
    let original = try Array(Data(contentsOf: file))
    var mutator = ByteMutator(seed: 5)
    try Self.run("version files", count: Self.count(500)) { _ in
      try Data(mutator.mutated(original)).write(to: file)
      return try ModelFiles.load(bundle).version().model
    }
  }

  /// Reads `count` damaged inputs; with each that is read goes all that is done with models.
  private static func run(_ kind: String, count: Int, _ read: (Int) throws -> ModelDescription) throws {
    var (refused, resolved) = (0, 0)
    for index in 0..<count {
      do {
        let model = try read(index)
        _ = ModelValidation.findings(in: model)
        _ = try? XCDataModelWriter.write(model)
        guard let valid = try? ResolvedModel(model) else { continue }
        resolved += 1
        _ = valid.versionChecksum()
        _ = try ModelCache.read(ModelCache.write(valid))
      } catch {
        refused += 1
        #expect("\(error)".count < 500)
      }
    }
    print("damaged \(kind): \(count) read without a crash, \(refused) refused, \(resolved) still whole models")
  }

  private static func everything() throws -> Data {
    ArchivedModelWriter.write(try ResolvedModel(ModelCacheTests.everything), defaultConfiguration: true)
  }
}
