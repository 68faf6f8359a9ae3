import Foundation
import ModelDescription

/// Models that the tests of this folder share.
enum Models {
  static let library = ModelDescription(
    entities: [
      EntityDescription(
        name: "Loan",
        attributes: [
          AttributeDescription(name: "dueAt", type: .date),
          AttributeDescription(name: "renewals", type: .integer16, defaultValue: .integer(0)),
        ],
        relationships: [
          RelationshipDescription(
            name: "book", destinationEntityName: "Book", inverseName: "loans", isOptional: false, isToMany: false)
        ]),
      EntityDescription(
        name: "Book", className: "CDBook",
        attributes: [
          AttributeDescription(
            name: "title", type: .string, renamingIdentifier: "name",
            validation: AttributeValidation(minimumLength: 1)),
          AttributeDescription(name: "pages", type: .integer32, isOptional: true, defaultValue: .integer(0)),
          AttributeDescription(name: "cover", type: .binary, isOptional: true, allowsExternalStorage: true),
          AttributeDescription(
            name: "keywords", type: .transformable, isOptional: true,
            valueTransformerName: "NSSecureUnarchiveFromData", valueClassName: "[String]"),
          AttributeDescription(
            name: "price", type: .decimal, defaultValue: .decimal(Decimal(string: "19.99") ?? 0)),
          AttributeDescription(
            name: "loanCount", type: .integer64, derivation: DerivationDescription(expression: "loans.@count")),
          AttributeDescription(name: "isDeleted", type: .boolean, defaultValue: .boolean(false)),
          AttributeDescription(name: "default", type: .string),
        ],
        relationships: [
          RelationshipDescription(
            name: "loans", destinationEntityName: "Loan", inverseName: "book", isToMany: true, isOrdered: true,
            deleteRule: .cascade)
        ],
        uniquenessConstraints: [["title", "default"]],
        indexes: [
          FetchIndexDescription(name: "byTitle", elements: [.init(propertyName: "title")]),
          FetchIndexDescription(name: "byLength", elements: [.init(propertyName: nil, expression: "title.length")]),
        ]),
    ], configurations: [ConfigurationDescription(name: "Local", entityNames: ["Book"])])

  /// Names that Swift, Foundation or SwiftData use; a family; a composite.
  static let awkward = ModelDescription(entities: [
    EntityDescription(
      name: "Data",
      attributes: [
        AttributeDescription(name: "bytes", type: .binary),
        AttributeDescription(name: "class", type: .string, isOptional: true),
        AttributeDescription(name: "Type", type: .integer16, defaultValue: .integer(7)),
      ],
      relationships: [
        RelationshipDescription(
          name: "children", destinationEntityName: "Data", inverseName: "parent", isToMany: true),
        RelationshipDescription(
          name: "parent", destinationEntityName: "Data", inverseName: "children", isToMany: false),
        RelationshipDescription(
          name: "tasks", destinationEntityName: "Task", inverseName: "data", isOptional: false, isToMany: true),
      ]),
    EntityDescription(
      name: "Task", isAbstract: true,
      attributes: [AttributeDescription(name: "title", type: .string)],
      relationships: [
        RelationshipDescription(name: "data", destinationEntityName: "Data", inverseName: "tasks", isToMany: false)
      ]),
    EntityDescription(name: "Type", superentityName: "Task"),
    EntityDescription(
      name: "Errand", superentityName: "Task",
      attributes: [
        AttributeDescription(
          name: "place", type: .composite, isOptional: true, compositeName: "Place",
          elements: [
            AttributeDescription(name: "street", type: .string, isOptional: true),
            AttributeDescription(name: "number", type: .integer32, defaultValue: .integer(1)),
          ]),
        AttributeDescription(name: "due", type: .date),
        AttributeDescription(name: "owner", type: .objectID, isOptional: true),
      ]),
  ])
}
