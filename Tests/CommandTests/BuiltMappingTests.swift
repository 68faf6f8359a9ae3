import Foundation
import ModelDescription
import ModelFiles
import TestKit
import Testing

@testable import causeway_source

/// Mapping models that a build puts into a program.
@Suite struct BuiltMappingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, _ data: Data) throws -> String {
    let place = folder.file("\(name).xcmappingmodel")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try data.write(to: place.appendingPathComponent("xcmapping.xml"))
    return place.path
  }

  private static let model = ModelDescription(entities: [
    EntityDescription(name: "Note", attributes: [AttributeDescription(name: "text", type: .string)])
  ])
  private static let mapping = MappingModelDescription(
    source: MappedModel(path: "A 1.xcdatamodel", model: model), destination: MappedModel(path: "A 2", model: model),
    entityMappings: [
      EntityMappingDescription(from: "Note", to: "Note", attributes: [PropertyMappingDescription("text")])
    ])

  private func build(_ mappings: [String]) throws -> String {
    let words = ["--module", "App", "-o", folder.url.path] + mappings.flatMap { ["--mapping", $0] }
    return try BuildVerb(words).run().texts[0]
  }

  @Test func itStandsInTheGeneratedCode() throws {
    let file = try write("One \"to\" two", MappingModelWriter.write(Self.mapping))
    let text = try build([file])
    #expect(text.contains("private let __mappingNamedOne__to__two: @convention(c) () -> Void = {"), "\(text)")
    #expect(text.contains("__CompiledModels.addMapping(name: \"One \\\"to\\\" two\", module: \"App\") {"))
    let bytes = try #require(text.firstMatch(of: /base64Encoded: "([^"]*)"/)?.1)
    let data = try #require(Data(base64Encoded: String(bytes)))
    let read = try MappingModelFile.read(data, name: "", path: "").description
    #expect(read.entityMappings == Self.mapping.entityMappings)
    let hashes = try ResolvedModel(#require(read.source.model)).versionHashes()
    #expect(try hashes == ResolvedModel(Self.model).versionHashes())
    #expect(try build([file]) == text)
  }

  @Test func whatCannotBeReadIsAnErrorOfTheBuild() throws {
    let broken = try write("Broken", Data("<database/>".utf8))
    #expect {
      _ = try build([broken])
    } throws: { "\($0)".contains("Broken.xcmappingmodel/xcmapping.xml: it holds 0 mapping models") }
    // One that misses its entities would be found out by nobody before it runs.
    var stale = Self.mapping
    stale.entityMappings[0].sourceEntityName = "Gone"
    let file = try write("Stale", MappingModelWriter.write(stale))
    #expect {
      _ = try build([file])
    } throws: { "\($0)".contains("the source model has no entity Gone") }
  }

  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func realOnesShrink() throws {
    let files = FileManager.default.enumerator(
      at: SharedMaterial.url("models/mapping-models"), includingPropertiesForKeys: nil)
    let places = (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "xcmappingmodel" }
    var (before, after, read) = (0, 0, 0)
    for place in places {
      let text = try build([place.path])
      let bytes = try #require(text.firstMatch(of: /base64Encoded: "([^"]*)"/)?.1)
      let data = try #require(Data(base64Encoded: String(bytes)))
      let original = try MappingModelFile.load(place).description
      let again = try MappingModelFile.read(data, name: "", path: "").description
      #expect(again.entityMappings == original.entityMappings)
      read += 1
      before += try Data(contentsOf: place.appendingPathComponent("xcmapping.xml")).count
      after += data.count
    }
    print("mapping models in generated code: \(read) of \(places.count), \(after) bytes of \(before)")
    #expect(read == 4 && after * 3 < before)
  }
}
