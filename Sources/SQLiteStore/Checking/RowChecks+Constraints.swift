import ModelDescription
import SQLCompiler

extension RowChecks {
  /// The unique index of a sub-entity is on the root's table too, unfiltered (StoreFormat.md section 8).
  mutating func addConstraints() {
    for entity in layout.model.entities {
      guard let place = Place(entity, layout) else { continue }
      for names in entity.description.uniquenessConstraints where !names.isEmpty {
        let columns = names.compactMap { name in
          (entity.fieldNumber(of: name) ?? entity.fieldNumber(ofPath: [name, name]))
            .flatMap { layout.column(of: entity.fields[$0])?.name.quoted }
        }
        guard columns.count == names.count else { continue }
        addConstraint(names, columns, place)
      }
    }
  }

  private mutating func addConstraint(_ names: [String], _ columns: [String], _ place: Place) {
    let list = columns.joined(separator: ", ")
    // No value equals no other one.
    let filled = columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    let pairs =
      "SELECT \(place.key) AS k, first_value(\(place.key)) OVER (PARTITION BY \(list) ORDER BY \(place.key)) AS f"
      + " FROM \(place.table) WHERE \(filled)"
    add(
      RowCheck(
        .duplicate, entity: place.entity.name, property: names.joined(separator: ", "), table: place.mapping.table,
        rows: "SELECT k FROM (\(pairs)) WHERE k != f ORDER BY 1",
        one: "has the unique value of another", many: "have unique values of others",
        .possible(
          words: "The first row of each value stays; what refers to the others refers to it, and they are deleted.",
          .statements(merging(pairs, place)))))
  }

  /// Statements that put the first row of each value in the place of the others.
  private func merging(_ pairs: String, _ place: Place) -> [String] {
    let twins = "temp.causeway_twins"
    func kept(_ column: String) -> String { "(SELECT f FROM \(twins) WHERE k = \(column))" }
    func isTwin(_ column: String) -> String { "\(column) IN (SELECT k FROM \(twins))" }
    var statements = [
      "DROP TABLE IF EXISTS \(twins)",
      "CREATE TEMP TABLE causeway_twins AS SELECT k, f FROM (\(pairs)) WHERE k != f",
    ]
    for reference in references(toFamilyOf: place.entity) {
      let (table, column) = (reference.table.quoted, reference.column.quoted)
      let ignoring = reference.isLink ? " OR IGNORE" : ""
      statements.append("UPDATE\(ignoring) \(table) SET \(column) = \(kept(column)) WHERE \(isTwin(column))")
      if reference.isLink { statements.append("DELETE FROM \(table) WHERE \(isTwin(column))") }
    }
    statements.append("DELETE FROM \(place.table) WHERE \(isTwin(place.key))")
    statements.append("DROP TABLE \(twins)")
    return statements
  }

  private struct Reference: Hashable {
    var table: String
    var column: String
    /// A column of a join table.
    var isLink = false
  }

  /// Every column that holds keys of a family's table.
  private func references(toFamilyOf entity: ResolvedEntity) -> [Reference] {
    var found: [Reference] = []
    func add(_ reference: Reference) { if !found.contains(reference) { found.append(reference) } }
    for source in layout.model.entities {
      guard let place = Place(source, layout) else { continue }
      let isFamily = source.rootNumber == entity.rootNumber
      for field in source.fields where field.declaringEntityNumber == source.number {
        guard let toOne = field.toOne, layout.rootNumber(of: toOne.destinationNumber) == entity.rootNumber,
          let column = layout.column(of: field)
        else { continue }
        add(Reference(table: place.mapping.table, column: column.name))
      }
      for relationship in source.toManys where relationship.declaringEntityNumber == source.number {
        switch place.mapping.toManys[relationship.name] {
        case .foreignKey(let table, let column, _) where relationship.inverse == nil && isFamily:
          add(Reference(table: table, column: column))
        case .joinTable(let table, let owner, let destination, _):
          if isFamily { add(Reference(table: table, column: owner, isLink: true)) }
          if layout.rootNumber(of: relationship.destinationNumber) == entity.rootNumber {
            add(Reference(table: table, column: destination, isLink: true))
          }
        case .foreignKey, nil: break
        }
      }
    }
    return found
  }
}
