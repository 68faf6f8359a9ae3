import Foundation
import ModelDescription
import ModelEvolution
import ModelFiles
import TestKit
import Testing

/// What mapping models leave to be generated.
@Suite struct AuthoredMappingTests {
  private static let attribute = AttributeDescription(name: "text", type: .string)
  private static func model(_ noteName: String = "text", withTag: Bool = true) throws -> ResolvedModel {
    var note = EntityDescription(
      name: "Note",
      attributes: [
        AttributeDescription(name: noteName, type: .string), AttributeDescription(name: "same", type: .string),
      ])
    var tag = EntityDescription(name: "Tag", attributes: [AttributeDescription(name: "label", type: .string)])
    note.relationships = [
      RelationshipDescription(
        name: "tags", destinationEntityName: "Tag", inverseName: "notes", isOptional: true, isToMany: true)
    ]
    tag.relationships = [
      RelationshipDescription(
        name: "notes", destinationEntityName: "Note", inverseName: "tags", isOptional: true, isToMany: true)
    ]
    return try ResolvedModel(ModelDescription(entities: [note, tag]))
  }

  private func authored(_ mappings: [EntityMappingDescription]) throws -> AuthoredMapping {
    try AuthoredMapping(
      MappingModelDescription(source: MappedModel(), destination: MappedModel(), entityMappings: mappings),
      source: Self.model(), destination: Self.model("words"))
  }

  @Test func whatIsNotWrittenFollowsFromTheModels() throws {
    let mapping = try authored([
      EntityMappingDescription(
        from: "Note", to: "Note",
        attributes: [
          PropertyMappingDescription("words", .format("$source.text")), PropertyMappingDescription("same"),
        ],
        relationships: [PropertyMappingDescription("tags")]),
      EntityMappingDescription(
        from: "Tag", to: "Tag", attributes: [PropertyMappingDescription("label")],
        relationships: [
          PropertyMappingDescription("notes", sourceKeyPath: "$source.notes", sourceMappingName: "NoteToNote")
        ]),
    ])
    let (note, tag) = (mapping.entities[0], mapping.entities[1])
    #expect(note.kind == .transform && tag.kind == .copy)
    #expect(note.attributes.map(\.expression) == [.format("$source.text"), .format("$source.same")])
    let look = "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\""
    #expect(note.relationships.map(\.expression) == [.format("\(look), \"TagToTag\", $source.tags)")])
    #expect(tag.relationships.map(\.expression) == [.format("\(look), \"NoteToNote\", $source.notes)")])
    #expect(try note.sourceHash == Self.model().versionHashes()["Note"])
    #expect(mapping.lines.first == "NoteToNote: each Note is made anew")
    #expect(mapping.lines.contains("  words: $source.text"))
  }

  @Test func typesFollowFromEntitiesAndPolicies() throws {
    let mapping = try authored([
      EntityMappingDescription(from: "Note"), EntityMappingDescription(to: "Tag"),
      EntityMappingDescription(from: "Note", to: "Tag", policyClassName: "App.P", sourceFilter: "text != nil"),
    ])
    #expect(mapping.entities.map(\.kind) == [.remove, .add, .custom])
    #expect(mapping.entities.map(\.name) == ["Note", "Tag", "NoteToTag"])
    #expect(mapping.policies.map(\.className) == ["App.P"])
    #expect(mapping.leftBehind.map(\.name) == ["Tag"])
    #expect(
      mapping.lines == [
        "Note: no Note is kept", "Tag: Tag begins empty",
        "NoteToTag: each Note makes one Tag, where text != nil, by the policy App.P",
        "Tag: no entity mapping takes its objects; they stay behind",
        "Note: no entity mapping makes any; it begins empty",
      ])
    let same = try AuthoredMapping(
      MappingModelDescription(
        source: MappedModel(), destination: MappedModel(),
        entityMappings: [EntityMappingDescription(from: "Note", to: "Note")]), source: Self.model(),
      destination: Self.model())
    #expect(same.entities.map(\.kind) == [.copy])
  }

  @Test func faultsAreNamed() {
    func property(_ name: String, path: String? = nil, mapping: String? = nil) -> [PropertyMappingDescription] {
      [PropertyMappingDescription(name, sourceKeyPath: path, sourceMappingName: mapping)]
    }
    for (mapping, message) in [
      (
        EntityMappingDescription(from: "Page", to: "Note"),
        "the entity mapping PageToNote: the source model has no entity Page"
      ),
      (
        EntityMappingDescription(from: "Note", to: "Page"),
        "the entity mapping NoteToPage: the destination model has no entity Page"
      ),
      (
        EntityMappingDescription(from: "Note", to: "Note", attributes: property("text")),
        "NoteToNote.text: the entity Note of the destination has no attribute of that name"
      ),
      (
        EntityMappingDescription(from: "Note", to: "Note", relationships: property("words")),
        "NoteToNote.words: the entity Note of the destination has no relationship of that name"
      ),
      (
        EntityMappingDescription(from: "Note", to: "Note", relationships: property("tags", path: "$source.gone")),
        "NoteToNote.tags: its source key path $source.gone leads to no entity of the source"
      ),
      (
        EntityMappingDescription(from: "Note", to: "Note", relationships: property("tags", mapping: "Gone")),
        "NoteToNote.tags: it names the entity mapping Gone, which is not there"
      ),
      (
        EntityMappingDescription(from: "Note", to: "Note", relationships: property("tags")),
        "NoteToNote.tags: no entity mapping is from Tag, whose objects it should lead to; name one"
      ),
    ] {
      #expect {
        _ = try authored([mapping])
      } throws: { "\($0)" == message }
    }
  }

  @Test func anotherModelIsToldByItsEntities() throws {
    let mapping = try authored([EntityMappingDescription(from: "Note", to: "Note")])
    let (old, new) = try (Self.model().versionHashes(), Self.model("words").versionHashes())
    #expect(mapping.mismatches(source: old, destination: new) == [])
    #expect(mapping.mismatches(source: new, destination: new) == ["Note of the source"])
    #expect(mapping.mismatches(source: old, destination: [:]) == ["Note of the destination, which has no such entity"])
  }

  @Test func withoutCopiesOfTheModelsItSaysSo() {
    #expect {
      _ = try AuthoredMapping(MappingModelDescription(source: MappedModel(), destination: MappedModel()))
    } throws: { "\($0)".hasPrefix("it has no copy of its source model") }
  }

  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func realMappingModelsAreCompleted() throws {
    let files = FileManager.default.enumerator(
      at: SharedMaterial.url("models/mapping-models"), includingPropertiesForKeys: nil)
    let places = (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "xcmappingmodel" }
    var completed = 0
    for place in places.sorted(by: { $0.path < $1.path }) {
      let mapping = try AuthoredMapping(MappingModelFile.load(place).description)
      #expect(mapping.unread.isEmpty && mapping.policies.isEmpty)
      completed += 1
      print("\(place.lastPathComponent):")
      for line in mapping.lines { print("  \(line)") }
    }
    print("mapping models completed from their models: \(completed) of \(places.count)")
    #expect(completed == 4)
  }
}
