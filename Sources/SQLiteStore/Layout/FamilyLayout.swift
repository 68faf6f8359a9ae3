import ModelDescription
import SQLCompiler
import StoreContract

/// A property where it is declared: the key under which columns are looked up.
struct PropertyKey: Hashable, Sendable {
  var entityNumber: Int
  var path: [String]
}

/// The work of laying out one root entity's table: names first, in model order, then the sort by group.
struct FamilyLayout {
  private(set) var table: TableLayout
  private(set) var columns: [PropertyKey: TableMapping.Column] = [:]
  /// Columns of to-many relationships without inverse that point into this family, by declaring entity.
  private(set) var hiddenColumns: [PropertyKey: String] = [:]

  private struct Placed {
    var column: TableLayout.Column
    var group: ColumnGroup
  }

  init(root: ResolvedEntity, model: ResolvedModel) throws {
    let name = try LayoutName.prefixed(root.name, entity: root.name)
    if LayoutName.reservedTables.contains(name) {
      throw StoreError(
        .unsupported, "The table \(name) of entity \(root.name) has the name of one of the store's own tables.",
        advice: "Rename the entity.", entity: root.name)
    }
    table = TableLayout(name: name, rootNumber: root.number, columns: [])
    var scope = NameScope(reserving: LayoutName.fixedColumns)
    var placed: [Placed] = []
    var orders: [(inverse: String, column: String)] = []

    let family = root.familyNumbers.compactMap { model.entity(numbered: $0) }
    for entity in family {
      for field in entity.fields where field.declaringEntityNumber == entity.number {
        guard let leaf = field.path.last else { continue }
        let base = try LayoutName.prefixed(leaf, entity: entity.name, property: field.name)
        if LayoutName.fixedColumns.contains(base) {
          throw StoreError(
            .unsupported, "The column \(base) of \(entity.name).\(field.name) has the name of one of the store's own.",
            advice: "Rename the property.", entity: entity.name, property: field.name)
        }
        var column = TableMapping.Column(name: scope.take(base))
        switch field.content {
        case .attribute(let attribute):
          guard let sqlType = attribute.type.sqlType, let group = ColumnGroup(attribute.type) else {
            throw StoreError(
              .unsupported, "An attribute of type \(attribute.type) has no column in a SQLite store.",
              entity: entity.name, property: field.name)
          }
          placed.append(Placed(column: .init(name: column.name, sqlType: sqlType), group: group))
        case .toOne(let relationship):
          placed.append(Placed(column: .init(name: column.name, sqlType: "INTEGER"), group: .integer))
          if model.entity(numbered: relationship.destinationNumber)?.hasSubentities == true {
            let entityColumn = scope.take("Z\(relationship.destinationNumber)_\(leaf.uppercased())")
            column.entityColumn = entityColumn
            placed.append(Placed(column: .init(name: entityColumn, sqlType: "INTEGER"), group: .integer))
          }
          if let inverse = relationship.inverse, inverse.isToMany, inverse.isOrdered, !inverse.isTransient {
            let orderColumn = scope.take("Z_FOK_\(leaf.uppercased())")
            column.orderColumn = orderColumn
            orders.append((inverse.name.lowercased(), orderColumn))
          }
        }
        columns[PropertyKey(entityNumber: entity.number, path: field.path)] = column
      }
    }
    // Observed in stores with several: from the last name of the ordered relationship to the first.
    let ordered = orders.enumerated().sorted {
      $0.element.inverse == $1.element.inverse ? $0.offset < $1.offset : $0.element.inverse > $1.element.inverse
    }
    placed += ordered.map {
      Placed(column: .init(name: $0.element.column, sqlType: "INTEGER"), group: .order)
    }
    for source in model.entities {
      for relationship in source.toManys
      where relationship.declaringEntityNumber == source.number && relationship.inverse == nil
        && root.familyNumbers.contains(relationship.destinationNumber)
      {
        _ = try LayoutName.prefixed(relationship.name, entity: source.name, property: relationship.name)
        let column = scope.take("Z\(source.number)\(relationship.name.uppercased())")
        hiddenColumns[PropertyKey(entityNumber: source.number, path: [relationship.name])] = column
        placed.append(Placed(column: .init(name: column, sqlType: "INTEGER"), group: .integer))
      }
    }
    table.columns = placed.enumerated()
      .sorted { ($0.element.group, $0.offset) < ($1.element.group, $1.offset) }
      .map(\.element.column)
  }
}
