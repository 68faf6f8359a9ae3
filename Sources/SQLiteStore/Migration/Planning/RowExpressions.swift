internal import ModelDescription
internal import ModelEvolution
internal import SQLCompiler

/// What the columns of an entity's rows are made of, over the columns of the source's row.
struct RowExpressions {
  let planner: LinkPlanner
  let fills: MigrationFills
  /// By column of the destination's table.
  private(set) var columns: [String: String] = [:]
  private(set) var lacks: [Lack] = []

  /// A value that the source does not have in some rows, and what stands there.
  struct Lack: Sendable {
    var entity: ResolvedEntity
    var property: String
    var column: String
    /// `nil` when nothing is known to stand there.
    var fill: ResolvedFill?
    /// How many rows lack it, in the source.
    var count: String
    /// All rows do: the property is new.
    var isNew: Bool
    /// The rows may stay without it: another default than none is a courtesy.
    var isOptional: Bool
  }

  private let pair: EntityMapping
  private let former: ResolvedEntity
  private let formerMapping: TableMapping
  private let targetMapping: TableMapping

  init?(_ pair: EntityMapping, planner: LinkPlanner, fills: MigrationFills) {
    guard let former = pair.source, let formerMapping = planner.source.layout.mapping(ofEntity: former.number),
      let targetMapping = planner.target.mapping(ofEntity: pair.destination.number)
    else { return nil }
    (self.pair, self.former, self.planner, self.fills) = (pair, former, planner, fills)
    (self.formerMapping, self.targetMapping) = (formerMapping, targetMapping)
    for (number, field) in pair.fields.enumerated() {
      switch field {
      case .attribute(let attribute): add(attribute, number)
      case .toOne(let relationship): add(relationship, number)
      }
    }
    addHidden()
  }

  // MARK: attributes

  private mutating func add(_ mapping: AttributeMapping, _ number: Int) {
    let field = pair.destination.fields[number]
    guard let attribute = field.attribute else { return }
    let column = targetMapping.columns[number].name
    guard let value = mapping.sourceField.map({ formerMapping.columns[$0].name.quoted }) else {
      var fill = resolve(mapping.fill, field, attribute) ?? (mapping.fill == .null ? stated(field, attribute) : nil)
      let condition = compositeIsThere(field)
      if let condition, let value = fill {
        fill = ResolvedFill(
          literal: "CASE WHEN \(condition) THEN \(value.literal) END", value: value.value, origin: value.origin)
      }
      columns[column] = fill?.literal ?? "NULL"
      if fill != nil || mapping.fill == .missing {
        lacks.append(
          Lack(
            entity: pair.destination, property: field.name, column: column, fill: fill,
            count: lackCount(nil) + (condition.map { " AND (\($0))" } ?? ""), isNew: true,
            isOptional: attribute.isOptional))
      }
      return
    }
    let converted =
      switch mapping.conversion {
      case .none, .widening: value
      case .gainsExternalStorage: "\(MigrationFunctions.markInline)(\(value))"
      case .losesExternalStorage: "\(MigrationFunctions.externalBytes)(\(value))"
      }
    let hasAll =
      mapping.sourceField.flatMap { former.fields[$0].attribute }?.isOptional == false
      && planner.source.completeEntities.contains(former.number)
    guard mapping.fill != .null, mapping.fill != .derived, !hasAll else {
      columns[column] = converted
      return
    }
    let fill = resolve(mapping.fill, field, attribute)
    lacks.append(
      Lack(
        entity: pair.destination, property: field.name, column: column, fill: fill, count: lackCount(value),
        isNew: false,
        isOptional: false))
    columns[column] = fill.map { "IFNULL(\(converted), \($0.literal))" } ?? converted
  }

  /// For a part that a composite gets: whether the row has the composite, by the parts of the nearest one that the source
  /// has too; `nil` where it has none.
  private func compositeIsThere(_ field: ResolvedEntity.Field) -> String? {
    var path = field.path.dropLast()
    while !path.isEmpty {
      let former = pair.destination.fields.indices.compactMap { number -> String? in
        guard pair.destination.fields[number].path.starts(with: path) else { return nil }
        return pair.fields[number].attribute?.sourceField.map { formerMapping.columns[$0].name.quoted }
      }
      if !former.isEmpty { return former.map { "\($0) IS NOT NULL" }.joined(separator: " OR ") }
      path = path.dropLast()
    }
    return nil
  }

  private func resolve(
    _ fill: AttributeMapping.Fill, _ field: ResolvedEntity.Field, _ attribute: AttributeDescription
  ) -> ResolvedFill? {
    switch fill {
    case .null, .derived: return nil
    case .value(let value):
      if let fresh = fresh(field, attribute) { return fresh }
      if let literal = SQLLiteral.value(value, for: attribute) {
        return ResolvedFill(literal: literal, value: value.words, origin: .declared)
      }
      return attribute.isOptional ? nil : known(field, attribute)
    case .missing: return known(field, attribute)
    }
  }

