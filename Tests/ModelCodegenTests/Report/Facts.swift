import Foundation
import ModelDescription

/// One change of a plain model: a fact that the generated code or the report must show.
struct Fact: Sendable {
  /// The stored property of the description that it sets, as `Mirror` names it.
  let name: String
  let change: @Sendable (inout ModelDescription) -> Void
}

/// Facts of every kind of description that a model is made of.
enum Facts {
  /// What the facts change: `Book` with a plain, an indexed, a composite attribute, relationships and a request.
  static let model = ModelDescription(
    entities: [
      EntityDescription(
        name: "Book",
        attributes: [
          AttributeDescription(name: "title", type: .string),
          AttributeDescription(
            name: "place", type: .composite, isOptional: true, compositeName: "Place",
            elements: [AttributeDescription(name: "street", type: .string, isOptional: true)]),
          AttributeDescription(
            name: "keywords", type: .transformable, valueTransformerName: "T", valueClassName: "NSArray"),
        ],
        relationships: [
          RelationshipDescription(name: "loans", destinationEntityName: "Loan", inverseName: "book", isToMany: true)
        ],
        fetchedProperties: [
          FetchedPropertyDescription(
            name: "similar", request: FetchTemplateDescription(name: "similar", entityName: "Book"))
        ],
        indexes: [FetchIndexDescription(name: "byTitle", elements: [.init(propertyName: "title")])]),
      EntityDescription(
        name: "Loan",
        relationships: [
          RelationshipDescription(name: "book", destinationEntityName: "Book", inverseName: "loans", isToMany: false)
        ]),
      EntityDescription(name: "Thing"),
    ],
    composites: [
      CompositeDescription(
        name: "Place", elements: [AttributeDescription(name: "street", type: .string, isOptional: true)])
    ],
    configurations: [ConfigurationDescription(name: "Local", entityNames: ["Book"])],
    fetchTemplates: [FetchTemplateDescription(name: "All", entityName: "Book")], versionIdentifiers: ["1"])

  private static func entity(
    _ name: String, _ change: @escaping @Sendable (inout EntityDescription) -> Void
  ) -> Fact { Fact(name: name) { change(&$0.entities[0]) } }

  private static func attribute(
    _ name: String, _ change: @escaping @Sendable (inout AttributeDescription) -> Void
  ) -> Fact { Fact(name: name) { change(&$0.entities[0].attributes[0]) } }

  private static func element(
    _ name: String, _ change: @escaping @Sendable (inout AttributeDescription) -> Void
  ) -> Fact { Fact(name: name) { change(&$0.entities[0].attributes[1].elements[0]) } }

  private static func relationship(
    _ name: String, _ change: @escaping @Sendable (inout RelationshipDescription) -> Void
  ) -> Fact { Fact(name: name) { change(&$0.entities[0].relationships[0]) } }

  static let ofModel = [
    Fact(name: "entities") { $0.entities.append(EntityDescription(name: "More")) },
    Fact(name: "composites") { $0.composites.append(CompositeDescription(name: "Spare", elements: [])) },
    Fact(name: "configurations") { $0.configurations.append(ConfigurationDescription(name: "C", entityNames: [])) },
    Fact(name: "fetchTemplates") { $0.fetchTemplates[0].name = "Every" },
    Fact(name: "versionIdentifiers") { $0.versionIdentifiers = ["2"] },
  ]

  static let ofEntity = [
    Fact(name: "name") { $0.entities[2].name = "Object" },
    entity("superentityName") { $0.superentityName = "Thing" },
    entity("isAbstract") { $0.isAbstract = true },
    entity("className") { $0.className = "CDBook" },
    entity("codeGeneration") { $0.codeGeneration = .category },
    entity("renamingIdentifier") { $0.renamingIdentifier = "Volume" },
    entity("versionHashModifier") { $0.versionHashModifier = "2" },
    entity("isSyncable") { $0.isSyncable = false },
    entity("spotlightDisplayName") { $0.spotlightDisplayName = "title" },
    entity("attributes") { $0.attributes.append(AttributeDescription(name: "pages", type: .integer16)) },
    Fact(name: "relationships") {
      $0.entities[0].relationships = []
      $0.entities[1].relationships = []
    },
    entity("fetchedProperties") { $0.fetchedProperties = [] },
    entity("uniquenessConstraints") { $0.uniquenessConstraints = [["title"]] },
    entity("indexes") { $0.indexes[0].name = "title" },
    entity("compoundIndexes") { $0.compoundIndexes = [["title", "place"]] },
    entity("userInfo") { $0.userInfo = UserInfo(["key": "value"]) },
  ]

