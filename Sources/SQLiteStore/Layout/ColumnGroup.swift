package import ModelDescription

/// Where a column stands in its table: columns are sorted by group, stably (StoreFormat.md section 2).
package enum ColumnGroup: Int, Comparable, Sendable {
  case integer, order, floating, decimal, string, uri, uuid, transformable, binary

  package static func < (left: ColumnGroup, right: ColumnGroup) -> Bool { left.rawValue < right.rawValue }

  /// The group of an attribute's column, or `nil` when the type has no column of its own.
  package init?(_ type: AttributeType) {
    switch type {
    case .integer16, .integer32, .integer64, .boolean: self = .integer
    case .double, .float, .date: self = .floating
    case .decimal: self = .decimal
    case .string: self = .string
    case .uri: self = .uri
    case .uuid: self = .uuid
    case .transformable: self = .transformable
    case .binary: self = .binary
    case .undefined, .objectID, .composite: return nil
    }
  }
}

extension AttributeType {
  /// The declared SQL type of the attribute's column (StoreFormat.md section 2), or `nil` when it has none.
  package var sqlType: String? {
    switch self {
    case .integer16, .integer32, .integer64, .boolean: "INTEGER"
    case .double, .float: "FLOAT"
    case .date: "TIMESTAMP"
    case .decimal: "DECIMAL"
    case .string, .uri: "VARCHAR"
    case .uuid, .transformable, .binary: "BLOB"
    case .undefined, .objectID, .composite: nil
    }
  }
}
