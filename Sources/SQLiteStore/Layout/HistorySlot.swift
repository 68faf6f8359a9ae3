/// One bit of a history row's `ZCOLUMNS` (StoreFormat.md section 11).
package enum HistorySlot: Sendable, Hashable {
  /// An attribute or the key of a to-one, by field number.
  case field(Int)
  /// The entity number beside the key of a to-one, by field number.
  case entity(ofField: Int)
  /// The key that a to-many without inverse keeps in this entity's table.
  case hidden(column: String)
  /// A to-many relationship.
  case toMany(String)
}

/// A column of `ACHANGE` that keeps an attribute's last value when its object is deleted (StoreFormat.md section 11).
package struct TombstoneColumn: Sendable, Hashable {
  package var name: String
  package var fieldNumber: Int
}
