/// The table of one root entity and its descendants, as Apple's frameworks make it.
package struct TableLayout: Sendable, Hashable {
  package var name: String
  package var rootNumber: Int
  /// After `Z_PK`, `Z_ENT`, `Z_OPT`, in the order of the file.
  package var columns: [Column]

  package struct Column: Sendable, Hashable {
    package var name: String
    package var sqlType: String
  }

  package var creationStatement: String {
    let fixed = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
    let all = fixed + columns.map { "\($0.name) \($0.sqlType)" }
    return "CREATE TABLE \(name) ( \(all.joined(separator: ", ")) )"
  }
}
