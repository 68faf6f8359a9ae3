/// A fetch as SQL, with what its result columns mean.
package struct CompiledFetch: Hashable, Sendable {
  /// The statement; equal texts have equal shapes for one model and mapping, so it is also the cache key.
  package var sql: String
  /// One for each `?`, in order.
  package var bindings: [SQLValue]
  package var shape: Shape

  /// Positions of result columns, from 0.
  package struct Shape: Hashable, Sendable {
    /// Number of the fetched entity.
    package var entity: Int
    package var key: Int
    package var entityNumber: Int
    package var version: Int
    /// For each field of the entity, its column.
    package var fields: [Int]
    /// For each field, the column with the destination's entity number, where the mapping has one.
    package var destinationEntities: [Int?]
  }
}
