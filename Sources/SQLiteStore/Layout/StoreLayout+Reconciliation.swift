import ModelDescription
import SQLCompiler
import StoreContract

extension StoreLayout {
  /// The layout as an existing file has it.
  ///
  /// Entity tables are compared by names only: in-place migrations append columns. A join table is looked for under
  /// both of its possible names and, after a migration that renumbered entities, under any number (StoreFormat.md sections
  /// 2 and 4).
  ///
  /// - Throws: `StoreError` that names the table or column that the model needs and the file lacks.
  package func reconciled(with schema: FileSchema) throws -> StoreLayout {
    for table in tables { try check(table, against: schema) }
    var result = self
    result.joinTables = try joinTables.map { try find($0, in: schema) }
    var owners: Set<String> = []
    for table in result.joinTables where !owners.insert(table.name.uppercased()).inserted {
      let owner = model.entity(numbered: table.naming.entityNumber)?.name ?? ""
      throw StoreError(
        .damaged, "The join table \(table.name) would serve two relationships; one of theirs is missing.",
        advice: Self.advice, entity: owner, property: table.naming.relationship)
    }
    result.finish()
    return result
  }

  private func check(_ table: TableLayout, against schema: FileSchema) throws {
    guard let root = model.entity(numbered: table.rootNumber) else { return }
    guard let present = schema.columns(of: table.name).map(Set.init) else {
      throw StoreError(
        .damaged, "The file has no table \(table.name), which entity \(root.name) needs.", advice: Self.advice,
        entity: root.name)
    }
    for name in LayoutName.fixedColumns.sorted() where !present.contains(name) {
      throw StoreError(
        .damaged, "The table \(table.name) of entity \(root.name) has no column \(name).", advice: Self.advice,
        entity: root.name)
    }
    func require(_ column: String?, _ entity: String, _ property: String) throws {
      guard let column, !present.contains(column) else { return }
      throw StoreError(
        .damaged, "The table \(table.name) has no column \(column), which \(entity).\(property) needs.",
        advice: Self.advice, entity: entity, property: property)
    }
    for number in root.familyNumbers {
      guard let entity = model.entity(numbered: number) else { continue }
      for field in entity.fields where field.declaringEntityNumber == number {
        let column = column(of: field)
        try require(column?.name, entity.name, field.name)
        try require(column?.entityColumn, entity.name, field.name)
        try require(column?.orderColumn, entity.name, field.name)
      }
    }
    for source in model.entities {
      for relationship in source.toManys
      where relationship.declaringEntityNumber == source.number
        && root.familyNumbers.contains(relationship.destinationNumber)
      {
        try require(hiddenColumn(of: relationship), source.name, relationship.name)
      }
    }
  }

  private static let advice = "The file is damaged or was changed by something other than the frameworks."

  // MARK: Join tables

  private func find(_ expected: JoinTableLayout, in schema: FileSchema) throws -> JoinTableLayout {
    if fits(expected, schema) { return expected }
    let owner = model.entity(numbered: expected.naming.entityNumber)?.name ?? ""
    let candidates = candidateNames(expected, in: schema)
    for (naming, names) in candidates {
      if let exact = names.first, let found = match(exact, naming: naming, to: expected, in: schema) { return found }
    }
    // Another number is taken only when one table alone can be meant.
    let renumbered = candidates.flatMap { naming, names in
      names.dropFirst().compactMap { match($0, naming: naming, to: expected, in: schema) }
    }
    if Set(renumbered.map(\.name)).count == 1, let found = renumbered.first { return found }
    if let columns = schema.columns(of: expected.name) {
      throw StoreError(
        .damaged,
        "The columns of join table \(expected.name) (\(columns.joined(separator: ", "))) are not those that"
          + " \(owner).\(expected.naming.relationship) needs.", advice: Self.advice, entity: owner,
        property: expected.naming.relationship)
    }
    throw StoreError(
      .damaged, "The file has no join table \(expected.name), which \(owner).\(expected.naming.relationship) needs.",
      advice: Self.advice, entity: owner, property: expected.naming.relationship)
  }

  private func fits(_ table: JoinTableLayout, _ schema: FileSchema) -> Bool {
    guard let columns = schema.columns(of: table.name).map(Set.init) else { return false }
    return [table.namingColumn, table.inverseColumn, table.namingOrderColumn, table.inverseOrderColumn]
      .compactMap(\.self).allSatisfy(columns.contains)
  }

  /// The table's own name first, then the inverse's, then either with another number when no other table claims it.
  private func candidateNames(
    _ table: JoinTableLayout, in schema: FileSchema
  ) -> [(naming: JoinTableLayout.End, names: [String])] {
    let claimed = Set(joinTables.filter { $0.naming != table.naming }.map(\.name))
    return [table.naming, table.inverse].map { end in
      let suffix = end.relationship.uppercased()
      let exact = "Z_\(end.entityNumber)\(suffix)"
      let renumbered = schema.tables.keys.map { $0.uppercased() }.sorted().filter {
        $0 != exact && !claimed.contains($0) && Self.isNumbered($0, suffix)
      }
      return (end, [exact] + renumbered)
    }
  }

  private func match(
    _ name: String, naming: JoinTableLayout.End, to expected: JoinTableLayout, in schema: FileSchema
  ) -> JoinTableLayout? {
    guard let columns = schema.columns(of: name) else { return nil }
    let keys = columns.filter { !$0.hasPrefix("Z_FOK_") }
    let orders = columns.filter { $0.hasPrefix("Z_FOK_") }
    guard keys.count == 2 else { return nil }
    // A column is named after the relationship that points at the object whose key it holds.
    let pointsAtNaming = expected.inverse.relationship.uppercased()
    let pointsAtInverse = expected.naming.relationship.uppercased()
    func names(_ first: Int, _ second: Int) -> Bool {
      Self.isNumbered(keys[first], pointsAtNaming) && Self.isNumbered(keys[second], pointsAtInverse)
    }
    let direct = naming == expected.naming
    let order = direct ? [(0, 1), (1, 0)] : [(1, 0), (0, 1)]
    guard let (first, second) = order.first(where: { names($0.0, $0.1) }) else { return nil }
    func orderColumn(_ wanted: String?, _ relationship: String) -> String?? {
      guard wanted != nil else { return .some(nil) }
      return orders.first { Self.isNumbered("Z_" + $0.dropFirst(6), relationship) }.map { .some($0) }
    }
    guard let namingOrder = orderColumn(expected.namingOrderColumn, pointsAtNaming),
      let inverseOrder = orderColumn(expected.inverseOrderColumn, pointsAtInverse)
    else { return nil }
    var found = expected
    found.name = name
    found.namingColumn = keys[first]
    found.inverseColumn = keys[second]
    found.namingOrderColumn = namingOrder
    found.inverseOrderColumn = inverseOrder
    return found
  }

  /// Whether a name is `Z_`, a number, the relationship in capitals and perhaps a collision suffix.
  private static func isNumbered(_ name: String, _ relationship: String) -> Bool {
    guard name.hasPrefix("Z_") else { return false }
    let rest = name.dropFirst(2)
    let body = rest.drop(while: \.isNumber)
    guard body.count < rest.count else { return false }
    // Relationship names cannot begin with a digit, so everything before the first letter is the number.
    guard body.hasPrefix(relationship) else { return false }
    return body.dropFirst(relationship.count).allSatisfy(\.isNumber)
  }
}
