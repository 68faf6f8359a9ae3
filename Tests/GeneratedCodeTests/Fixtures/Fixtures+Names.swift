import Foundation
import ModelDescription

extension Fixtures {
  /// Classes called as types of the standard library, of Foundation and of SwiftData, or as Swift's own words; one of
  /// them has properties of all the types that the others hide.
  static let entityNames = ModelDescription(
    entities: [
      "Array", "Attribute", "BackingData", "Data", "Date", "Decimal", "Default", "Double", "Element", "Error", "Index",
      "Int", "Int16", "Model", "Observable", "Optional", "PersistentModel", "Protocol", "Relationship", "Result",
      "Schema", "Self", "Set", "String", "Tag", "Task", "Test", "Transient", "Type", "URL", "UUID", "Unique",
      "_Private", "class", "größe", "lower", "Любовь",
    ].map(entity))

  private static func entity(_ name: String) -> EntityDescription {
    EntityDescription(
      name: name,
      attributes: [AttributeDescription(name: "text", type: .string)] + (name == "Model" ? hidden : []),
      relationships: [
        RelationshipDescription(
          name: "next", destinationEntityName: name, inverseName: "previous", isToMany: false),
        RelationshipDescription(
          name: "previous", destinationEntityName: name, inverseName: "next", isToMany: true),
      ],
      uniquenessConstraints: [["text"]],
      indexes: [FetchIndexDescription(name: "byText", elements: [.init(propertyName: "text")])])
  }

  private static let hidden = [
    AttributeDescription(name: "bytes", type: .binary, defaultValue: .data(.init([1]))),
    AttributeDescription(name: "count", type: .integer64),
    AttributeDescription(name: "day", type: .date, isOptional: true, defaultValue: .date(.distantPast)),
    AttributeDescription(name: "key", type: .uuid, defaultValue: .uuid(UUID())),
    AttributeDescription(name: "place", type: .uri, defaultValue: .uri("file:///")),
    AttributeDescription(name: "price", type: .decimal, defaultValue: .decimal(1)),
    AttributeDescription(name: "ratio", type: .double, defaultValue: .double(.infinity)),
    AttributeDescription(name: "short", type: .integer16, isOptional: true),
    AttributeDescription(
      name: "words", type: .transformable, isOptional: true, valueTransformerName: "NSSecureUnarchiveFromData",
      valueClassName: "[String: Set<Int>]"),
  ]

  /// Properties called as Swift's words, as members that a model class has, or as names in what the macros expand to.
  static let propertyNames = ModelDescription(entities: [
    EntityDescription(name: "Words", attributes: words.map { AttributeDescription(name: $0, type: .string) }),
    EntityDescription(
      name: "Links",
      relationships: ["class", "in", "self", "Type", "access", "id"].map {
        RelationshipDescription(name: $0, destinationEntityName: "Links", isToMany: $0 == "in")
      }),
    EntityDescription(
      name: "Pairs",
      attributes: ["value", "_value", "__value", "isDeleted", "isDeletedValue", "type", "Type", "typeValue"].map {
        AttributeDescription(name: $0, type: .boolean, defaultValue: .boolean(false))
      }),
  ])

  private static let words = [
    "Any", "Protocol", "Self", "Type", "_access", "access", "actor", "any", "as", "associatedtype", "async", "await",
    "backingData", "blank", "borrowing", "break", "case", "catch", "class", "context", "continue", "convenience",
    "default", "defer", "deinit", "description", "didSet", "do", "dynamic", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "final", "for", "func", "get", "guard", "hasChanges", "hash", "hashValue",
    "id", "if", "import", "in", "indirect", "infix", "init", "initialValue", "inout", "internal", "is", "isDeleted",
    "keyPath", "lazy", "let", "macro", "modelContext", "modelLayout", "mutating", "newValue", "nil", "nonisolated",
    "objectID", "observationRegistrar", "oldValue", "open", "operator", "optional", "override", "package",
    "persistentBackingData", "persistentModelID", "postfix", "precedencegroup", "prefix", "private", "protocol",
    "public", "repeat", "required", "rethrows", "return", "schemaMetadata", "self", "sending", "set", "some",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "unowned",
    "value", "var", "weak", "where", "while", "willSet", "withMutation", "yield",
  ]
}
