/// What a save did.
package struct SaveResult: Sendable {
  /// Permanent primary keys of the inserts, in their order.
  package var insertedKeys: [Int64]
  /// The rows' versions after the save, in the order of `SaveRequest.updates`.
  package var updatedVersions: [Int64]

  package init(insertedKeys: [Int64] = [], updatedVersions: [Int64] = []) {
    self.insertedKeys = insertedKeys
    self.updatedVersions = updatedVersions
  }
}
