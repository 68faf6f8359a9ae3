/// What happened to a store since its watcher last told of it.
package struct StoreNews: Sendable {
  /// What others saved: other stores of this process on the same file, and other processes. Oldest first.
  package var records: [HistoryRecord] = []
  /// The versions of the rows that `records` update, as they are after the last of them.
  package var versions: [RowKey: Int64] = [:]
  /// More may have changed than `records` tells: the store keeps no history, or a part of it went unread.
  package var isEverything = false
  /// The number of the last save; 0 for a store without history.
  package var last: Int64 = 0
  /// Another file is in the place of the store's: there will be no more news.
  package var loss: StoreError?

  package init() {}

  /// Whether somebody else wrote; else it was this store itself.
  package var isForeign: Bool { isEverything || !records.isEmpty }
}
