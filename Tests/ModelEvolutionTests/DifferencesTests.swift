import Foundation
import ModelDescription
import ModelFiles
import TestKit
import Testing

@testable import ModelEvolution

@Suite struct DifferencesTests {
  private static func differences(_ change: (inout ModelDescription) throws -> Void) throws -> ModelDifferences {
    var later = PairingTests.library
    try change(&later)
    return ModelDifferences(from: try ResolvedModel(PairingTests.library), to: try ResolvedModel(later))
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var kind: ModelDifference.Kind
    var place: String
    var changesHash: Bool
    /// `yes`, `no`, `nothing`.
    var lightweight: String
    var cloudKit: String
    var change: @Sendable (inout ModelDescription) -> Void
    var testDescription: String { "\(kind) at \(place)" }

    init(
      _ kind: ModelDifference.Kind, _ place: String, _ changesHash: Bool, _ lightweight: String, _ cloudKit: String,
      _ change: @escaping @Sendable (inout ModelDescription) -> Void
    ) {
      self.kind = kind
      self.place = place
      self.changesHash = changesHash
      self.lightweight = lightweight
      self.cloudKit = cloudKit
      self.change = change
    }
  }

  static let cases: [Case] = [
    Case(.entityAdded, "Shelf", true, "yes", "allowed") {
      $0.entities.append(.init(name: "Shelf", attributes: [.init(name: "code", type: .string, isOptional: true)]))
    },
    Case(.entityAdded, "Shelf", true, "yes", "unsupported") {
      $0.entities.append(.init(name: "Shelf", attributes: [.init(name: "code", type: .string)]))
    },
    Case(.entityRemoved, "Tag", true, "yes", "notInProduction") { $0.entities.remove(at: 2) },
    Case(.entityRenamed, "Tag", true, "yes", "notInProduction") {
      $0.entities[2].name = "Label"
      $0.entities[2].renamingIdentifier = "Tag"
    },
    Case(.parent, "Tag", true, "yes", "notInProduction") { $0.entities[2].superentityName = "Loan" },
    Case(.abstract, "Tag", true, "yes", "notInProduction") { $0.entities[2].isAbstract = true },
    Case(.propertyAdded, "Tag.color", true, "no", "unsupported") {
      $0.entities[2].attributes.append(.init(name: "color", type: .string))
    },
    Case(.propertyAdded, "Tag.color", true, "yes", "allowed") {
      $0.entities[2].attributes.append(.init(name: "color", type: .string, isOptional: true))
    },
    Case(.propertyAdded, "Tag.color", true, "yes", "allowed") {
      $0.entities[2].attributes.append(.init(name: "color", type: .string, defaultValue: .string("red")))
    },
    Case(.propertyAdded, "Tag.book", true, "no", "unsupported") {
      $0.entities[2].relationships = [
        .init(name: "book", destinationEntityName: "Book", isOptional: false, isToMany: false)
      ]
    },
    Case(.propertyRemoved, "Tag.name", true, "yes", "notInProduction") { $0.entities[2].attributes = [] },
    Case(.propertyRenamed, "Tag.name", true, "yes", "notInProduction") {
      $0.entities[2].attributes[0].name = "label"
      $0.entities[2].attributes[0].renamingIdentifier = "name"
    },
    Case(.propertyKind, "Tag.name", true, "no", "unsupported") {
      $0.entities[2].attributes = []
      $0.entities[2].relationships = [.init(name: "name", destinationEntityName: "Book", isToMany: false)]
    },
    Case(.attributeType, "Loan.dueAt", true, "no", "unsupported") { $0.entities[1].attributes[0].type = .double },
    Case(.attributeType, "Book.pages", true, "no", "notInProduction") {
      $0.entities[0].attributes[1].type = .string
    },
    Case(.integerWidth, "Book.pages", true, "yes", "allowed") { $0.entities[0].attributes[1].type = .integer64 },
    Case(.optionality, "Book.pages", true, "no", "unsupported") { $0.entities[0].attributes[1].isOptional = false },
    Case(.optionality, "Book.pages", true, "yes", "allowed") {
      $0.entities[0].attributes[1].isOptional = false
      $0.entities[0].attributes[1].defaultValue = .integer(0)
    },
    Case(.optionality, "Book.title", true, "yes", "allowed") { $0.entities[0].attributes[0].isOptional = true },
    Case(.optionality, "Loan.book", true, "no", "unsupported") {
      $0.entities[1].relationships[0].isOptional = false
    },
    Case(.externalStorage, "Book.cover", true, "yes", "allowed") {
      $0.entities[0].attributes[2].allowsExternalStorage = false
    },
    Case(.preservedOnDeletion, "Book.title", true, "yes", "allowed") {
      $0.entities[0].attributes[0].preservesValueOnDeletion = true
    },
    Case(.derivation, "Tag.name", true, "yes", "allowed") {
      $0.entities[2].attributes[0].derivation = .init(expression: "canonical:(name)")
    },
    Case(.readOnly, "Book.pages", true, "nothing", "allowed") { $0.entities[0].attributes[1].isReadOnly = true },
    Case(.readOnly, "Loan.book", true, "nothing", "allowed") { $0.entities[1].relationships[0].isReadOnly = true },
    Case(.destination, "Loan.book", true, "no", "notInProduction") {
      $0.entities[1].relationships[0].destinationEntityName = "Tag"
      $0.entities[1].relationships[0].inverseName = nil
      $0.entities[0].relationships = []
    },
    Case(.inverse, "Loan.book", true, "yes", "unsupported") { $0.entities[1].relationships[0].inverseName = nil },
    Case(.toMany, "Loan.book", true, "yes", "notInProduction") {
      $0.entities[1].relationships[0].isToMany = true
      $0.entities[1].relationships[0].maximumCount = 0
    },
    Case(.ordered, "Book.loans", true, "yes", "allowed") { $0.entities[0].relationships[0].isOrdered = false },
    Case(.counts, "Book.loans", true, "nothing", "allowed") { $0.entities[0].relationships[0].minimumCount = 1 },
    Case(.deleteRule, "Loan.book", false, "nothing", "allowed") {
      $0.entities[1].relationships[0].deleteRule = .cascade
    },
    Case(.deleteRule, "Loan.book", false, "nothing", "unsupported") {
      $0.entities[1].relationships[0].deleteRule = .deny
    },
    Case(.uniqueness, "Book", true, "yes", "allowed") { $0.entities[0].uniquenessConstraints = [] },
    Case(.uniqueness, "Tag", true, "yes", "unsupported") { $0.entities[2].uniquenessConstraints = [["name"]] },
    Case(.indexes, "Tag", false, "yes", "allowed") {
      $0.entities[2].indexes = [.init(name: "byName", elements: [.init(propertyName: "name")])]
    },
    Case(.hashModifier, "Book", true, "nothing", "allowed") { $0.entities[0].versionHashModifier = "2" },
    Case(.hashModifier, "Book.title", true, "nothing", "allowed") {
      $0.entities[0].attributes[0].versionHashModifier = "2"
    },
    Case(.defaultValue, "Book.title", false, "nothing", "allowed") {
      $0.entities[0].attributes[0].defaultValue = .string("?")
    },
    Case(.validation, "Book.title", false, "nothing", "allowed") {
      $0.entities[0].attributes[0].validation.maximumLength = 80
    },
    Case(.cloudEncryption, "Book.pages", false, "nothing", "notInProduction") {
      $0.entities[0].attributes[1].allowsCloudEncryption = true
    },
  ]

