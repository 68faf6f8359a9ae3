import ModelDescription
import QueryModel

/// A lowered expression and what kind of value it has.
struct SQLOperand {
  var sql: SQLFragment
  var kind: Kind
  /// The constant it came from, if it is one.
  var constant: QueryConstant?
  /// Its values are doubles, but whole ones may be stored as integers, as columns of the type TIMESTAMP do.
  var isWholeStored = false

  enum Kind: Hashable {
    case null, number, decimal, text, blob, uuid
    /// Key of a row of the family with that root entity.
    case object(root: Int)
    /// Bytes that say nothing about the value: transformables, binary data kept with a prefix.
    case opaque
  }

  init(_ sql: SQLFragment, _ kind: Kind, constant: QueryConstant? = nil) {
    self.sql = sql
    self.kind = kind
    self.constant = constant
  }

  var isNull: Bool { kind == .null }

  /// What can be computed with: integers divide and overflow as integers do, so that a double has to be one.
  var computing: SQLFragment { isWholeStored ? "CAST(\(sql) AS REAL)" : sql }

  static func kind(of attribute: AttributeDescription) -> Kind {
    switch attribute.type {
    case .integer16, .integer32, .integer64, .double, .float, .boolean, .date: .number
    case .decimal: .decimal
    case .string, .uri: .text
    case .uuid: .uuid
    case .binary: attribute.allowsExternalStorage ? .opaque : .blob
    case .transformable, .objectID, .composite, .undefined: .opaque
    }
  }
}
