import ModelDescription
import Testing

/// A model with one fault, and what is said of it.
struct BrokenModel: CustomTestStringConvertible {
  let rule: ModelFinding.Rule
  let model: ModelDescription
  let message: String

  var testDescription: String { rule.rawValue }

  init(_ rule: ModelFinding.Rule, _ entities: [EntityDescription], _ message: String) {
    self.rule = rule
    self.model = ModelDescription(entities: entities)
    self.message = message
  }

  private static func text(_ name: String) -> AttributeDescription { AttributeDescription(name: name, type: .string) }

  private static func derived(_ expression: String) -> EntityDescription {
    EntityDescription(
      name: "A",
      attributes: [
        AttributeDescription(
          name: "d", type: .integer64, isReadOnly: true, derivation: DerivationDescription(expression: expression))
      ])
  }

  private static func relationship(
    _ name: String, to destination: String, inverse: String? = nil, isToMany: Bool = false, minimum: Int = 0,
    maximum: Int? = nil
  ) -> RelationshipDescription {
    RelationshipDescription(
      name: name, destinationEntityName: destination, inverseName: inverse, isToMany: isToMany, minimumCount: minimum,
      maximumCount: maximum)
  }

  private static func number(_ initial: Int64, _ bounds: (Int64?, Int64?) = (nil, nil)) -> EntityDescription {
    let validation = AttributeValidation(
      minimum: bounds.0.map { .integer($0) }, maximum: bounds.1.map { .integer($0) })
    return EntityDescription(
      name: "A",
      attributes: [
        AttributeDescription(name: "n", type: .integer16, defaultValue: .integer(initial), validation: validation)
      ])
  }

  static let errors: [BrokenModel] = [
    .init(.emptyName, [EntityDescription(name: "")], "an entity has no name; give it one"),
    .init(
      .emptyName, [EntityDescription(name: "A", attributes: [text("")])],
      "entity A: a property has no name; give it one"),
    .init(
      .duplicateEntity, [EntityDescription(name: "A"), EntityDescription(name: "A")],
      "entity A: the model has two entities of this name; rename one of them"),
    .init(
      .duplicateProperty,
      [EntityDescription(name: "A", attributes: [text("x")], relationships: [relationship("x", to: "A")])],
      "A.x: the entity has two properties of this name; rename or remove one of them"),
    .init(
      .entityNamesDifferInCase, [EntityDescription(name: "Tag"), EntityDescription(name: "tag")],
      "entity tag: its name differs from that of entity Tag in case only, and their tables would be one; rename one of them"
    ),
    .init(
      .reservedName, [EntityDescription(name: "_Metadata")],
      "entity _Metadata: its table would be Z_METADATA, which is the store's own; rename the entity"),
    .init(
      .reservedName, [EntityDescription(name: "A", attributes: [text("PK")])],
      "A.PK: the name is reserved: Z_PK, Z_ENT and Z_OPT are columns of every table; rename the property"),
    .init(
      .reservedName, [EntityDescription(name: "A", relationships: [relationship("_ent", to: "A")])],
      "A._ent: the name is reserved: Z_PK, Z_ENT and Z_OPT are columns of every table; rename the property"),
    .init(
      .unknownParent, [EntityDescription(name: "A", superentityName: "Gone")],
      "entity A: its parent entity \"Gone\" is not in the model; add the parent or make it a root entity"),
    .init(
      .parentCycle,
      [
        EntityDescription(name: "B", superentityName: "C"), EntityDescription(name: "C", superentityName: "B"),
        EntityDescription(name: "D", superentityName: "C"),
      ], "entity B: its parents form a cycle (B, C); make one of them a root entity"),
    .init(
      .parentCycle, [EntityDescription(name: "A", superentityName: "A")],
      "entity A: its parents form a cycle (A); make one of them a root entity"),
    .init(
      .inheritanceTooDeep,
      (0..<300).map { EntityDescription(name: "E\($0)", superentityName: $0 == 0 ? nil : "E\($0 - 1)") },
      "entity E257: it has more than 256 ancestors; flatten the inheritance"),
    .init(
      .missingDestination, [EntityDescription(name: "A", relationships: [relationship("r", to: "Gone")])],
      "A.r: its destination \"Gone\" is not in the model; choose a destination"),
    .init(
      .missingDestination, [EntityDescription(name: "A", relationships: [relationship("r", to: "")])],
      "A.r: the relationship has no destination entity; choose a destination"),
    .init(
      .danglingInverse, [EntityDescription(name: "A", relationships: [relationship("r", to: "A", inverse: "s")])],
      "A.r: its inverse \"A.s\" does not exist; add the inverse or choose another"),
    .init(
      .missingDerivation, [derived(" ")],
      "A.d: the attribute is derived, and no expression says from what; write the expression or make it an ordinary attribute"
    ),
  ]

