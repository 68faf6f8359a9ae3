/// Which row of which entity: unique within one store.
///
/// Negative primary keys are temporary: they name objects of one `SaveRequest` that have no row yet.
package struct RowKey: Hashable, Sendable {
  /// Number of the row's concrete entity.
  package var entity: Int
  package var primaryKey: Int64

  package init(entity: Int, primaryKey: Int64) {
    self.entity = entity
    self.primaryKey = primaryKey
  }

  package var isTemporary: Bool { primaryKey < 0 }
}
