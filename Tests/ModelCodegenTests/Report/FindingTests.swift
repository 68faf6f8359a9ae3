import Foundation
import ModelCodegen
import ModelDescription
import Testing

/// The line of each thing that SwiftData cannot say, or says otherwise.
@Suite struct FindingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let line: String
    let effect: Finding.Effect
    let model: ModelDescription

    var testDescription: String { line }
  }

  @Test(arguments: modelCases + entityCases + attributeCases + relationshipCases + indexCases)
  func hasItsLine(_ item: Case) throws {
    let findings = try ModelGenerator(item.model, title: "Model").generate().findings
    #expect(findings.contains { $0.description == item.line && $0.effect == item.effect }, "\(findings)")
    // No topic is without a case here; see `everyTopicHasACase`.
  }

  @Test func everyTopicHasACase() {
    let cases = Self.modelCases + Self.entityCases + Self.attributeCases + Self.relationshipCases + Self.indexCases
    // What concerns several versions is the command's to say.
    for topic in Finding.Topic.allCases where topic != .version {
      #expect(cases.contains { $0.line.contains(": \(topic.rawValue): ") }, "\(topic.rawValue)")
    }
  }

  static let modelCases: [Case] = [
    Case(
      line: "model: configuration: Local, with CloudKit: give a ModelConfiguration of its own a schema of Book, Loan",
      effect: .unsaid,
      model: .init(
        entities: [.init(name: "Book"), .init(name: "Loan")],
        configurations: [.init(name: "Local", entityNames: ["Book", "Loan"], isUsedWithCloudKit: true)])),
    Case(
      line: "model: fetch template: Late (Loan where dueAt < NOW(), at most 5, in batches of 2, resultType 1): "
        + "use a FetchDescriptor", effect: .unsaid,
      model: .init(
        entities: [.init(name: "Loan")],
        fetchTemplates: [
          .init(
            name: "Late", entityName: "Loan", predicate: "dueAt < NOW()", fetchLimit: 5, fetchBatchSize: 2,
            options: ["resultType": "1"])
        ])),
    Case(
      line: "model: composite: Place is used by no attribute; not written", effect: .unsaid,
      model: .init(composites: [.init(name: "Place", elements: [.init(name: "x", type: .double)])])),
    Case(
      line: "model: version identifier: 2.0: SwiftData's are in a VersionedSchema", effect: .note,
      model: .init(versionIdentifiers: ["2.0"])),
    Case(
      line: "model: code generation: 1 attribute is an object in Xcode's Core Data classes, a value here",
      effect: .note, model: attributeModel(.init(name: "n", type: .integer16, usesScalarValueType: false))),
    Case(
      line: "model: transformable: the transformer NSSecureUnarchiveFromData of Book.a, Book.b is built in; nothing to"
        + " register", effect: .note,
      model: .init(entities: [
        .init(
          name: "Book",
          attributes: ["b", "a"].map {
            .init(name: $0, type: .transformable, valueTransformerName: "NSSecureUnarchiveFromData")
          })
      ])),
    Case(
      line: "model: transformable: the transformer ColorTransformer of Book.color is the program's: before it opens a"
        + " store, call ValueTransformer.setValueTransformer(_:forName:) with NSValueTransformerName(\"ColorTransformer\")",
      effect: .note,
      model: attributeModel(.init(name: "color", type: .transformable, valueTransformerName: "ColorTransformer"))),
  ]

  static let entityCases: [Case] = [
    Case(
      line:
        "Book: abstract: SwiftData has no abstract class: objects of it can be made; saving one is refused where the store "
        + "fits", effect: .unsaid,
      model: .init(entities: [.init(name: "Book", isAbstract: true)])),
    Case(
      line: "Book: inheritance: inherits from Item, which Apple's SwiftData takes from iOS 26 and macOS 26 on",
      effect: .note, model: .init(entities: [.init(name: "Book", superentityName: "Item"), .init(name: "Item")])),
    Case(
      line: "Shelf: inheritance: refers to Book, so it too is there from iOS 26 and macOS 26 on only", effect: .note,
      model: .init(entities: [
        .init(name: "Book", superentityName: "Item"), .init(name: "Item"),
        .init(
          name: "Shelf", relationships: [.init(name: "best", destinationEntityName: "Book", isToMany: false)]),
      ])),
    Case(
      line: "A b: name: the name has characters that cannot stand in a name of a table or column: no store can be made"
        + " of it", effect: .differs, model: .init(entities: [.init(name: "A b")])),
    Case(
      line: "A\";DROP: name: the name has characters that cannot stand in a name of a table or column: no store can be"
        + " made of it", effect: .differs, model: .init(entities: [.init(name: "A\";DROP")])),
    Case(
      line: "Data: name: the class hides the type Data of Foundation from the rest of its module", effect: .note,
      model: .init(entities: [.init(name: "Data")])),
    Case(
      line: "Book: code generation: its class in Core Data is CDBook; SwiftData's is called as the entity",
      effect: .note, model: .init(entities: [.init(name: "Book", className: "CDBook")])),
    Case(
      line: "Book: code generation: Xcode writes its Core Data class (category)", effect: .note,
      model: .init(entities: [.init(name: "Book", codeGeneration: .category)])),
    Case(
      line: "Book: renaming: SwiftData cannot say that it was called Volume", effect: .unsaid,
      model: .init(entities: [.init(name: "Book", renamingIdentifier: "Volume")])),
    Case(
      line: "Book: hash modifier: SwiftData has no hash modifier of an entity (2)", effect: .unsaid,
      model: .init(entities: [.init(name: "Book", versionHashModifier: "2")])),
    Case(
      line: "Book: sync: it is not synced", effect: .note,
      model: .init(entities: [.init(name: "Book", isSyncable: false)])),
    Case(
      line: "Book: spotlight: SwiftData has no display name for Spotlight (title)", effect: .unsaid,
      model: .init(entities: [.init(name: "Book", spotlightDisplayName: "title")])),
    Case(
      line: "Book: user info: key = value; not in the classes", effect: .unsaid,
      model: .init(entities: [.init(name: "Book", userInfo: UserInfo(["key": "value"]))])),
    Case(
      line: "Book.similar: fetched property: SwiftData has none (Book where title = $FETCH_SOURCE.title); "
        + "use a #Predicate", effect: .unsaid,
      model: .init(entities: [
        .init(
          name: "Book",
          fetchedProperties: [
            .init(
              name: "similar",
              request: .init(name: "similar", entityName: "Book", predicate: "title = $FETCH_SOURCE.title"))
          ])
      ])),
    Case(
      line: "Book: uniqueness: the constraint over owner: the class has no property owner; left out", effect: .unsaid,
      model: .init(entities: [
        .init(
          name: "Book", attributes: [.init(name: "owner", type: .objectID)], uniquenessConstraints: [["owner"]])
      ])),
  ]

  static func attributeModel(_ attribute: AttributeDescription) -> ModelDescription {
    ModelDescription(entities: [EntityDescription(name: "Book", attributes: [attribute])])
  }
}
