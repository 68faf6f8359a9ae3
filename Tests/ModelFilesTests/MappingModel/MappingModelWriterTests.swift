import Foundation
import ModelDescription
import TestKit
import Testing

@testable import ModelFiles

/// What is written is read as it was.
@Suite struct MappingModelWriterTests {
  @Test func writtenMappingsReadBackEqual() throws {
    var generator = SeededGenerator(seed: 11)
    for round in 0..<150 {
      let description = Self.description(&generator)
      let data = try MappingModelWriter.write(description)
      let file = try MappingModelFile.read(data, name: "M", path: "M")
      #expect(file.description == description, "round \(round)")
      #expect(file.warnings.allSatisfy { $0.contains("cannot be read") || $0.contains("there is none") })
      #expect(try MappingModelWriter.write(file.description) == data)
    }
  }

  @Test func whatHasNoArchivedFormIsRefused() {
    let mapping = EntityMappingDescription(
      from: "A", to: "A", attributes: [PropertyMappingDescription("title", .format("TERNARY(1 == 1, 1, 2)"))])
    #expect {
      _ = try MappingModelWriter.write(
        MappingModelDescription(source: MappedModel(), destination: MappedModel(), entityMappings: [mapping]))
    } throws: { "\($0)" == "AToA.title: the archived form of \"TERNARY(1 == 1, 1, 2)\" is not known" }
  }

  private static func description(_ generator: inout SeededGenerator) -> MappingModelDescription {
    func chance() -> Bool { Bool.random(using: &generator) }
    func word() -> String {
      ["Note", "Bücher & <Blätter>", "a \"b\"", "x>y", "z"].randomElement(using: &generator) ?? ""
    }
    func info() -> UserInfo { chance() ? UserInfo() : UserInfo([word(): word(), "why": "renamed"]) }
    func expression() -> MappingExpression {
      [
        .format("$source.title"), .format("\"A & <b>\""), .format("now()"), .format("7"),
        .format("FUNCTION($entityPolicy, \"lengthOf:\", $source.a.b, \"x\")"),
        .unread(Data("no archive".utf8), reason: "it is no archived expression: not a binary property list"),
      ].randomElement(using: &generator) ?? .format("0")
    }
    func properties(_ isRelationship: Bool) -> [PropertyMappingDescription] {
      (0..<Int.random(in: 0...3, using: &generator)).map { number in
        let isGenerated = isRelationship && chance()
        return PropertyMappingDescription(
          "p\(number)", isGenerated || chance() ? nil : expression(), sourceKeyPath: isGenerated ? "$source.x" : nil,
          sourceMappingName: isGenerated ? word() : nil, userInfo: info())
      }
    }
    func model(_ name: String) -> ModelDescription? {
      guard chance() else { return nil }
      let model = ModelDescription(entities: [
        EntityDescription(name: name, attributes: [AttributeDescription(name: "title", type: .string)])
      ])
      // As a compiled model reads.
      return (try? ResolvedModel(model)).flatMap { try? CompiledModel.read(CompiledModel.write($0)) }
    }
    let mappings = (0..<Int.random(in: 0...4, using: &generator)).map { number in
      EntityMappingDescription(
        name: "\(word()) \(number)", from: chance() ? word() : nil, to: chance() ? word() : nil,
        kind: chance() ? nil : EntityMappingDescription.Kind.allCases.randomElement(using: &generator),
        policyClassName: chance() ? nil : "App.\(number)", sourceFilter: chance() ? nil : "a < \"\(word())\"",
        sourceExpression: chance() ? nil : expression(), attributes: properties(false),
        relationships: properties(true), userInfo: info())
    }
    return MappingModelDescription(
      source: MappedModel(path: chance() ? nil : "A/B.xcdatamodeld/\(word()).xcdatamodel", model: model("Old")),
      destination: MappedModel(path: nil, model: model("New")), entityMappings: mappings)
  }
}
