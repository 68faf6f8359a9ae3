import ModelDescription

/// A model with every form of relationship: the fixture of the layout tests.
enum LibraryModel {
  static func description() -> ModelDescription {
    ModelDescription(entities: [
      EntityDescription(
        name: "Person",
        attributes: [
          .init(name: "name", type: .string), .init(name: "photo", type: .binary, allowsExternalStorage: true),
        ],
        relationships: [
          .init(name: "friends", destinationEntityName: "Person", inverseName: "friendOf", isToMany: true),
          .init(name: "friendOf", destinationEntityName: "Person", inverseName: "friends", isToMany: true),
        ], uniquenessConstraints: [["name"]]),
      EntityDescription(
        name: "Author", superentityName: "Person",
        attributes: [.init(name: "value", type: .double)],
        relationships: [.init(name: "books", destinationEntityName: "book", inverseName: "author", isToMany: true)]),
      EntityDescription(
        name: "Reader", superentityName: "Person", attributes: [.init(name: "value", type: .integer32)]),
      EntityDescription(
        name: "book",
        attributes: [
          .init(name: "title", type: .string, preservesValueOnDeletion: true), .init(name: "price", type: .decimal),
          .init(name: "due", type: .date), .init(name: "id", type: .uuid), .init(name: "link", type: .uri),
          .init(name: "mark", type: .transformable), .init(name: "draft", type: .string, isTransient: true),
          .init(
            name: "pageCount", type: .integer64, derivation: DerivationDescription(expression: "pages.@count")),
          .init(
            name: "folded", type: .string, derivation: DerivationDescription(expression: "canonical:(title)")),
          .init(
            name: "size", type: .composite,
            elements: [.init(name: "width", type: .float), .init(name: "id", type: .string)]),
        ],
        relationships: [
          .init(name: "author", destinationEntityName: "Author", inverseName: "books", isToMany: false),
          .init(name: "owner", destinationEntityName: "Person", isToMany: false),
          .init(name: "pages", destinationEntityName: "Page", inverseName: "book", isToMany: true, isOrdered: true),
          .init(name: "tags", destinationEntityName: "Tag", inverseName: "books", isToMany: true, isOrdered: true),
          .init(name: "notes", destinationEntityName: "Note", isToMany: true),
        ],
        indexes: [
          .init(
            name: "byDue", elements: [.init(propertyName: "due", isAscending: false), .init(propertyName: "title")]),
          .init(name: "byOwner", elements: [.init(propertyName: "owner")]),
          .init(name: "partial", elements: [.init(propertyName: "title")], partialPredicate: "title != nil"),
        ]),
      EntityDescription(
        name: "Page",
        relationships: [.init(name: "book", destinationEntityName: "book", inverseName: "pages", isToMany: false)]),
      EntityDescription(
        name: "Tag",
        relationships: [.init(name: "books", destinationEntityName: "book", inverseName: "tags", isToMany: true)]),
      EntityDescription(name: "Note", attributes: [.init(name: "text", type: .string)]),
    ])
  }

  static func resolved() throws -> ResolvedModel { try ResolvedModel(description()) }
}
