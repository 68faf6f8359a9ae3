/// Which objects to fetch, in which order.
package struct FetchRequest: Hashable, Sendable {
  /// Number of the entity in the model that the store was opened with.
  package var entity: Int
  package var includesSubentities: Bool
  package var predicate: QueryPredicate?
  /// Ties are broken by entity family key, ascending, so that every order is total.
  package var sorts: [QuerySort]
  package var limit: Int?
  package var offset: Int?
  /// Numbers of the fields that the rows show; all when `nil`. The others read as null.
  package var fields: Set<Int>?

  package init(
    entity: Int, includesSubentities: Bool = true, predicate: QueryPredicate? = nil, sorts: [QuerySort] = [],
    limit: Int? = nil, offset: Int? = nil
  ) {
    self.entity = entity
    self.includesSubentities = includesSubentities
    self.predicate = predicate
    self.sorts = sorts
    self.limit = limit
    self.offset = offset
  }
}
