/// Up to where a watcher knows a store.
struct StorePosition: Sendable {
  /// The number of the last save that was seen.
  var last: Int64 = 0
  /// There were saves to be told.
  var hasRecords = false
  /// The file has tables for history.
  var hasHistory = false
  /// `PRAGMA data_version` of the connection that looks.
  var version: Int64 = -1
  /// The same, of the connection that writes: it tells others' commits from own ones where history does not.
  var writerVersion: Int64?
}
