import ModelDescription
import SQLCompiler

/// The questions that a layout's tables are asked, in the order in which what they find is mended.
struct RowChecks {
  private(set) var all: [RowCheck] = []
  let layout: StoreLayout

  init(_ layout: StoreLayout) {
    self.layout = layout
    for table in layout.tables { addRowEntity(table) }
    for entity in layout.model.entities {
      guard let place = Place(entity, layout) else { continue }
      for field in entity.fields where field.declaringEntityNumber == entity.number {
        guard let column = layout.column(of: field) else { continue }
        switch field.content {
        case .attribute(let attribute): addValues(field, attribute, column, place)
        case .toOne(let relationship): addToOne(relationship, column, place)
        }
      }
      for relationship in entity.toManys where relationship.declaringEntityNumber == entity.number {
        addToMany(relationship, place)
      }
    }
    addConstraints()
  }

  mutating func add(_ check: RowCheck) { all.append(check) }

  /// Where an entity's rows are.
  struct Place {
    let entity: ResolvedEntity
    let mapping: TableMapping

    init?(_ entity: ResolvedEntity, _ layout: StoreLayout) {
      guard let mapping = layout.mapping(ofEntity: entity.number) else { return nil }
      self.entity = entity
      self.mapping = mapping
    }

    var table: String { mapping.table.quoted }
    var key: String { mapping.keyColumn.quoted }
    var number: String { mapping.entityColumn.quoted }

    /// Restricts a table's alias to the entity and its descendants; `nil` for a root, whose the whole table is.
    func family(_ alias: String) -> String? {
      entity.isRoot
        ? nil : "\(alias).\(number) BETWEEN \(entity.familyNumbers.lowerBound) AND \(entity.familyNumbers.upperBound)"
    }

    /// The rows of the entity and its descendants that meet a condition over the alias `t`.
    func rows(where condition: String) -> String {
      let conditions = [condition, family("t")].compactMap(\.self).joined(separator: " AND ")
      return "SELECT t.\(key) FROM \(table) AS t WHERE \(conditions) ORDER BY 1"
    }

    /// Whether a row of the entity has the key that an expression gives.
    func exists(_ expression: String) -> String {
      let conditions = ["d.\(key) = \(expression)", family("d")].compactMap(\.self).joined(separator: " AND ")
      return "EXISTS (SELECT 1 FROM \(table) AS d WHERE \(conditions))"
    }
  }

  func place(ofEntity number: Int) -> Place? {
    layout.model.entity(numbered: number).flatMap { Place($0, layout) }
  }

  // MARK: Rows

  private mutating func addRowEntity(_ table: TableLayout) {
    guard let root = place(ofEntity: table.rootNumber) else { return }
    let concrete = root.entity.familyNumbers.filter {
      layout.model.entity(numbered: $0)?.description.isAbstract == false
    }
    let list = concrete.map(String.init).joined(separator: ", ")
    let rows = root.rows(where: "t.\(root.number) IS NULL OR t.\(root.number) NOT IN (\(list))")
    let mending: StoreDamage.Mending =
      if concrete.count == 1, let only = concrete.first {
        .possible(
          words: "They are made rows of \(layout.model.entity(numbered: only)?.name ?? "").",
          .statements(["UPDATE \(root.table) SET \(root.number) = \(only) WHERE \(root.key) IN (\(rows))"]))
      } else {
        .impossible(advice: "Which entity they are of cannot be told: give them its number, or delete them.")
      }
    add(
      RowCheck(
        .rowEntity, entity: root.entity.name, table: table.name, rows: rows,
        one: "has the number of no entity that has rows in \(table.name)",
        many: "have the number of no entity that has rows in \(table.name)", mending))
  }

  // MARK: Values

  private mutating func addValues(
    _ field: ResolvedEntity.Field, _ attribute: AttributeDescription, _ column: TableMapping.Column, _ place: Place
  ) {
    let name = "t.\(column.name.quoted)"
    let kinds = FieldSlot.typeNames(field).map { "'\($0)'" }.joined(separator: ", ")
    add(
      RowCheck(
        .wrongType, entity: place.entity.name, property: field.name, table: place.mapping.table,
        rows: place.rows(where: "typeof(\(name)) NOT IN (\(kinds))"),
        one: "has a value that is no \(attribute.type)", many: "have values that are no \(attribute.type)",
        .impossible(advice: "Give them values of the attribute's type.")))
    // The parts of a composite are empty when it is nil, and derived values are the store's own business.
    guard !attribute.isOptional, field.path.count == 1, attribute.derivation == nil else { return }
    let rows = place.rows(where: "\(name) IS NULL")
    let mending: StoreDamage.Mending =
      if let value = attribute.defaultValue.flatMap({ SQLLiteral.value($0, for: attribute) }) {
        .possible(
          words: "They get the model's default value.",
          .statements(["UPDATE \(place.table) SET \(column.name.quoted) = \(value) WHERE \(place.key) IN (\(rows))"]))
      } else {
        .impossible(advice: "The model has no default value for it: give them one.")
      }
    add(
      RowCheck(
        .missingValue, entity: place.entity.name, property: field.name, table: place.mapping.table, rows: rows,
        one: "has no value, which the model demands", many: "have no value, which the model demands", mending))
  }
}
