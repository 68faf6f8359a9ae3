/// One value on its way out of a store; buffers are valid until the cursor moves.
///
/// The forms are those of `StoredValue`, except that a decimal may also come as `integer` or `real` where the store
/// keeps it so (SQLite's NUMERIC affinity), and a whole-second date as `integer`.
public enum BorrowedValue {
  case null
  case integer(Int64)
  case real(Double)
  /// UTF-8, as stored.
  case text(UnsafeBufferPointer<UInt8>)
  case blob(UnsafeRawBufferPointer)
  /// Key of a to-one's destination.
  case reference(entity: Int, key: Int64)
}
