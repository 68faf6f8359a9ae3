import Foundation
import ModelCodegen
import ModelDescription

extension FindingTests {
  private static func attribute(
    _ line: String, _ effect: Finding.Effect, _ attribute: AttributeDescription
  ) -> Case { Case(line: "Book.x: " + line, effect: effect, model: attributeModel(attribute)) }

  private static func element(
    _ line: String, _ effect: Finding.Effect, _ element: AttributeDescription
  ) -> Case {
    attribute(line, effect, .init(name: "x", type: .composite, compositeName: "Place", elements: [element]))
  }

  /// More than a literal holds exactly.
  private static let manyDigits = Decimal(string: "12345678901234567890123456789012345678") ?? 0

  static let attributeCases: [Case] = [
    attribute(
      "derived: derived as loans.@count where late = YES; the store keeps it", .unsaid,
      .init(
        name: "x", type: .integer64, derivation: .init(expression: "loans.@count", filter: "late = YES"))),
    attribute(
      "validation: at least 1, at most 9; not checked by the classes", .unsaid,
      .init(name: "x", type: .integer16, validation: .init(minimum: .integer(1), maximum: .integer(9)))),
    attribute(
      "validation: at least 2001-01-01T00:00:00Z; not checked by the classes", .unsaid,
      .init(
        name: "x", type: .date,
        validation: .init(minimum: .date(Date(timeIntervalSinceReferenceDate: 0))))),
    attribute(
      "validation: at least 2 characters, at most 3 characters, matches [a-z]+, SELF != 'ab';"
        + " not checked by the classes", .unsaid,
      .init(
        name: "x", type: .string,
        validation: .init(
          minimumLength: 2, maximumLength: 3, regularExpression: "[a-z]+", otherPredicates: ["SELF != 'ab'"]))),
    attribute(
      "read-only: it is read-only; the classes let it change", .unsaid,
      .init(name: "x", type: .string, isReadOnly: true)),
    attribute(
      "truth file: it is stored in an external record; not in the classes", .unsaid,
      .init(name: "x", type: .string, isStoredInTruthFile: true)),
    attribute("sync: it is not synced", .note, .init(name: "x", type: .string, isSyncable: false)),
    attribute(
      "transformable: it names no transformer; Core Data's default one is written", .note,
      .init(name: "x", type: .transformable)),
    attribute(
      "transformable: its class UIColor is not one of Foundation's; declared as NSObject, so that the file compiles "
        + "everywhere", .note,
      .init(name: "x", type: .transformable, valueTransformerName: "T", valueClassName: "UIColor")),
    attribute(
      "user info: key = value; not in the classes", .unsaid,
      .init(name: "x", type: .string, userInfo: UserInfo(["key": "value"]))),
    attribute(
      "default value: its default cannot be written as a Swift expression", .unsaid,
      .init(name: "x", type: .decimal, defaultValue: .decimal(manyDigits))),
    attribute(
      "object id: SwiftData has no attribute of object ids; left out", .leftOut, .init(name: "x", type: .objectID)),
    attribute(
      "undefined type: an attribute without a type; left out", .unsaid,
      .init(name: "x", type: .undefined, isTransient: true)),
    attribute("composite: the composite has no elements; left out", .leftOut, .init(name: "x", type: .composite)),
    element(
      "composite: its element e is mandatory; SwiftData's are optional", .unsaid, .init(name: "e", type: .string)),
    element(
      "composite: its element e has a type that a Codable struct cannot hold; left out", .leftOut,
      .init(name: "e", type: .transformable)),
    element(
      "validation: its element e: at most 3 characters; not checked by the classes", .unsaid,
      .init(name: "e", type: .string, validation: .init(maximumLength: 3))),
    element(
      "renaming: its element e was called d", .unsaid, .init(name: "e", type: .string, renamingIdentifier: "d")),
    element(
      "default value: the default of its element e cannot be written in Swift", .unsaid,
      .init(name: "e", type: .decimal, defaultValue: .decimal(manyDigits))),
    Case(
      line: "Book.isDeleted: name: SwiftData or Swift uses this name; the property is called isDeletedValue",
      effect: .note, model: attributeModel(.init(name: "isDeleted", type: .boolean))),
    Case(
      line: "Book.isDeleted: renaming: its former name gone cannot be kept beside that", effect: .unsaid,
      model: attributeModel(.init(name: "isDeleted", type: .boolean, renamingIdentifier: "gone"))),
  ]

  private static func relationship(
    _ line: String, _ effect: Finding.Effect, _ relationship: RelationshipDescription,
    back: [RelationshipDescription] = []
  ) -> Case {
    Case(
      line: "Book.x: " + line, effect: effect,
      model: .init(entities: [
        .init(name: "Book", relationships: [relationship]), .init(name: "Loan", relationships: back),
      ]))
  }