  static let warnings: [BrokenModel] = [
    .init(
      .inheritedProperty,
      [
        EntityDescription(name: "A", attributes: [text("x")]), EntityDescription(name: "B", superentityName: "A"),
        EntityDescription(name: "C", superentityName: "B", attributes: [text("x")]),
      ], "C.x: A, an ancestor of the entity, has a property of this name; rename or remove one of them"),
    .init(
      .defaultOutOfRange, [number(40_000)],
      "A.n: its default 40000 does not fit into -32768…32767; choose a wider type or another default"),
    // As Image.artist of artsy's models.
    .init(
      .inverseMismatch,
      [
        EntityDescription(
          name: "A",
          relationships: [relationship("q", to: "B", inverse: "s"), relationship("r", to: "B", inverse: "s")]),
        EntityDescription(name: "B", relationships: [relationship("s", to: "A", inverse: "q")]),
      ], "A.r: its inverse B.s has A.q as its own, not A.r; make the two each other's inverse"),
    .init(
      .propertyNamesDifferInCase, [EntityDescription(name: "A", attributes: [text("name"), text("Name")])],
      "A.Name: its name differs from that of name in case only, so its column gets a number at the end; rename one of them unless a store has them already"
    ),
    .init(
      .unknownDerivation, [derived("gone.@count")],
      "A.d: its expression \"gone.@count\" names no property of the entity (gone); write a path, a function of a path, or now()"
    ),
    .init(
      .unknownDerivation, [derived("1 + d")],
      "A.d: its expression \"1 + d\" has a form that is not known; write a path, a function of a path, or now()"),
    .init(
      .countBounds,
      [
        EntityDescription(
          name: "A", relationships: [relationship("r", to: "A", isToMany: true, minimum: 3, maximum: 2)])
      ],
      "A.r: it needs at least 3 objects and allows 2; correct its counts"),
    .init(
      .validationBounds, [number(0, (5, 1))],
      "A.n: its minimum is greater than its maximum, so no value is valid; correct the bounds"),
    .init(
      .defaultOutOfBounds, [number(0, (1, 5))],
      "A.n: its default lies outside the attribute's own bounds, so a new object is not valid; correct the default or the bounds"
    ),
    .init(
      .unknownConstraintProperty, [EntityDescription(name: "A", uniquenessConstraints: [["gone"]])],
      "entity A: a uniqueness constraint names \"gone\", which is no property of the entity; correct the constraint"),
    .init(
      .unknownIndexProperty,
      [
        EntityDescription(
          name: "A", indexes: [FetchIndexDescription(name: "i", elements: [.init(propertyName: "gone")])])
      ],
      "entity A: the index \"i\" names \"gone\", which is no property of the entity; correct the index"),
    .init(
      .missingType, [EntityDescription(name: "A", attributes: [AttributeDescription(name: "x", type: .undefined)])],
      "A.x: the attribute has no type, so no store keeps it; choose a type or make it transient"),
  ]
}