  static let ofAttribute = [
    attribute("name") { $0.name = "headline" },
    attribute("type") { $0.type = .integer16 },
    attribute("isOptional") { $0.isOptional = true },
    attribute("isTransient") { $0.isTransient = true },
    attribute("isReadOnly") { $0.isReadOnly = true },
    attribute("renamingIdentifier") { $0.renamingIdentifier = "name" },
    attribute("versionHashModifier") { $0.versionHashModifier = "2" },
    attribute("defaultValue") { $0.defaultValue = .string("untitled") },
    attribute("validation") { $0.validation.maximumLength = 3 },
    attribute("usesScalarValueType") { $0.usesScalarValueType = false },
    Fact(name: "valueTransformerName") { $0.entities[0].attributes[2].valueTransformerName = "U" },
    Fact(name: "valueClassName") { $0.entities[0].attributes[2].valueClassName = "NSDictionary" },
    attribute("allowsExternalStorage") { $0.allowsExternalStorage = true },
    attribute("preservesValueOnDeletion") { $0.preservesValueOnDeletion = true },
    attribute("allowsCloudEncryption") { $0.allowsCloudEncryption = true },
    attribute("isSpotlightIndexed") { $0.isSpotlightIndexed = true },
    attribute("isStoredInTruthFile") { $0.isStoredInTruthFile = true },
    Fact(name: "isIndexed") {
      $0.entities[0].attributes.append(AttributeDescription(name: "pages", type: .integer16, isIndexed: true))
    },
    attribute("isSyncable") { $0.isSyncable = false },
    attribute("derivation") { $0.derivation = DerivationDescription(expression: "now()") },
    Fact(name: "compositeName") { $0.entities[0].attributes[1].compositeName = "Spot" },
    Fact(name: "elements") { $0.entities[0].attributes[1].elements = [] },
    attribute("userInfo") { $0.userInfo = UserInfo(["key": "value"]) },
  ]

  /// Facts of a composite's element; those of `unsaidOfElements` mean nothing there.
  static let ofElement = [
    element("name") { $0.name = "road" },
    element("type") { $0.type = .integer16 },
    element("isOptional") { $0.isOptional = false },
    element("isTransient") { $0.isTransient = true },
    element("isReadOnly") { $0.isReadOnly = true },
    element("renamingIdentifier") { $0.renamingIdentifier = "name" },
    element("versionHashModifier") { $0.versionHashModifier = "2" },
    element("defaultValue") { $0.defaultValue = .string("nowhere") },
    element("validation") { $0.validation.maximumLength = 3 },
    element("valueTransformerName") {
      $0.type = .transformable; $0.valueTransformerName = "T"
    },
    element("allowsExternalStorage") { $0.allowsExternalStorage = true },
    element("preservesValueOnDeletion") { $0.preservesValueOnDeletion = true },
    element("allowsCloudEncryption") { $0.allowsCloudEncryption = true },
    element("isSpotlightIndexed") { $0.isSpotlightIndexed = true },
    element("isStoredInTruthFile") { $0.isStoredInTruthFile = true },
    element("isIndexed") { $0.isIndexed = true },
    element("isSyncable") { $0.isSyncable = false },
    element("derivation") { $0.derivation = DerivationDescription(expression: "now()") },
    element("elements") {
      $0.type = .composite
      $0.elements = [AttributeDescription(name: "x", type: .double)]
    },
    element("userInfo") { $0.userInfo = UserInfo(["key": "value"]) },
  ]

  /// Xcode's choice of classes, a transformable's class (left out by name) and a composite's name mean nothing inside.
  static let unsaidOfElements: Set<String> = ["usesScalarValueType", "valueClassName", "compositeName"]

