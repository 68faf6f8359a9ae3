/// How a to-many relationship is stored.
package enum ToManyMapping: Sendable, Hashable {
  /// A foreign key in the destination's table; `orderColumn` when the relationship is ordered.
  case foreignKey(table: String, column: String, orderColumn: String?)
  /// A join table; the order column orders the destinations of one owner.
  case joinTable(table: String, ownerColumn: String, destinationColumn: String, orderColumn: String?)
}
