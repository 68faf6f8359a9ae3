/// Everything that one save changes; the store does it in one transaction, wholly or not at all.
package struct SaveRequest: Sendable {
  package var inserts: [Insert] = []
  package var updates: [Update] = []
  package var deletes: [Delete] = []
  package var links: [LinkChange] = []
  /// Recorded in history.
  package var author: String?
  package var contextName: String?

  package init() {}

  package struct Insert: Sendable {
    /// Temporary: primary keys are -1, -2, … without gaps in the order of `inserts`.
    package var key: RowKey
    /// One for each field of the entity, in order.
    package var values: [StoredValue]
    /// The key that the row gets, when the store has set one aside.
    package var reservedKey: Int64?

    package init(key: RowKey, values: [StoredValue], reservedKey: Int64? = nil) {
      self.reservedKey = reservedKey
      self.key = key
      self.values = values
    }
  }

  package struct Update: Sendable {
    package var key: RowKey
    /// The version that the change is based on; `nil` overwrites whatever is there.
    package var version: Int64?
    /// Changed fields with their new values. Empty when only to-many relationships changed.
    package var values: [(field: Int, value: StoredValue)]
    /// Names of to-many relationships that changed, for history.
    package var changedToManys: [String]

    package init(
      key: RowKey, version: Int64?, values: [(field: Int, value: StoredValue)], changedToManys: [String] = []
    ) {
      self.key = key
      self.version = version
      self.values = values
      self.changedToManys = changedToManys
    }
  }

  package struct Delete: Sendable {
    package var key: RowKey
    package var version: Int64?

    package init(key: RowKey, version: Int64?) {
      self.key = key
      self.version = version
    }
  }

  /// A change of a to-many that no to-one column expresses: many-to-many, without inverse, or the order of an ordered
  /// one. Plain one-to-many relationships are changed through the to-one fields of the other end.
  package struct LinkChange: Sendable {
    package var owner: RowKey
    package var relationship: String
    package var removed: [RowKey]
    package var added: [RowKey]
    /// All members in their new order, when the relationship is ordered and the order changed.
    package var order: [RowKey]?

    package init(
      owner: RowKey, relationship: String, removed: [RowKey] = [], added: [RowKey] = [], order: [RowKey]? = nil
    ) {
      self.owner = owner
      self.relationship = relationship
      self.removed = removed
      self.added = added
      self.order = order
    }
  }
}
