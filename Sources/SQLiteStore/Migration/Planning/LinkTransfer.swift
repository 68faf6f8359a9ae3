internal import ModelDescription
internal import SQLCompiler

/// The links of a place that no column of the same row gives: collected in a table of their own, reduced to what the
/// destination can hold, written to where it keeps them.
struct LinkTransfer: Sendable {
  let purpose: String
  let statements: [String]

  /// Where the destination keeps links.
  struct Column: Sendable {
    var table: String
    var keyColumn: String
    var entityColumn: String
    var numbers: ClosedRange<Int>
    /// The rows are all of the table's, so nothing has to be asked about their numbers.
    var isWhole: Bool
    var column: TableMapping.Column

    /// Restricts rows called `alias` to the family; begins with `AND`.
    func condition(_ alias: String) -> String {
      isWhole
        ? "" : " AND \(alias).\(entityColumn.quoted) BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound)"
    }
  }

  /// - Parameters:
  ///   - number: makes the name of the table of links unique.
  ///   - owner: the column in the owners' rows, for a to-one.
  ///   - member: the column in the members' rows: the inverse to-one, or that of a to-many without inverse.
  init(
    _ relationship: String, number: Int, pairs: [String], ownerTable: Column, memberTable: Column, owner: Column?,
    member: Column?
  ) {
    purpose = "link \(relationship)"
    let name = "temp.links\(number)"
    func place(_ links: String, _ column: Column) -> String {
      "EXISTS (SELECT 1 FROM \(MigrationSchema.target).\(column.table.quoted) AS t WHERE t.\(column.keyColumn.quoted) ="
        + " \(links) AND t.\(column.entityColumn.quoted) BETWEEN \(column.numbers.lowerBound) AND"
        + " \(column.numbers.upperBound))"
    }
    var statements = ["CREATE TABLE \(name) (owner INTEGER, member INTEGER, memberPosition, ownerPosition)"]
    statements += pairs.map { pairs in
      "INSERT INTO \(name) SELECT * FROM (\(pairs)) AS p WHERE \(place("p.owner", ownerTable))"
        + " AND \(place("p.member", memberTable))"
    }
    func keepFirst(of side: String, by position: String, _ other: String) -> String {
      "DELETE FROM \(name) WHERE rowid IN (SELECT id FROM (SELECT rowid AS id, row_number() OVER (PARTITION BY \(side)"
        + " ORDER BY \(position) IS NULL, \(position), \(other)) AS n FROM \(name)) WHERE n > 1)"
    }
    if owner != nil { statements.append(keepFirst(of: "owner", by: "memberPosition", "member")) }
    if member != nil { statements.append(keepFirst(of: "member", by: "ownerPosition", "owner")) }
    func write(_ place: Column, key: String, value: String, position: String, other: Column) -> String {
      var sets = ["\(place.column.name.quoted) = l.\(value)"]
      if let column = place.column.entityColumn {
        sets.append(
          "\(column.quoted) = (SELECT d.\(other.entityColumn.quoted) FROM"
            + " \(MigrationSchema.target).\(other.table.quoted) AS d WHERE d.\(other.keyColumn.quoted) = l.\(value))")
      }
      if let column = place.column.orderColumn { sets.append("\(column.quoted) = l.\(position)") }
      return
        "UPDATE \(MigrationSchema.target).\(place.table.quoted) AS t SET \(sets.joined(separator: ", "))"
        + " FROM \(name) AS l WHERE t.\(place.keyColumn.quoted) = l.\(key)"
    }
    if let owner {
      statements.append(
        write(owner, key: "owner", value: "member", position: "ownerPosition", other: memberTable))
    }
    if let member {
      statements.append(
        write(member, key: "member", value: "owner", position: "memberPosition", other: ownerTable))
    }
    statements.append("DROP TABLE \(name)")
    self.statements = statements
  }

  /// Gives the members of each owner new positions: those that had one by it, then the others by their keys.
  static func numbering(_ column: Column) -> String? {
    guard let order = column.column.orderColumn else { return nil }
    let (table, key, owner) = (
      "\(MigrationSchema.target).\(column.table.quoted)", column.keyColumn.quoted, column.column.name.quoted
    )
    return
      "UPDATE \(table) AS t SET \(order.quoted) = n.position FROM (SELECT \(key) AS k,"
      + " \(position(partition: owner, by: "\(order.quoted) IS NULL, \(order.quoted), \(key)")) AS position FROM \(table) WHERE \(owner) IS NOT NULL) AS n"
      + " WHERE t.\(key) = n.k"
  }

  /// Fresh positions (StoreFormat.md section 4.3).
  static func position(partition: String, by order: String) -> String {
    "\(OrderKeys.first - OrderKeys.step) + \(OrderKeys.step) * row_number() OVER (PARTITION BY \(partition) ORDER BY \(order))"
  }

  /// Takes away what leads to rows that are not there, or not of the destination's family.
  ///
  /// - Parameter place: how a row leads there; `nil` is by all columns of the place.
  static func clearing(
    _ column: Column, where place: Column? = nil, destination: Column, schema: String? = MigrationSchema.target
  ) -> String {
    let names = [column.column.name, column.column.entityColumn, column.column.orderColumn].compactMap(\.self)
    let prefix = schema.map { $0 + "." } ?? ""
    return
      "UPDATE \(prefix)\(column.table.quoted) AS t SET"
      + " \(names.map { "\($0.quoted) = NULL" }.joined(separator: ", ")) WHERE"
      + " \(dangling(place ?? column, destination: destination, schema: schema))"
  }

  /// Which rows, called `t`, lead to nothing.
  static func dangling(_ column: Column, destination: Column, schema: String?) -> String {
    let prefix = schema.map { $0 + "." } ?? ""
    let entity =
      column.column.entityColumn.map { " AND d.\(destination.entityColumn.quoted) IS t.\($0.quoted)" }
      ?? destination.condition("d")
    return
      "t.\(column.column.name.quoted) IS NOT NULL\(column.condition("t")) AND NOT EXISTS (SELECT 1 FROM"
      + " \(prefix)\(destination.table.quoted) AS d WHERE d.\(destination.keyColumn.quoted) ="
      + " t.\(column.column.name.quoted)\(entity))"
  }
}