  static let relationshipCases: [Case] = [
    relationship(
      "ordered: SwiftData's arrays have no stored order; the store keeps it", .unsaid,
      .init(name: "x", destinationEntityName: "Loan", isToMany: true, isOrdered: true)),
    relationship(
      "read-only: it is read-only; the classes let it change", .unsaid,
      .init(name: "x", destinationEntityName: "Loan", isReadOnly: true, isToMany: true)),
    relationship(
      "spotlight: SwiftData indexes attributes only for Spotlight", .unsaid,
      .init(name: "x", destinationEntityName: "Loan", isToMany: true, isSpotlightIndexed: true)),
    relationship(
      "truth file: it is stored in an external record; not in the classes", .unsaid,
      .init(name: "x", destinationEntityName: "Loan", isToMany: true, isStoredInTruthFile: true)),
    relationship(
      "index: marked as indexed; a to-one always is, a to-many never", .note,
      .init(name: "x", destinationEntityName: "Loan", isToMany: true, isIndexed: true)),
    relationship(
      "sync: it is not synced", .note,
      .init(name: "x", destinationEntityName: "Loan", isToMany: true, isSyncable: false)),
    relationship(
      "user info: key = value; not in the classes", .unsaid,
      .init(name: "x", destinationEntityName: "Loan", isToMany: true, userInfo: UserInfo(["key": "value"]))),
    relationship(
      "transient: SwiftData has no transient relationship; left out", .unsaid,
      .init(name: "x", destinationEntityName: "Loan", isTransient: true, isToMany: true)),
    relationship("inverse: it has no inverse", .note, .init(name: "x", destinationEntityName: "Loan", isToMany: true)),
    relationship(
      "inverse: SwiftData pairs it with Loan.y by itself, as the model does not", .differs,
      .init(name: "x", destinationEntityName: "Loan", isToMany: true),
      back: [.init(name: "y", destinationEntityName: "Book", isToMany: false)]),
    relationship(
      "inverse: it has no inverse", .note, .init(name: "x", destinationEntityName: "Loan", isToMany: true),
      back: [
        .init(name: "y", destinationEntityName: "Book", isToMany: false),
        .init(name: "z", destinationEntityName: "Book", isToMany: false),
      ]),
    relationship(
      "inverse: Loan.y names it as its inverse, which it does not name; the classes pair the two", .differs,
      .init(name: "x", destinationEntityName: "Loan", isToMany: true),
      back: [.init(name: "y", destinationEntityName: "Book", inverseName: "x", isToMany: false)]),
    relationship(
      "inverse: its inverse Loan.y is that of another relationship; left without", .differs,
      .init(name: "x", destinationEntityName: "Loan", inverseName: "y", isToMany: true),
      back: [
        .init(name: "y", destinationEntityName: "Loan", inverseName: "z", isToMany: false),
        .init(name: "z", destinationEntityName: "Loan", inverseName: "y", isToMany: false),
      ]),
    relationship(
      "inverse: it is its own inverse, which a key path to itself cannot say (Swift: circular reference)", .unsaid,
      .init(name: "x", destinationEntityName: "Book", inverseName: "x", isToMany: false)),
  ]

  private static func index(_ line: String, _ effect: Finding.Effect, _ index: FetchIndexDescription) -> Case {
    Case(
      line: "Book: index: " + line, effect: effect,
      model: .init(entities: [
        .init(
          name: "Book", attributes: [.init(name: "x", type: .double), .init(name: "y", type: .double)],
          indexes: [index])
      ]))
  }

  static let indexCases: [Case] = [
    index(
      "SwiftData gives the index byX a name of its own", .note,
      .init(name: "byX", elements: [.init(propertyName: "x")])),
    index(
      "the index byX is descending by x; SwiftData has no order for it", .unsaid,
      .init(name: "byX", elements: [.init(propertyName: "x", isAscending: false)])),
    index(
      "the index byX covers only objects with x > 0, which SwiftData cannot say; left out", .unsaid,
      .init(name: "byX", elements: [.init(propertyName: "x")], partialPredicate: "x > 0")),
    index(
      "the index byX is over the expression x + y, which SwiftData cannot say; left out", .unsaid,
      .init(name: "byX", elements: [.init(propertyName: nil, expression: "x + y")])),
    index(
      "the index byX has elements of both kinds; left out", .unsaid,
      .init(name: "byX", elements: [.init(propertyName: "x"), .init(propertyName: "y", kind: .rTree)])),
    index("the index byX has no elements; left out", .unsaid, .init(name: "byX", elements: [])),
  ]
}
