/// Where a store keeps an entity's fields: names only, no rules. Stores make it; the compiler reads it.
package struct TableMapping: Sendable {
  package var table: String
  /// Column of the primary key, of the entity number, of the version.
  package var keyColumn: String
  package var entityColumn: String
  package var versionColumn: String
  /// One for each field of the entity, in order (`ResolvedEntity.fields`).
  package var columns: [Column]
  /// What the entity's descendants add to these columns in the same table: fetched too, so that each row shows all of its
  /// own entity's fields.
  package var familyColumns: [String] = []
  /// By relationship name.
  package var toManys: [String: ToManyMapping]

  package struct Column: Sendable, Hashable {
    package var name: String
    /// Column with the destination's entity number, for a to-one whose destination has subentities.
    package var entityColumn: String?
    /// Column with the position inside the ordered inverse, for a to-one whose inverse is ordered.
    package var orderColumn: String?

    package init(name: String, entityColumn: String? = nil, orderColumn: String? = nil) {
      self.name = name
      self.entityColumn = entityColumn
      self.orderColumn = orderColumn
    }
  }

  package init(
    table: String, keyColumn: String, entityColumn: String, versionColumn: String, columns: [Column],
    toManys: [String: ToManyMapping]
  ) {
    self.table = table
    self.keyColumn = keyColumn
    self.entityColumn = entityColumn
    self.versionColumn = versionColumn
    self.columns = columns
    self.toManys = toManys
  }
}
