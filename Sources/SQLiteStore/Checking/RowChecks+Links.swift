import ModelDescription
import SQLCompiler

extension RowChecks {
  // MARK: To-ones

  mutating func addToOne(_ relationship: ResolvedRelationship, _ column: TableMapping.Column, _ place: Place) {
    guard let destination = self.place(ofEntity: relationship.destinationNumber) else { return }
    let name = "t.\(column.name.quoted)"
    let dangling = place.rows(where: "\(name) IS NOT NULL AND NOT \(destination.exists(name))")
    let goes = relationship.inverse?.deleteRule == .cascade
    let isOptional = relationship.description.isOptional
    let (one, many) = (
      "refers to a \(destination.entity.name) that is not there",
      "refer to objects of \(destination.entity.name) that are not there"
    )
    let delete = StoreDamage.Mending.possible(
      words: "They are deleted, as the owner's delete rule \"cascade\" would have.",
      .statements(["DELETE FROM \(place.table) WHERE \(place.key) IN (\(dangling))"]))
    let choose = StoreDamage.Mending.impossible(advice: "Give them a destination, or delete them.")
    let clear = StoreDamage.Mending.possible(
      words: "They refer to nothing from then on.",
      .statements([Self.clearing(column, place) + " WHERE \(place.key) IN (\(dangling))"]))
    add(
      RowCheck(
        isOptional && !goes ? .danglingKey : .orphan, entity: place.entity.name, property: relationship.name,
        table: place.mapping.table, rows: dangling, one: one, many: many,
        goes ? delete : isOptional ? clear : choose))
    if !isOptional {
      let alone = place.rows(where: "\(name) IS NULL")
      add(
        RowCheck(
          .orphan, entity: place.entity.name, property: relationship.name, table: place.mapping.table, rows: alone,
          one: "refers to nothing, though the model demands a \(destination.entity.name)",
          many: "refer to nothing, though the model demands a \(destination.entity.name)",
          goes
            ? .possible(
              words: "They are deleted, as the owner's delete rule \"cascade\" would have.",
              .statements(["DELETE FROM \(place.table) WHERE \(place.key) IN (\(alone))"]))
            : choose))
    }
    addReferenceEntity(relationship, column, place, destination)
    addInverse(relationship, column, place, destination)
  }

  private static func clearing(_ column: TableMapping.Column, _ place: Place) -> String {
    let columns = [column.name, column.entityColumn, column.orderColumn].compactMap(\.self)
    return "UPDATE \(place.table) SET \(columns.map { "\($0.quoted) = NULL" }.joined(separator: ", "))"
  }

  /// A to-one whose destination has subentities names the destination's entity too (StoreFormat.md section 3).
  private mutating func addReferenceEntity(
    _ relationship: ResolvedRelationship, _ column: TableMapping.Column, _ place: Place, _ destination: Place
  ) {
    guard let entityColumn = column.entityColumn?.quoted else { return }
    let found = "(SELECT d.\(destination.number) FROM \(destination.table) AS d WHERE d.\(destination.key) = "
    let rows = place.rows(
      where: "t.\(entityColumn) IS NOT \(found)t.\(column.name.quoted)) AND"
        + " (t.\(column.name.quoted) IS NULL OR \(destination.exists("t.\(column.name.quoted)")))")
    add(
      RowCheck(
        .referenceEntity, entity: place.entity.name, property: relationship.name, table: place.mapping.table,
        rows: rows, one: "names another entity than that of the object it refers to",
        many: "name another entity than that of the object they refer to",
        .possible(
          words: "They name the destination's own entity.",
          .statements([
            "UPDATE \(place.table) SET \(entityColumn) = \(found)\(place.table).\(column.name.quoted))"
              + " WHERE \(place.key) IN (\(rows))"
          ]))))
  }

  /// One-to-ones are kept on both sides.
  private mutating func addInverse(
    _ relationship: ResolvedRelationship, _ column: TableMapping.Column, _ place: Place, _ destination: Place
  ) {
    guard let inverse = relationship.inverse, !inverse.isToMany, let number = relationship.inverseEntityNumber,
      let other = self.place(ofEntity: number), let back = layout.column(declaredBy: number, path: [inverse.name])
    else { return }
    let (here, there) = (column.name.quoted, back.name.quoted)
    let rows = place.rows(
      where: "EXISTS (SELECT 1 FROM \(other.table) AS d WHERE d.\(other.key) = t.\(here)"
        + " AND d.\(there) IS NOT t.\(place.key))")
    add(
      RowCheck(
        .brokenInverse, entity: place.entity.name, property: relationship.name, table: place.mapping.table, rows: rows,
        one: "refers to a \(destination.entity.name) that does not refer back",
        many: "refer to objects of \(destination.entity.name) that do not refer back",
        .possible(
          words: "A destination that refers to nothing is made to refer back; the others are referred to no longer.",
          .statements([
            "UPDATE \(other.table) SET \(there) = (SELECT t.\(place.key) FROM \(place.table) AS t"
              + " WHERE t.\(here) = \(other.table).\(other.key)) WHERE \(there) IS NULL AND"
              + " (SELECT count(*) FROM \(place.table) AS t WHERE t.\(here) = \(other.table).\(other.key)) = 1",
            Self.clearing(column, place) + " WHERE \(place.key) IN (\(rows))",
          ]))))
  }

