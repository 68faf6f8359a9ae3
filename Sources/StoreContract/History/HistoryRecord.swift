package import Foundation

/// One save, as a store's history tells it.
package struct HistoryRecord: Sendable {
  /// Counts the store's saves.
  package var number: Int64
  package var timestamp: Date
  package var author: String?
  package var contextName: String?
  package var bundleIdentifier: String?
  package var processIdentifier: String?
  package var changes: [Change]

  package init(
    number: Int64, timestamp: Date, author: String? = nil, contextName: String? = nil, bundleIdentifier: String? = nil,
    processIdentifier: String? = nil, changes: [Change] = []
  ) {
    self.number = number
    self.timestamp = timestamp
    self.author = author
    self.contextName = contextName
    self.bundleIdentifier = bundleIdentifier
    self.processIdentifier = processIdentifier
    self.changes = changes
  }

  /// What happened to one row.
  package struct Change: Sendable {
    package enum Kind: Int64, Sendable { case insert = 0, update, delete }

    package var number: Int64
    package var kind: Kind
    package var key: RowKey
    /// Fields that an update changed.
    package var fields: [Int]
    /// Names of to-many relationships that an update changed.
    package var toManys: [String]
    /// Values that outlive a deleted row, by field.
    package var preserved: [Int: StoredValue]

    package init(
      number: Int64, kind: Kind, key: RowKey, fields: [Int] = [], toManys: [String] = [],
      preserved: [Int: StoredValue] = [:]
    ) {
      self.number = number
      self.kind = kind
      self.key = key
      self.fields = fields
      self.toManys = toManys
      self.preserved = preserved
    }
  }
}
