import ModelDescription

extension Fixtures {
  /// Every shape: to-one, to-many, many-to-many, ordered, to itself, without an inverse, each delete rule and count.
  static let relationships = ModelDescription(entities: [
    EntityDescription(
      name: "Author", attributes: [AttributeDescription(name: "name", type: .string)],
      relationships: [
        RelationshipDescription(
          name: "books", destinationEntityName: "Book", inverseName: "author", isToMany: true, deleteRule: .cascade),
        RelationshipDescription(
          name: "friends", destinationEntityName: "Author", inverseName: "friends", isToMany: true),
        RelationshipDescription(
          name: "mentor", destinationEntityName: "Author", inverseName: "pupils", isToMany: false),
        RelationshipDescription(
          name: "pupils", destinationEntityName: "Author", inverseName: "mentor", isToMany: true, deleteRule: .noAction),
        RelationshipDescription(name: "idol", destinationEntityName: "Author", isToMany: false),
        RelationshipDescription(name: "twin", destinationEntityName: "Author", inverseName: "twin", isToMany: false),
      ]),
    EntityDescription(
      name: "Book",
      relationships: [
        RelationshipDescription(
          name: "author", destinationEntityName: "Author", inverseName: "books", isOptional: false, isToMany: false,
          minimumCount: 1, deleteRule: .deny),
        RelationshipDescription(
          name: "tags", destinationEntityName: "Tag", inverseName: "books", isOptional: false, isToMany: true,
          isOrdered: true, minimumCount: 1, maximumCount: 5),
        RelationshipDescription(name: "seenBy", destinationEntityName: "Author", isToMany: true),
        RelationshipDescription(name: "now", destinationEntityName: "Tag", isTransient: true, isToMany: false),
      ]),
    EntityDescription(
      name: "Tag",
      relationships: [
        RelationshipDescription(
          name: "books", destinationEntityName: "Book", inverseName: "tags", isToMany: true, isOrdered: true,
          renamingIdentifier: "bücher", versionHashModifier: "x")
      ]),
  ])

  static let constraints = ModelDescription(entities: [
    EntityDescription(
      name: "Loan",
      attributes: [
        AttributeDescription(name: "code", type: .string),
        AttributeDescription(name: "dueAt", type: .date, isIndexed: true),
        AttributeDescription(name: "x", type: .double), AttributeDescription(name: "y", type: .double),
        AttributeDescription(name: "isDeleted", type: .boolean),
      ],
      relationships: [
        RelationshipDescription(name: "copy", destinationEntityName: "Copy", inverseName: "loans", isToMany: false)
      ],
      uniquenessConstraints: [["code"], ["copy", "dueAt"], ["isDeleted", "code"]],
      indexes: [
        FetchIndexDescription(
          name: "byDue", elements: [.init(propertyName: "dueAt", isAscending: false), .init(propertyName: "code")]),
        FetchIndexDescription(
          name: "area", elements: [.init(propertyName: "x", kind: .rTree), .init(propertyName: "y", kind: .rTree)]),
      ],
      compoundIndexes: [["code", "dueAt"], ["isDeleted"]]),
    EntityDescription(
      name: "Copy", attributes: [AttributeDescription(name: "number", type: .integer32)],
      relationships: [
        RelationshipDescription(name: "loans", destinationEntityName: "Loan", inverseName: "copy", isToMany: true)
      ],
      indexes: [FetchIndexDescription(name: "byNumber", elements: [.init(propertyName: "number")])]),
  ])

  /// Parents over two levels, an abstract one, inverses to and from children, constraints over inherited properties.
  static let family = ModelDescription(entities: [
    EntityDescription(
      name: "Item", isAbstract: true,
      attributes: [
        AttributeDescription(name: "title", type: .string), AttributeDescription(name: "addedAt", type: .date),
        AttributeDescription(name: "rating", type: .integer16, isOptional: true),
      ],
      relationships: [
        RelationshipDescription(
          name: "shelf", destinationEntityName: "Shelf", inverseName: "items", isOptional: false, isToMany: false,
          minimumCount: 1)
      ]),
    EntityDescription(
      name: "Book", superentityName: "Item",
      attributes: [AttributeDescription(name: "isbn", type: .string)],
      relationships: [
        RelationshipDescription(
          name: "reader", destinationEntityName: "Reader", inverseName: "book", isToMany: false)
      ],
      uniquenessConstraints: [["isbn"], ["title", "isbn"]],
      indexes: [FetchIndexDescription(name: "byTitle", elements: [.init(propertyName: "title")])]),
    EntityDescription(
      name: "AudioBook", superentityName: "Book",
      attributes: [AttributeDescription(name: "seconds", type: .double)]),
    EntityDescription(name: "Magazine", superentityName: "Item"),
    EntityDescription(
      name: "Shelf",
      relationships: [
        RelationshipDescription(name: "items", destinationEntityName: "Item", inverseName: "shelf", isToMany: true),
        RelationshipDescription(name: "best", destinationEntityName: "AudioBook", isToMany: false),
      ]),
    EntityDescription(
      name: "Reader",
      relationships: [
        RelationshipDescription(name: "book", destinationEntityName: "Book", inverseName: "reader", isToMany: false)
      ]),
  ])
}