  // MARK: To-manys

  mutating func addToMany(_ relationship: ResolvedRelationship, _ place: Place) {
    switch place.mapping.toManys[relationship.name] {
    case .foreignKey(let table, let column, let order):
      if relationship.inverse == nil { addHiddenKey(relationship, table, column, place) }
      if relationship.description.isOrdered, let order,
        let members = self.place(ofEntity: relationship.destinationNumber)
      {
        addOrder(
          relationship, place, table: table, key: members.key, owner: column.quoted, order: order.quoted)
      }
    case .joinTable(let table, let owner, let destination, let order):
      addLinks(relationship, table, owner: owner, destination: destination, place)
      if relationship.description.isOrdered, let order {
        addOrder(
          relationship, place, table: table, key: "rowid", owner: owner.quoted, order: order.quoted)
      }
    case nil: break
    }
  }

  /// A to-many without inverse is a column in the destination's table.
  private mutating func addHiddenKey(
    _ relationship: ResolvedRelationship, _ table: String, _ column: String, _ place: Place
  ) {
    guard let members = self.place(ofEntity: relationship.destinationNumber) else { return }
    let name = column.quoted
    let rows =
      "SELECT t.\(members.key) FROM \(table.quoted) AS t WHERE t.\(name) IS NOT NULL AND NOT"
      + " \(place.exists("t.\(name)")) ORDER BY 1"
    add(
      RowCheck(
        .danglingKey, entity: place.entity.name, property: relationship.name, table: table, rows: rows,
        one: "belongs to a \(place.entity.name) that is not there",
        many: "belong to objects of \(place.entity.name) that are not there",
        .possible(
          words: "They belong to nothing from then on.",
          .statements(["UPDATE \(table.quoted) SET \(name) = NULL WHERE \(members.key) IN (\(rows))"]))))
  }

  /// Asked once for each join table, by the side that names it.
  private mutating func addLinks(
    _ relationship: ResolvedRelationship, _ table: String, owner: String, destination: String, _ place: Place
  ) {
    let end = JoinTableLayout.End(entityNumber: place.entity.number, relationship: relationship.name)
    guard layout.joinTables.contains(where: { $0.naming == end }),
      let members = self.place(ofEntity: relationship.destinationNumber)
    else { return }
    let rows =
      "SELECT t.rowid FROM \(table.quoted) AS t WHERE t.\(owner.quoted) IS NULL OR t.\(destination.quoted) IS NULL"
      + " OR NOT \(place.exists("t.\(owner.quoted)")) OR NOT \(members.exists("t.\(destination.quoted)")) ORDER BY 1"
    add(
      RowCheck(
        .danglingLink, entity: place.entity.name, property: relationship.name, table: table, rows: rows,
        one: "of the join table links an object that is not there",
        many: "of the join table link objects that are not there",
        .possible(
          words: "The links are removed.", .statements(["DELETE FROM \(table.quoted) WHERE rowid IN (\(rows))"]))))
  }

  /// Members of one owner need different places.
  private mutating func addOrder(
    _ relationship: ResolvedRelationship, _ place: Place, table: String, key: String, owner: String, order: String
  ) {
    let wrong =
      "SELECT k, o FROM (SELECT \(key) AS k, \(owner) AS o, \(order) AS n, row_number() OVER"
      + " (PARTITION BY \(owner), \(order) ORDER BY \(key)) AS i FROM \(table.quoted) WHERE \(owner) IS NOT NULL)"
      + " WHERE n IS NULL OR typeof(n) != 'integer' OR i > 1"
    add(
      RowCheck(
        .orderKey, entity: place.entity.name, property: relationship.name, table: table,
        rows: "SELECT k FROM (\(wrong)) ORDER BY 1", one: "has no place of its own in the order",
        many: "have no place of their own in the order",
        .possible(
          words: "All members of their owners are numbered anew, in the order that is there.",
          .statements([
            "UPDATE \(table.quoted) SET \(order) = r.n FROM (SELECT \(key) AS k, \(OrderKeys.first - OrderKeys.step) +"
              + " \(OrderKeys.step) * row_number() OVER (PARTITION BY \(owner) ORDER BY \(order) IS NULL, \(order),"
              + " \(key)) AS n FROM \(table.quoted) WHERE \(owner) IN (SELECT o FROM (\(wrong)))) AS r"
              + " WHERE \(table.quoted).\(key) = r.k"
          ]))))
  }
}