  /// What the caller knows where the model says nothing.
  private func known(_ field: ResolvedEntity.Field, _ attribute: AttributeDescription) -> ResolvedFill? {
    if let fill = stated(field, attribute) { return fill }
    guard fills.allowsZero, let zero = SQLLiteral.zero(for: attribute) else { return nil }
    return ResolvedFill(literal: zero.literal, value: zero.words, origin: .zero)
  }

  /// What the caller says of that very property, of one that may be empty too.
  private func stated(_ field: ResolvedEntity.Field, _ attribute: AttributeDescription) -> ResolvedFill? {
    if let fresh = fresh(field, attribute) { return fresh }
    let owner = planner.mapping.destination.entity(numbered: field.declaringEntityNumber)?.name
    for name in [pair.destination.name, owner].compactMap(\.self) {
      if let value = fills.values[name]?[field.name], let literal = SQLLiteral.value(value, for: attribute) {
        return ResolvedFill(literal: literal, value: value.words, origin: .initialiser)
      }
    }
    return nil
  }

  /// An identifier that is another one in each row.
  private func fresh(_ field: ResolvedEntity.Field, _ attribute: AttributeDescription) -> ResolvedFill? {
    guard attribute.type == .uuid, fills.newIdentifiers[pair.destination.name]?.contains(field.name) == true else {
      return nil
    }
    return ResolvedFill(
      literal: "\(MigrationFunctions.newIdentifier)()", value: "a new UUID each", origin: .initialiser)
  }

  /// - Parameter value: rows where it is NULL are meant; without it all rows of the entity.
  private func lackCount(_ value: String?) -> String {
    "SELECT count(*) FROM \(MigrationSchema.source).\(formerMapping.table.quoted) WHERE"
      + " \(formerMapping.entityColumn.quoted) = \(former.number)" + (value.map { " AND \($0) IS NULL" } ?? "")
  }

  // MARK: to-ones

  private mutating func add(_ mapping: RelationshipMapping, _ number: Int) {
    let column = targetMapping.columns[number]
    let relationship = mapping.destination
    let isMandatory = !relationship.description.isOptional
    func addLack(_ value: String?) {
      lacks.append(
        Lack(
          entity: pair.destination, property: relationship.name, column: column.name, fill: nil,
          count: lackCount(value),
          isNew: value == nil, isOptional: false))
    }
    switch planner.place(of: mapping, inRowsOf: former) {
    case .empty:
      for name in [column.name, column.entityColumn, column.orderColumn].compactMap(\.self) { columns[name] = "NULL" }
      if isMandatory { addLack(nil) }
    case .links:
      // What is left without a link is counted when the links are there.
      for name in [column.name, column.entityColumn, column.orderColumn].compactMap(\.self) { columns[name] = "NULL" }
    case .column(let old, let family):
      guard let present = planner.mapping.destination.entity(numbered: relationship.destinationNumber) else { return }
      let key = old.name.quoted
      columns[column.name] = key.moved(by: planner.offsets.offset(from: family, to: present))
      if let entityColumn = column.entityColumn {
        columns[entityColumn] = entityNumber(beside: old, family, within: present)
      }
      if let orderColumn = column.orderColumn { columns[orderColumn] = old.orderColumn?.quoted ?? "NULL" }
      if mapping.mayLackValue { addLack(key) }
    }
  }

  /// The entity number beside a key.
  private func entityNumber(
    beside old: TableMapping.Column, _ family: ResolvedEntity, within present: ResolvedEntity
  ) -> String {
    let (map, isComplete) = planner.numbers(of: family, within: present)
    if let entityColumn = old.entityColumn { return map.expression(entityColumn.quoted, isComplete: isComplete) }
    if !family.hasSubentities, let only = map.pairs.first {
      return "CASE WHEN \(old.name.quoted) IS NOT NULL THEN \(only.target) END"
    }
    guard let place = planner.source.layout.mapping(ofEntity: family.number) else { return "NULL" }
    let number = map.expression("d.\(place.entityColumn.quoted)", isComplete: isComplete)
    return
      "(SELECT \(number) FROM \(MigrationSchema.source).\(place.table.quoted) AS d WHERE"
      + " d.\(place.keyColumn.quoted) = \(formerMapping.table.quoted).\(old.name.quoted))"
  }

  // MARK: to-manys without inverse

  private mutating func addHidden() {
    let model = planner.mapping.destination
    for owner in model.entities {
      for relationship in owner.toManys
      where relationship.declaringEntityNumber == owner.number && relationship.inverse == nil {
        guard let column = planner.target.hiddenColumn(of: relationship),
          let family = model.entity(numbered: relationship.destinationNumber),
          family.rootNumber == pair.destination.rootNumber
        else { continue }
        columns[column] = "NULL"
        if case .column(let old, let former) = planner.hiddenPlace(of: relationship, inRowsOf: former) {
          columns[column] = old.name.quoted.moved(by: planner.offsets.offset(from: former, to: owner))
        }
      }
    }
  }
}
