import ModelDescription
import ModelEvolution
import Testing

/// What cannot be inferred is named with a reason and a way out.
@Suite struct MappingObstacleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var kind: MappingObstacle.Kind
    var place: String
    var change: @Sendable (inout ModelDescription) -> Void
    var testDescription: String { "\(kind) at \(place)" }
  }

  @Test(arguments: [
    Case(kind: .attributeType, place: "Book.title") { $0.entities[0].attributes[0].type = .date },
    Case(kind: .narrowing, place: "Book.pages") {
      $0.entities[0].attributes[1].type = .integer16
      $0.entities[0].attributes[1].name = "pages"
      $0.entities[0].attributes[1].versionHashModifier = "narrow"
    },
    Case(kind: .compositeShape, place: "Book.title") {
      $0.entities[0].attributes[0] = .init(
        name: "title", type: .composite, elements: [.init(name: "a", type: .string), .init(name: "b", type: .string)])
    },
    Case(kind: .propertyKind, place: "Loan.book") {
      $0.entities[1].relationships = []
      $0.entities[1].attributes.append(.init(name: "book", type: .string))
      $0.entities[0].relationships = []
    },
    Case(kind: .propertyKind, place: "Book.title") {
      $0.entities[0].attributes.removeFirst()
      $0.entities[0].uniquenessConstraints = []
      $0.entities[0].relationships.append(.init(name: "title", destinationEntityName: "Tag", isToMany: false))
    },
    Case(kind: .destination, place: "Loan.book") {
      $0.entities[1].relationships = [.init(name: "book", destinationEntityName: "Tag", isToMany: false)]
      $0.entities[0].relationships = []
    },
  ]) func anObstacleIsNamed(_ test: Case) throws {
    var base = PairingTests.library
    if test.kind == .narrowing { base.entities[0].attributes[1].type = .integer64 }
    var changed = base
    test.change(&changed)
    let mapping = ModelMapping.inferred(from: try ResolvedModel(base), to: try ResolvedModel(changed))
    #expect(mapping.obstacles.map(\.kind) == [test.kind])
    #expect(mapping.obstacles.map(\.place) == [test.place])
    #expect(mapping.obstacles.allSatisfy { $0.reason.hasSuffix(".") && $0.remedy.hasSuffix(".") })
  }

  /// An inherited property is one obstacle, not one for each subentity.
  @Test func aFamilySharesAnObstacle() throws {
    let base = ModelDescription(entities: [
      EntityDescription(name: "Item", attributes: [.init(name: "a", type: .string)]),
      EntityDescription(name: "Part", superentityName: "Item"),
      EntityDescription(name: "Whole", superentityName: "Item"),
    ])
    var changed = base
    changed.entities[0].attributes[0].type = .date
    let mapping = ModelMapping.inferred(from: try ResolvedModel(base), to: try ResolvedModel(changed))
    #expect(mapping.obstacles.map(\.place) == ["Item.a"])
  }

  @Test(arguments: AttributeType.allCases) func onlyWiderNumbersChangeTheirType(_ from: AttributeType) throws {
    func model(_ type: AttributeType) throws -> ResolvedModel {
      let parts =
        type == .composite ? [AttributeDescription(name: "x", type: .string), .init(name: "y", type: .string)] : []
      return try ResolvedModel(
        ModelDescription(entities: [
          EntityDescription(name: "Item", attributes: [.init(name: "a", type: type, isOptional: true, elements: parts)])
        ]))
    }
    let widens: [AttributeType: [AttributeType]] = [
      .integer16: [.integer32, .integer64], .integer32: [.integer64], .float: [.double],
    ]
    for to in AttributeType.allCases where to != from && ![to, from].contains(.undefined) {
      let mapping = ModelMapping.inferred(from: try model(from), to: try model(to))
      #expect(mapping.isLightweight == (widens[from] ?? []).contains(to), "\(from) to \(to)")
    }
  }
}
