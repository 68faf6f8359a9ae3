/// A row and the number of saves that it has seen.
package struct RowVersion: Hashable, Sendable {
  package var key: RowKey
  package var version: Int64

  package init(key: RowKey, version: Int64) {
    self.key = key
    self.version = version
  }
}
