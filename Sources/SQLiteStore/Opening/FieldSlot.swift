internal import ModelDescription
internal import SQLiteDriver

/// Where and how a field of an entity is kept.
struct FieldSlot: Sendable {
  /// Position in the plan's column list; the parameter of an insert is one more.
  let column: Int
  /// Position of the destination's entity number, for a polymorphic to-one.
  let entityColumn: Int?
  let kind: Kind
  let type: AttributeType
  let isOptional: Bool
  /// The kinds of SQLite values that a sound file has here, as bits by their raw values.
  let kinds: UInt8

  enum Kind: Sendable, Equatable {
    case plain
    /// A to-one; the number is that of the destination, which the rows of a leaf have.
    case reference(destination: Int)
    /// Bytes with the prefix of StoreFormat.md section 6.
    case external
  }

  init(_ field: ResolvedEntity.Field, column: Int, entityColumn: Int?) {
    self.column = column
    self.entityColumn = entityColumn
    switch field.content {
    case .attribute(let attribute):
      let holdsBytes = attribute.type == .binary || attribute.type == .transformable
      kind = attribute.allowsExternalStorage && holdsBytes ? .external : .plain
      type = attribute.type
      kinds = Self.kinds(attribute.type)
      // Leaves of a composite are NULL when it is nil; derived values are the store's own business.
      isOptional = attribute.isOptional || field.path.count > 1 || attribute.derivation != nil
    case .toOne(let relationship):
      kind = .reference(destination: relationship.destinationNumber)
      type = .objectID
      kinds = Self.kinds(.objectID)
      isOptional = relationship.description.isOptional
    }
  }

  func accepts(_ kind: SQLiteValue.Kind) -> Bool { kinds & (1 << UInt8(kind.rawValue)) != 0 }

  /// What SQLite's `typeof` gives for the values of a sound file.
  static func typeNames(_ field: ResolvedEntity.Field) -> [String] {
    let bits = kinds(field.attribute?.type ?? .objectID)
    let names: [(SQLiteValue.Kind, String)] = [
      (.null, "null"), (.integer, "integer"), (.real, "real"), (.text, "text"), (.blob, "blob"),
    ]
    return names.filter { bits & (1 << UInt8($0.0.rawValue)) != 0 }.map(\.1)
  }

  /// StoreFormat.md section 2: affinities make whole dates and decimals integers, and decimals real where nothing is lost.
  private static func kinds(_ type: AttributeType) -> UInt8 {
    let kinds: [SQLiteValue.Kind] =
      switch type {
      case .integer16, .integer32, .integer64, .boolean, .objectID: [.integer]
      case .double, .float, .date: [.real, .integer]
      case .decimal: [.integer, .real, .text]
      case .string, .uri: [.text]
      case .uuid, .binary, .transformable: [.blob]
      case .undefined, .composite: []
      }
    return kinds.reduce(1 << UInt8(SQLiteValue.Kind.null.rawValue)) { $0 | 1 << UInt8($1.rawValue) }
  }
}