  static let ofRelationship = [
    Fact(name: "name") {
      $0.entities[0].relationships[0].name = "borrowings"
      $0.entities[1].relationships[0].inverseName = "borrowings"
    },
    relationship("destinationEntityName") {
      $0.destinationEntityName = "Thing"; $0.inverseName = nil
    },
    relationship("inverseName") { $0.inverseName = nil },
    relationship("isOptional") { $0.isOptional = false },
    relationship("isTransient") { $0.isTransient = true },
    relationship("isReadOnly") { $0.isReadOnly = true },
    relationship("isToMany") {
      $0.isToMany = false; $0.maximumCount = 1
    },
    relationship("isOrdered") { $0.isOrdered = true },
    relationship("minimumCount") { $0.minimumCount = 1 },
    relationship("maximumCount") { $0.maximumCount = 9 },
    relationship("deleteRule") { $0.deleteRule = .deny },
    relationship("renamingIdentifier") { $0.renamingIdentifier = "lendings" },
    relationship("versionHashModifier") { $0.versionHashModifier = "2" },
    relationship("isSpotlightIndexed") { $0.isSpotlightIndexed = true },
    relationship("isStoredInTruthFile") { $0.isStoredInTruthFile = true },
    relationship("isIndexed") { $0.isIndexed = true },
    relationship("isSyncable") { $0.isSyncable = false },
    relationship("userInfo") { $0.userInfo = UserInfo(["key": "value"]) },
  ]

  /// What belongs to the file, not to the model: the reader of the file warns of what it does not understand.
  static let ofTheFile: Set<String> = ["remainder", "source"]

  /// Where the inverse is declared follows from the destination.
  static let unsaidOfRelationships: Set<String> = ["inverseEntityName"]

  static let ofFetchedProperty = [
    Fact(name: "name") { $0.entities[0].fetchedProperties[0].name = "alike" },
    Fact(name: "request") { $0.entities[0].fetchedProperties[0].request?.predicate = "title = $FETCH_SOURCE.title" },
    Fact(name: "isOptional") { $0.entities[0].fetchedProperties[0].isOptional = false },
    Fact(name: "isSyncable") { $0.entities[0].fetchedProperties[0].isSyncable = false },
    Fact(name: "userInfo") { $0.entities[0].fetchedProperties[0].userInfo = UserInfo(["key": "value"]) },
  ]

  static let ofFetchTemplate = [
    Fact(name: "name") { $0.fetchTemplates[0].name = "Every" },
    Fact(name: "entityName") { $0.fetchTemplates[0].entityName = "Loan" },
    Fact(name: "predicate") { $0.fetchTemplates[0].predicate = "title = 'A'" },
    Fact(name: "fetchLimit") { $0.fetchTemplates[0].fetchLimit = 5 },
    Fact(name: "fetchBatchSize") { $0.fetchTemplates[0].fetchBatchSize = 20 },
    Fact(name: "options") { $0.fetchTemplates[0].options = ["resultType": "1"] },
  ]

  static let ofIndex = [
    Fact(name: "name") { $0.entities[0].indexes[0].name = "title" },
    Fact(name: "elements") { $0.entities[0].indexes[0].elements = [] },
    Fact(name: "partialPredicate") { $0.entities[0].indexes[0].partialPredicate = "title != ''" },
  ]

  static let ofIndexElement = [
    Fact(name: "propertyName") { $0.entities[0].indexes[0].elements[0].propertyName = "place" },
    Fact(name: "expression") {
      $0.entities[0].indexes[0].elements[0] = .init(propertyName: nil, expression: "length:(title)")
    },
    Fact(name: "kind") { $0.entities[0].indexes[0].elements[0].kind = .rTree },
    Fact(name: "isAscending") { $0.entities[0].indexes[0].elements[0].isAscending = false },
  ]

  static let ofConfiguration = [
    Fact(name: "name") { $0.configurations[0].name = "Cloud" },
    Fact(name: "entityNames") { $0.configurations[0].entityNames = ["Loan"] },
    Fact(name: "isUsedWithCloudKit") { $0.configurations[0].isUsedWithCloudKit = true },
  ]
}
