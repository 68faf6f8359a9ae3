/// The current row of a running fetch. Valid only inside the closure it was handed to.
///
/// A class with overridable accessors and not a value: a fetch of many rows must not allocate for each of them.
/// Open, since every store derives its own.
open class RowCursor {
  public init() {}

  /// Number of the row's concrete entity.
  open func entity() -> Int { fatalError("a cursor must say its row's entity") }
  open func primaryKey() -> Int64 { fatalError("a cursor must say its row's key") }
  /// Number of saves the row has seen, for optimistic locking (`Z_OPT`).
  open func version() -> Int64 { fatalError("a cursor must say its row's version") }

  /// The value of a field, by its number in the row's own entity (`ResolvedEntity.fields`), whichever of its ancestors was
  /// fetched.
  open func value(_ field: Int) -> BorrowedValue { fatalError("a cursor must read fields") }

  /// Whether a field's value lies outside of its row, so that it is better asked for when somebody wants it.
  open func isApart(_ field: Int) -> Bool { false }

  /// Why a field reads as null although the row says that it has a value; `nil` when it has none.
  open func absence(of field: Int) -> (any Error)? { nil }
}
