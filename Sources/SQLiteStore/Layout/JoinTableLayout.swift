/// The table of one many-to-many relationship and its inverse (StoreFormat.md section 4).
package struct JoinTableLayout: Sendable, Hashable {
  package var name: String
  /// The relationship that names the table, and the entity that declares it.
  package var naming: End
  package var inverse: End
  /// Holds the key of the naming entity's object.
  package var namingColumn: String
  /// Holds the key of the object that the naming relationship points at.
  package var inverseColumn: String
  /// Orders the naming entity's objects inside one object of the other side, when the inverse is ordered.
  package var namingOrderColumn: String?
  /// Orders the destinations of the naming relationship inside one owner, when that is ordered.
  package var inverseOrderColumn: String?

  package struct End: Sendable, Hashable {
    package var entityNumber: Int
    package var relationship: String
  }

  package var creationStatement: String {
    let names = [namingColumn, inverseColumn] + [namingOrderColumn, inverseOrderColumn].compactMap(\.self)
    let columns = names.map { "\($0) INTEGER" }.joined(separator: ", ")
    return "CREATE TABLE \(name) ( \(columns), PRIMARY KEY (\(namingColumn), \(inverseColumn)) )"
  }

  package var indexStatement: String {
    "CREATE INDEX \(name)_\(inverseColumn)_INDEX ON \(name) (\(inverseColumn), \(namingColumn))"
  }
}
