import Foundation
import ModelDescription
import ModelEvolution
import Testing

@Suite struct PairingTests {
  static let book = EntityDescription(
    name: "Book",
    attributes: [
      .init(name: "title", type: .string), .init(name: "pages", type: .integer16, isOptional: true),
      .init(name: "cover", type: .binary, isOptional: true, allowsExternalStorage: true),
    ],
    relationships: [
      .init(name: "loans", destinationEntityName: "Loan", inverseName: "book", isToMany: true, isOrdered: true)
    ],
    uniquenessConstraints: [["title"]])
  static let loan = EntityDescription(
    name: "Loan", attributes: [.init(name: "dueAt", type: .date)],
    relationships: [.init(name: "book", destinationEntityName: "Book", inverseName: "loans", isToMany: false)])
  static let tag = EntityDescription(name: "Tag", attributes: [.init(name: "name", type: .string)])

  static let library = ModelDescription(entities: [book, loan, tag])

  static func pair(_ change: (inout ModelDescription) throws -> Void) throws -> Pairing {
    var classes = library
    try change(&classes)
    return Pairing(store: try ResolvedModel(library), classes: try ResolvedModel(classes))
  }

  @Test func equalModelsAreSame() throws {
    let pairing = try Self.pair { _ in }
    #expect(pairing.grade == .same)
    #expect(pairing.differences.isEmpty)
    #expect(pairing.translation?.isIdentity == true)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var kind: PairingDifference.Kind
    var grade: PairingGrade
    var place: String
    var change: @Sendable (inout ModelDescription) -> Void
    var testDescription: String { "\(kind) at \(place)" }

    init(
      _ kind: PairingDifference.Kind, _ grade: PairingGrade, _ place: String,
      _ change: @escaping @Sendable (inout ModelDescription) -> Void
    ) {
      self.kind = kind
      self.grade = grade
      self.place = place
      self.change = change
    }
  }

  static let cases: [Case] = [
    Case(.integerWidth, .fits, "Book.pages") { $0.entities[0].attributes[1].type = .integer64 },
    Case(.optionality, .fits, "Book.pages") { $0.entities[0].attributes[1].isOptional = false },
    Case(.optionality, .fits, "Loan.book") { $0.entities[1].relationships[0].isOptional = false },
    Case(.ordered, .fits, "Book.loans") { $0.entities[0].relationships[0].isOrdered = false },
    Case(.counts, .fits, "Book.loans") { $0.entities[0].relationships[0].minimumCount = 1 },
    Case(.abstract, .fits, "Tag") { $0.entities[2].isAbstract = true },
    Case(.derivation, .fits, "Tag.name") {
      $0.entities[2].attributes[0].derivation = .init(expression: "canonical:(name)")
    },
    Case(.uniqueness, .fits, "Book") { $0.entities[0].uniquenessConstraints = [] },
    Case(.hashModifier, .fits, "Book") { $0.entities[0].versionHashModifier = "2" },
    Case(.hashModifier, .fits, "Book.title") { $0.entities[0].attributes[0].versionHashModifier = "2" },
    Case(.propertyRenamed, .fits, "Tag.name") {
      $0.entities[2].attributes[0].name = "label"
      $0.entities[2].attributes[0].renamingIdentifier = "name"
    },
    Case(.entityMissingInClasses, .fits, "Tag") { $0.entities.remove(at: 2) },
    Case(.entityMissingInClasses, .differs, "Loan") {
      $0.entities.remove(at: 1)
      $0.entities[0].relationships = []
    },
    Case(.entityMissingInStore, .differs, "Shelf") { $0.entities.append(.init(name: "Shelf")) },
    Case(.entityRenamed, .differs, "Tag") {
      $0.entities[2].name = "Label"
      $0.entities[2].renamingIdentifier = "Tag"
    },
    Case(.parent, .differs, "Tag") { $0.entities[2].superentityName = "Book" },
    Case(.propertyMissingInClasses, .differs, "Tag.name") { $0.entities[2].attributes = [] },
    Case(.propertyMissingInStore, .differs, "Tag.color") {
      $0.entities[2].attributes.append(.init(name: "color", type: .string))
    },
    Case(.propertyKind, .differs, "Tag.name") {
      $0.entities[2].attributes = []
      $0.entities[2].relationships = [.init(name: "name", destinationEntityName: "Book", isToMany: false)]
    },
    Case(.attributeType, .differs, "Loan.dueAt") { $0.entities[1].attributes[0].type = .double },
    Case(.externalStorage, .differs, "Book.cover") { $0.entities[0].attributes[2].allowsExternalStorage = false },
    Case(.preservedOnDeletion, .differs, "Book.title") {
      $0.entities[0].attributes[0].preservesValueOnDeletion = true
    },
    Case(.toMany, .differs, "Loan.book") {
      $0.entities[1].relationships[0].isToMany = true
      $0.entities[1].relationships[0].maximumCount = 0
    },
    Case(.destination, .differs, "Loan.book") {
      $0.entities[1].relationships[0].destinationEntityName = "Tag"
      $0.entities[1].relationships[0].inverseName = nil
    },
    Case(.inverse, .differs, "Loan.book") { $0.entities[1].relationships[0].inverseName = nil },
    Case(.deleteRule, .same, "Book.loans") { $0.entities[0].relationships[0].deleteRule = .cascade },
    Case(.defaultValue, .same, "Book.title") { $0.entities[0].attributes[0].defaultValue = .string("?") },
  ]

