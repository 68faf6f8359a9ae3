package import Foundation
package import QueryModel

/// Which part of a store's history to read, and in which order.
package struct HistoryFetch: Sendable {
  /// What predicate, order, limit and offset are about.
  package enum Subject: String, Sendable, CaseIterable {
    /// Each answer is a save with all of its changes.
    case transactions
    /// Each answer is a save with one change; a save may come several times.
    case changes
  }

  /// From where on history is read.
  package enum Start: Hashable, Sendable {
    case beginning
    /// Behind the save of that number.
    case save(Int64)
    /// Behind a moment.
    case time(Date)
  }

  package var subject: Subject
  package var start: Start
  /// Over the entity that the store has for the subject.
  package var predicate: QueryPredicate?
  /// Ties are broken by the number of the save or change; without any, these are the order.
  package var sorts: [QuerySort]
  package var limit: Int?
  package var offset: Int?
  /// The entities whose changes are wanted; all when `nil`. Counts for changes only.
  package var entities: [Int]?
  /// Whether answers of the subject `transactions` have their changes.
  package var readsChanges: Bool

  package init(
    _ subject: Subject, from start: Start = .beginning, predicate: QueryPredicate? = nil, sorts: [QuerySort] = [],
    limit: Int? = nil, offset: Int? = nil, entities: [Int]? = nil, readsChanges: Bool = true
  ) {
    self.subject = subject
    self.start = start
    self.predicate = predicate
    self.sorts = sorts
    self.limit = limit
    self.offset = offset
    self.entities = entities
    self.readsChanges = readsChanges
  }
}
