/// A store that tells what its saves did.
package protocol HistoryStore: ObjectStore {
  /// The saves after that one, oldest first.
  func history(after number: Int64) throws -> [HistoryRecord]

  /// The saves, or the changes, that a fetch asks for.
  func history(_ fetch: HistoryFetch) throws -> [HistoryRecord]

  /// The numbers of the first save that is still told and of the last one that there was; both are 0 without saves.
  func historyBounds() throws -> (first: Int64, last: Int64)

  /// Forgets saves; what they wrote stays.
  func deleteHistory(_ numbers: [Int64]) throws
}