  @Test(arguments: cases) func everyDifferenceIsJudged(_ expected: Case) throws {
    let found = try Self.differences(expected.change)
    let difference = try #require(
      found.all.first { $0.kind == expected.kind && $0.place == expected.place }, "\(found.all)")
    #expect(difference.changesHash == expected.changesHash)
    #expect(difference.before != difference.after)
    let word: String
    switch difference.lightweight {
    case .nothingToDo: word = "nothing"
    case .yes: word = "yes"
    case .no(let reason, let remedy):
      word = "no"
      #expect(!reason.hasSuffix(".") && remedy.hasSuffix("."))
    }
    #expect(word == expected.lightweight)
    #expect(difference.cloudKit.word == expected.cloudKit)
    #expect((difference.cloudKit.reason == nil) == (expected.cloudKit == "allowed"))
    #expect(found.changedHashes.isEmpty == !found.all.contains(where: \.changesHash))
    #expect(found.isLightweight == found.all.allSatisfy(\.lightweight.isLightweight))
  }

  @Test func everyKindIsCovered() {
    let tested = Set(Self.cases.map(\.kind))
    #expect(Set(ModelDifference.Kind.allCases).subtracting(tested) == [.hash, .valueTransformer, .propertyMoved])
  }

  @Test func equalModelsHaveNone() throws {
    let found = try Self.differences { _ in }
    #expect(found.all.isEmpty && found.hashAlike && found.isLightweight)
    #expect(found.sameHashes == ["Book", "Loan", "Tag"])
  }

  /// A new parent takes a property of its child, a former child brings one down, and a parent that goes leaves its own.
  @Test func propertiesMoveAlongTheHierarchy() throws {
    let text = AttributeDescription(name: "text", type: .string, isOptional: true)
    let flat = ModelDescription(entities: [
      .init(name: "A", attributes: [text]), .init(name: "B", superentityName: "A"),
    ])
    let low = ModelDescription(entities: [.init(name: "A"), .init(name: "B", superentityName: "A", attributes: [text])])
    let above = ModelDescription(entities: [
      .init(name: "P", attributes: [text]), .init(name: "A", superentityName: "P"),
      .init(name: "B", superentityName: "A"),
    ])
    let cases = [
      (flat, low, "optional attribute of type String of A", "optional attribute of type String of B"),
      (low, flat, "optional attribute of type String of B", "optional attribute of type String of A"),
      (flat, above, "optional attribute of type String of A", "optional attribute of type String of P"),
      (above, flat, "optional attribute of type String of P", "optional attribute of type String of A"),
    ]
    for (before, after, was, becomes) in cases {
      let found = ModelDifferences(from: try ResolvedModel(before), to: try ResolvedModel(after))
      let moved = found.all.filter { $0.kind == .propertyMoved }
      #expect(moved.map(\.before) == [was])
      #expect(moved.map(\.after) == [becomes])
      #expect(moved.allSatisfy { $0.changesHash && $0.lightweight.isLightweight })
      #expect(!found.all.contains { $0.kind == .propertyAdded || $0.kind == .propertyRemoved })
    }
  }

  @Test func partsOfCompositesAreNamed() throws {
    func place(_ elements: [AttributeDescription]) throws -> ResolvedModel {
      try ResolvedModel(
        ModelDescription(entities: [
          .init(name: "Shop", attributes: [.init(name: "place", type: .composite, elements: elements)])
        ]))
    }
    let street = AttributeDescription(name: "street", type: .string, isOptional: true)
    var number = AttributeDescription(name: "number", type: .integer16, isOptional: true)
    let before = try place([street, number])
    number.type = .integer32
    let found = ModelDifferences(
      from: before, to: try place([number, .init(name: "town", type: .string, isOptional: true)]))
    #expect(
      found.all.map { "\($0.kind) \($0.place)" } == [
        "integerWidth Shop.place.number", "propertyAdded Shop.place.town", "propertyRemoved Shop.place.street",
      ])
    #expect(found.all.allSatisfy { $0.changesHash })
  }

  /// What a renamed entity does to those that refer to it.
  @Test func hashesThatChangeThroughOthersAreMarked() throws {
    let found = try Self.differences {
      $0.entities[1].name = "Lending"
      $0.entities[1].renamingIdentifier = "Loan"
      $0.entities[0].relationships[0].destinationEntityName = "Lending"
    }
    #expect(found.all.map(\.kind) == [.entityRenamed])
    #expect(
      found.changedHashes.map { "\($0.entityName) \($0.isInherited)" } == ["Book true", "Lending false", "Loan false"])
    #expect(found.sameHashes == ["Tag"])
  }

  @Test func indexNamesAloneAreNoDifference() throws {
    let plain = FetchIndexDescription(name: "byName", elements: [.init(propertyName: "name")])
    var before = PairingTests.library
    before.entities[2].indexes = [plain]
    var after = before
    after.entities[2].indexes[0].name = "SwiftDataIndexOnBinaryname"
    #expect(ModelDifferences(from: try ResolvedModel(before), to: try ResolvedModel(after)).all.isEmpty)
    after.entities[2].indexes[0] = plain
    after.entities[2].indexes[0].elements[0].isAscending = false
    let found = ModelDifferences(from: try ResolvedModel(before), to: try ResolvedModel(after)).all
    #expect(found.map(\.description) == ["Tag: was index byName over name, is index byName over name descending"])
  }

  /// Every pair of versions of every shared model, both ways.
  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func hashesAndObstaclesAreExplainedInEveryChain() throws {
    var (pairs, explained, heavy, differences) = (0, 0, 0, 0)
    let files = FileManager.default.enumerator(at: SharedMaterial.url("models"), includingPropertiesForKeys: nil)
    let bundles = (files?.allObjects as? [URL] ?? []).filter {
      $0.pathExtension == "xcdatamodeld" && !$0.path.contains("/old-format/")
    }
    for bundle in bundles.sorted(by: { $0.path < $1.path }) {
      let versions = ((try? ModelFiles.load(bundle).versions) ?? [])
      let models = try versions.map { try ResolvedModel($0.model) }
      // All pairs of short chains, neighbours of long ones.
      for (first, before) in models.enumerated() {
        for (second, after) in models.enumerated()
        where first != second && (models.count < 8 || FullRun.isOn || abs(first - second) == 1) {
          pairs += 1
          let found = ModelDifferences(from: before, to: after)
          differences += found.all.count
          if !found.isLightweight { heavy += 1 }
          let name = "\(bundle.lastPathComponent) \(versions[first].name) to \(versions[second].name)"
          let problem = Self.problem(found, before, after)
          #expect(problem == nil, "\(name)")
          explained += problem == nil ? 1 : 0
        }
      }
    }
    print(
      "version pairs explained: \(explained) of \(pairs), \(differences) differences, \(heavy) pairs not lightweight")
    #expect(explained == pairs && pairs > 0)
  }

  private static func problem(_ found: ModelDifferences, _ before: ResolvedModel, _ after: ResolvedModel) -> String? {
    if !found.unexplainedObstacles.isEmpty { return "\(found.unexplainedObstacles)" }
    if found.all.contains(where: { $0.kind == .hash }) { return "a hash without a reason: \(found.changedHashes)" }
    let changed = Set(found.changedHashes.map(\.entityName))
    for difference in found.all where difference.changesHash && !changed.contains(difference.entityName) {
      return "\(difference) changes no hash"
    }
    // A hash that changes through others has such others.
    for change in found.changedHashes where change.isInherited {
      let related = [before, after].flatMap { model -> [String] in
        guard let entity = model.entity(named: change.entityName) else { return [] }
        var names: [String] = []
        var level: ResolvedEntity? = entity
        while let current = level {
          names.append(current.name)
          names += current.description.relationships.map(\.destinationEntityName)
          level = current.superentityNumber.flatMap { model.entity(numbered: $0) }
        }
        return names
      }
      if !found.all.contains(where: { $0.changesHash && related.contains($0.entityName) }) {
        return "\(change.entityName) changes for no reason"
      }
    }
    return nil
  }
}
