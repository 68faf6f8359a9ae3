/// The answer to a batch insert.
open class NSBatchInsertResult: NSPersistentStoreResult {
  private let answer: Any?
  private let kind: NSBatchInsertRequestResultType

  package init(_ answer: Any?, _ kind: NSBatchInsertRequestResultType) {
    self.answer = answer
    self.kind = kind
  }

  /// A `Bool`, the `[NSManagedObjectID]`, or the count as `Int`, as `resultType` says.
  open var result: Any? { answer }
  open var resultType: NSBatchInsertRequestResultType { kind }
}

/// The answer to a batch update.
open class NSBatchUpdateResult: NSPersistentStoreResult {
  private let answer: Any?
  private let kind: NSBatchUpdateRequestResultType

  package init(_ answer: Any?, _ kind: NSBatchUpdateRequestResultType) {
    self.answer = answer
    self.kind = kind
  }

  /// A `Bool`, the `[NSManagedObjectID]`, or the count as `Int`, as `resultType` says.
  open var result: Any? { answer }
  open var resultType: NSBatchUpdateRequestResultType { kind }
}

/// The answer to a batch delete.
open class NSBatchDeleteResult: NSPersistentStoreResult {
  private let answer: Any?
  private let kind: NSBatchDeleteRequestResultType

  package init(_ answer: Any?, _ kind: NSBatchDeleteRequestResultType) {
    self.answer = answer
    self.kind = kind
  }

  /// A `Bool`, the `[NSManagedObjectID]`, or the count as `Int`, as `resultType` says.
  open var result: Any? { answer }
  open var resultType: NSBatchDeleteRequestResultType { kind }
}
