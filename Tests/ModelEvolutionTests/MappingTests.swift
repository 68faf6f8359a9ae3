import ModelDescription
import ModelEvolution
import Testing

/// What follows from two models alone.
@Suite struct MappingTests {
  static func map(_ change: (inout ModelDescription) -> Void) throws -> ModelMapping {
    var changed = PairingTests.library
    change(&changed)
    return .inferred(from: try ResolvedModel(PairingTests.library), to: try ResolvedModel(changed))
  }

  @Test func equalModelsAreCopied() throws {
    let mapping = try Self.map { _ in }
    #expect(mapping.isLightweight)
    #expect(mapping.entities.map(\.change) == [.copied, .copied, .copied])
    #expect(mapping.removedEntities.isEmpty)
  }

  @Test func entitiesComeGoAndAreRenamed() throws {
    let mapping = try Self.map {
      $0.entities[2].name = "Label"
      $0.entities[2].renamingIdentifier = "Tag"
      $0.entities.append(EntityDescription(name: "Author"))
    }
    #expect(
      mapping.entities.map { "\($0.destination.name) \($0.source?.name ?? "-") \($0.change)" } == [
        "Author - added", "Book Book copied", "Label Tag transformed", "Loan Loan copied",
      ])
    #expect(mapping.destinationNumbers == [2, 4, 3])
    let removed = try Self.map { $0.entities.removeLast() }
    #expect(removed.removedEntities.map(\.name) == ["Tag"])
    #expect(removed.isLightweight)
  }

  struct Fill: Sendable, CustomTestStringConvertible {
    var name: String
    var fill: AttributeMapping.Fill
    var source: Int?
    var change: @Sendable (inout AttributeDescription) -> Void
    var testDescription: String { name }
  }

  /// `Book.pages` is an optional Integer 16, the second field by name.
  @Test(arguments: [
    Fill(name: "as it is", fill: .null, source: 1) { _ in },
    Fill(name: "mandatory with a default", fill: .value(.integer(3)), source: 1) {
      $0.isOptional = false
      $0.defaultValue = .integer(3)
    },
    Fill(name: "mandatory without", fill: .missing, source: 1) { $0.isOptional = false },
    Fill(name: "wider", fill: .null, source: 1) { $0.type = .integer64 },
    Fill(name: "another default of an optional one", fill: .null, source: 1) { $0.defaultValue = .integer(9) },
    Fill(name: "renamed", fill: .null, source: 1) {
      $0.name = "sheets"
      $0.renamingIdentifier = "pages"
    },
    Fill(name: "new", fill: .null, source: nil) { $0.name = "sheets" },
    Fill(name: "new with a default", fill: .value(.integer(1)), source: nil) {
      $0.name = "sheets"
      $0.defaultValue = .integer(1)
    },
    Fill(name: "new and mandatory", fill: .missing, source: nil) {
      $0.name = "sheets"
      $0.isOptional = false
    },
    Fill(name: "derived", fill: .derived, source: nil) {
      $0.derivation = DerivationDescription(expression: "loans.@count")
    },
  ]) func anAttributeGetsItsValue(_ test: Fill) throws {
    let mapping = try Self.map { test.change(&$0.entities[0].attributes[1]) }
    #expect(mapping.isLightweight)
    let book = try #require(mapping.entity(numbered: 1))
    let number = try #require(book.destination.fieldNumber(of: "pages") ?? book.destination.fieldNumber(of: "sheets"))
    let attribute = try #require(book.fields[number].attribute)
    #expect(attribute.fill == test.fill)
    #expect(attribute.sourceField == test.source)
  }

  @Test func relationshipsSayHowTheyChange() throws {
    func changes(_ change: (inout ModelDescription) -> Void) throws -> [String] {
      let mapping = try Self.map(change)
      #expect(mapping.isLightweight)
      let all = mapping.entities.flatMap { $0.toManys + $0.fields.compactMap(\.toOne) }
      return all.map { "\($0.destination.name): \($0.changes.map(\.rawValue).sorted().joined(separator: " "))" }
        .sorted()
    }
    #expect(try changes { _ in } == ["book: ", "loans: "])
    #expect(try changes { $0.entities[0].relationships[0].isOrdered = false } == ["book: inverse", "loans: unordered"])
    #expect(
      try changes {
        $0.entities[0].relationships[0].isToMany = false
        $0.entities[0].relationships[0].isOrdered = false
      } == ["book: inverse", "loans: toManyToToOne unordered"])
    #expect(
      try changes { $0.entities[1].relationships[0].isToMany = true } == ["book: toOneToToMany", "loans: inverse"])
    #expect(
      try changes { $0.entities[1].relationships[0].isOptional = false } == ["book: mandatory", "loans: "])
    #expect(
      try changes {
        $0.entities[1].relationships[0].name = "work"
        $0.entities[1].relationships[0].renamingIdentifier = "book"
        $0.entities[0].relationships[0].inverseName = "work"
      } == ["loans: ", "work: renamed"])
  }

  @Test func aPropertyMovesAlongTheHierarchy() throws {
    let base = ModelDescription(entities: [
      EntityDescription(name: "Item", attributes: [.init(name: "a", type: .string), .init(name: "b", type: .string)]),
      EntityDescription(name: "Part", superentityName: "Item", attributes: [.init(name: "c", type: .string)]),
    ])
    var moved = base
    moved.entities[0].attributes = [.init(name: "a", type: .string), .init(name: "c", type: .string)]
    moved.entities[1].attributes = [.init(name: "b", type: .string)]
    let mapping = ModelMapping.inferred(from: try ResolvedModel(base), to: try ResolvedModel(moved))
    #expect(mapping.isLightweight)
    let part = try #require(mapping.entity(numbered: 2))
    let former = part.fields.map { field in field.attribute?.sourceField.map { part.source?.fields[$0].name ?? "" } }
    #expect(former == ["a", "c", "b"])
    #expect(part.removedProperties.isEmpty)
    #expect(mapping.entity(numbered: 1)?.removedProperties == ["b"])
  }

  @Test func partsOfCompositesAreMatchedByName() throws {
    func composite(_ name: String, _ parts: [String]) -> AttributeDescription {
      AttributeDescription(
        name: name, type: .composite, isOptional: true,
        elements: parts.map { .init(name: $0, type: .string, isOptional: true) })
    }
    func model(_ attribute: AttributeDescription) throws -> ResolvedModel {
      try ResolvedModel(ModelDescription(entities: [EntityDescription(name: "Item", attributes: [attribute])]))
    }
    var renamed = composite("place", ["city", "zip"])
    renamed.renamingIdentifier = "address"
    let mapping = ModelMapping.inferred(
      from: try model(composite("address", ["street", "city"])), to: try model(renamed))
    #expect(mapping.isLightweight)
    #expect(mapping.entities[0].fields.map { $0.attribute?.sourceField } == [1, nil])
    #expect(mapping.entities[0].removedProperties == ["address.street"])
    // An enum with raw values is a composite of one part.
    let plain = AttributeDescription(name: "kind", type: .string, isOptional: true)
    for (from, to) in [(plain, composite("kind", ["kind"])), (composite("kind", ["kind"]), plain)] {
      let mapping = ModelMapping.inferred(from: try model(from), to: try model(to))
      #expect(mapping.isLightweight && mapping.entities[0].fields.map { $0.attribute?.sourceField } == [0])
    }
  }
}