  @Test(arguments: cases) func everyDifferenceIsNamedAndGraded(_ expected: Case) throws {
    let pairing = try Self.pair(expected.change)
    let difference = try #require(pairing.differences.first { $0.kind == expected.kind && $0.place == expected.place })
    #expect(difference.grade == expected.grade)
    #expect(pairing.grade == expected.grade)
    #expect(!difference.advice.isEmpty)
    #expect((difference.appleBehaviour != nil) == (expected.grade == .fits))
    #expect((pairing.translation == nil) == (expected.grade == .differs))
    let others = pairing.differences.filter { $0.grade != .same && $0 != difference }
    // A changed destination loses its inverse too, and a missing entity the relationship to it.
    let expectsOthers = expected.kind == .destination || expected.place == "Loan"
    #expect(others.isEmpty || expectsOthers)
  }

  @Test func everyKindIsCovered() {
    let tested = Set(Self.cases.map(\.kind))
    #expect(Set(PairingDifference.Kind.allCases).subtracting(tested) == [.hash, .valueTransformer])
  }

  @Test func hashesOutrankFacts() throws {
    let store = try ResolvedModel(Self.library)
    var drifted = Self.library
    drifted.entities[0].attributes[0].isOptional = true
    let hashes = ["Book": Data([1]), "Loan": Data([2]), "Tag": Data([3])]
    let same = Pairing(
      store: store, classes: try ResolvedModel(drifted), storeHashes: hashes, classHashes: hashes)
    #expect(same.grade == .same)
    let others = hashes.merging(["Tag": Data([4])]) { $1 }
    let fits = Pairing(store: store, classes: store, storeHashes: hashes, classHashes: others)
    #expect(fits.grade == .fits)
    #expect(fits.differences.map(\.description) == ["Tag: the store has hash 03, the classes have hash 04"])
  }

  @Test func aRenamedInverseIsOneDifferenceOnly() throws {
    let pairing = try Self.pair {
      $0.entities[1].relationships[0].name = "volume"
      $0.entities[1].relationships[0].renamingIdentifier = "book"
      $0.entities[0].relationships[0].inverseName = "volume"
    }
    #expect(pairing.grade == .fits)
    #expect(pairing.differences.map(\.kind) == [.propertyRenamed])
  }

  @Test func swappedNamesFollowTheRenamingIdentifier() throws {
    var store = Self.tag
    store.attributes = [.init(name: "a", type: .string), .init(name: "b", type: .string)]
    var classes = store
    classes.attributes[0].renamingIdentifier = "b"
    classes.attributes[1].renamingIdentifier = "a"
    let pairing = Pairing(
      store: try ResolvedModel(ModelDescription(entities: [store])),
      classes: try ResolvedModel(ModelDescription(entities: [classes])),
      storeHashes: ["Tag": Data([1])], classHashes: ["Tag": Data([2])])
    #expect(pairing.grade == .fits)
    #expect(pairing.translation?.entities.first?.storeFields == [1, 0])
    #expect(pairing.translation?.isIdentity == false)
  }

  @Test func aTranslationFollowsLeftOutEntitiesCompositesAndInheritance() throws {
    let address = AttributeDescription(
      name: "address", type: .composite,
      elements: [.init(name: "street", type: .string), .init(name: "city", type: .string)])
    let person = EntityDescription(name: "Person", attributes: [address, .init(name: "name", type: .string)])
    let member = EntityDescription(
      name: "Member", superentityName: "Person", attributes: [.init(name: "joined", type: .date)],
      relationships: [.init(name: "tags", destinationEntityName: "Label", isToMany: true)])
    let label = EntityDescription(name: "Label", attributes: [.init(name: "text", type: .string)])
    let spare = EntityDescription(name: "Audit")
    var ours = person
    ours.attributes[0].elements[1].name = "town"
    ours.attributes[0].elements[1].renamingIdentifier = "city"
    let pairing = Pairing(
      store: try ResolvedModel(ModelDescription(entities: [person, member, label, spare])),
      classes: try ResolvedModel(ModelDescription(entities: [ours, member, label])))
    #expect(pairing.grade == .fits)
    let translation = try #require(pairing.translation)
    #expect(translation.entities.map(\.storeNumber) == [2, 3, 4])
    #expect(translation.classNumbers == [nil, 1, 2, 3])
    #expect(translation.storeNumber(ofClass: 3) == 4)
    #expect(translation.storeNumber(ofClass: 9) == nil)
    #expect(translation.classNumber(ofStore: 1) == nil)
    // The fields of Member: address.street, address.town, name, joined.
    #expect(translation.entities[2].storeFields == [0, 1, 2, 3])
    #expect(translation.entities[2].storeToManys == ["tags": "tags"])
  }
}
