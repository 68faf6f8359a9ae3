package import ModelDescription
package import QueryModel

/// A store of objects, as the object graph sees it: rows go out through cursors, changes come in as one request.
///
/// Stores may be called from any thread; each call is atomic.
package protocol ObjectStore: AnyObject, Sendable {
  /// The store's own identifier (an uppercase UUID), the host part of its object URIs.
  var identifier: String { get }
  /// That of the file that holds an entity's rows, for stores that are made of several.
  func identifier(ofEntity number: Int) -> String
  /// The model that all entity and field numbers of this contract refer to: the one that the store was opened with.
  var model: ResolvedModel { get }
  var isReadOnly: Bool { get }

  /// Runs a fetch and hands each row to `body`, in order. All rows come from one state of the store.
  func fetch(_ request: FetchRequest, _ body: (RowCursor) throws -> Void) throws

  func count(_ request: FetchRequest) throws -> Int

  /// The rows with those keys, which are of the entity or its subentities; missing ones are left out. Any order.
  func rows(_ keys: [Int64], of entity: Int, _ body: (RowCursor) throws -> Void) throws

  /// The destination rows of a to-many for each of the owners, ordered by owner, then by the relationship's own order
  /// (ordered) or by key.
  func related(
    _ relationship: String, of entity: Int, owners: [Int64], _ body: (_ owner: Int64, RowCursor) throws -> Void) throws

  /// The rows that hold given values in some fields, whatever their entity within the family; one answer for each tuple.
  ///
  /// Values are compared as the store's unique indexes compare them: tuples with a null match nothing.
  func rows(of entity: Int, fields: [Int], holding tuples: [[StoredValue]]) throws -> [RowVersion?]

  func save(_ request: SaveRequest) throws -> SaveResult
}

extension ObjectStore {
  package func identifier(ofEntity number: Int) -> String { identifier }
}
