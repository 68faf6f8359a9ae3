public import SchemaTypes

/// A model was inserted.
public struct DefaultHistoryInsert<Model>: HistoryInsert where Model: PersistentModel {
  public typealias TransactionIdentifier = Int64
  public typealias ChangeIdentifier = Int64

  public let changeIdentifier: Int64
  public let transactionIdentifier: Int64
  public let changedPersistentIdentifier: PersistentIdentifier

  public static func == (left: DefaultHistoryInsert, right: DefaultHistoryInsert) -> Bool {
    left.changeIdentifier == right.changeIdentifier && left.transactionIdentifier == right.transactionIdentifier
      && left.changedPersistentIdentifier == right.changedPersistentIdentifier
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(changeIdentifier)
    hasher.combine(changedPersistentIdentifier)
  }
}

/// Properties of a model were changed.
public struct DefaultHistoryUpdate<Model>: HistoryUpdate, @unchecked Sendable where Model: PersistentModel {
  // Unchecked because of the key paths alone, which are immutable.
  public typealias TransactionIdentifier = Int64
  public typealias ChangeIdentifier = Int64
  public typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

  public let changeIdentifier: Int64
  public let transactionIdentifier: Int64
  public let changedPersistentIdentifier: PersistentIdentifier
  /// Attributes and relationships, in the order of the class.
  public let updatedAttributes: [any PartialKeyPath<Model> & Sendable]

  public static func == (left: DefaultHistoryUpdate, right: DefaultHistoryUpdate) -> Bool {
    left.changeIdentifier == right.changeIdentifier && left.transactionIdentifier == right.transactionIdentifier
      && left.changedPersistentIdentifier == right.changedPersistentIdentifier
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(changeIdentifier)
    hasher.combine(changedPersistentIdentifier)
  }
}

/// A model was deleted.
public struct DefaultHistoryDelete<Model>: HistoryDelete where Model: PersistentModel {
  public typealias TransactionIdentifier = Int64
  public typealias ChangeIdentifier = Int64

  public let changeIdentifier: Int64
  public let transactionIdentifier: Int64
  public let changedPersistentIdentifier: PersistentIdentifier
  public let tombstone: HistoryTombstone<Model>

  public static func == (left: DefaultHistoryDelete, right: DefaultHistoryDelete) -> Bool {
    left.changeIdentifier == right.changeIdentifier && left.transactionIdentifier == right.transactionIdentifier
      && left.changedPersistentIdentifier == right.changedPersistentIdentifier
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(changeIdentifier)
    hasher.combine(changedPersistentIdentifier)
  }
}
