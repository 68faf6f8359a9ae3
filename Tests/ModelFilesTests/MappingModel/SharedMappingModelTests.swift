import Foundation
import ModelDescription
import TestKit
import Testing

@testable import ModelFiles

/// The mapping models of real projects.
@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
struct SharedMappingModelTests {
  @Test func everyMappingModelIsRead() throws {
    let places = Self.places()
    var (expressions, mappings) = (0, 0)
    for place in places {
      let file = try MappingModelFile.load(place)
      #expect(file.warnings == [])
      for mapping in file.description.entityMappings {
        mappings += 1
        for property in mapping.attributes + mapping.relationships {
          guard let expression = property.expression else { continue }
          expressions += 1
          guard case .format = expression else {
            Issue.record("\(place.path): \(mapping.title).\(property.name): \(expression.words)")
            continue
          }
        }
      }
      let written = try MappingModelWriter.write(file.description)
      #expect(
        try MappingModelFile.read(written, name: "", path: "").description.entityMappings
          == file.description.entityMappings)
    }
    print(
      "mapping models read: \(places.count) of \(places.count), \(mappings) entity mappings, \(expressions) expressions"
    )
    #expect(places.count == 4 && mappings == 6 && expressions == 7)
  }

  /// A mapping model's own copies of its models have the version hashes of the models that the project has.
  @Test func theirCopiesOfModelsHaveTheProjectsHashes() throws {
    var (equal, all) = (0, 0)
    for place in Self.places() {
      let project = place.deletingLastPathComponent().lastPathComponent
      let description = try MappingModelFile.load(place).description
      for mapped in [description.source, description.destination] {
        let parts = try #require(mapped.path).split(separator: "/").suffix(2).joined(separator: "/")
        let model = try ModelFiles.load(SharedMaterial.url("models/\(project)/\(parts)")).version().model
        let copy = try ResolvedModel(#require(mapped.model)).versionHashes()
        all += 1
        if try copy == ResolvedModel(model).versionHashes() { equal += 1 }
        #expect(try copy == ResolvedModel(model).versionHashes(), "\(place.path): \(mapped.name ?? "")")
      }
    }
    print("copies of models in mapping models with the project's hashes: \(equal) of \(all)")
    #expect(all == 8)
  }

  static func places() -> [URL] {
    let files = FileManager.default.enumerator(
      at: SharedMaterial.url("models/mapping-models"), includingPropertiesForKeys: nil)
    return (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "xcmappingmodel" }
      .sorted { $0.path < $1.path }
  }
}
