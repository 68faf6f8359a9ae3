import ModelDescription
import SQLCompiler

extension StoreLayout {
  /// A uniqueness constraint as the file keeps it: for all rows of a family's table.
  struct Constraint: Sendable, Hashable {
    var entityName: String
    var properties: [String]
    var table: String
    var columns: [String]

    /// Values of the columns, number of rows and their keys, for each group of rows that have the same; the groups with
    /// most rows first.
    func duplicatesQuery(limit: Int) -> String {
      let names = columns.map(\.quoted)
      return
        "SELECT \(names.map { "quote(\($0))" }.joined(separator: " || ', ' || ")), count(*), group_concat(Z_PK) FROM"
        + " \(table.quoted) WHERE \(names.map { "\($0) IS NOT NULL" }.joined(separator: " AND "))"
        + " GROUP BY \(names.joined(separator: ", ")) HAVING count(*) > 1 ORDER BY count(*) DESC, min(Z_PK) LIMIT \(limit)"
    }
  }

  var constraints: [Constraint] {
    model.entities.flatMap { entity in
      entity.description.uniquenessConstraints.compactMap { properties -> Constraint? in
        let columns = properties.compactMap { name in
          entity.fieldNumber(of: name).flatMap { column(of: entity.fields[$0])?.name }
        }
        guard columns.count == properties.count, !columns.isEmpty, let table = table(ofEntity: entity.number) else {
          return nil
        }
        return Constraint(entityName: entity.name, properties: properties, table: table.name, columns: columns)
      }
    }
  }
}
