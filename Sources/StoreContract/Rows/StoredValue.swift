package import Foundation

/// One value on its way into a store.
///
/// Forms by attribute type: integers, Boolean (0/1) → `integer`; double, float, date (seconds since 2001-01-01 UTC) →
/// `real`; string, URI (absolute string), decimal (its shortest decimal text) → `text`; UUID (16 bytes), binary,
/// transformable → `blob`; a to-one → `reference`. Stores convert to their own types.
package enum StoredValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)
  case reference(RowKey)
}
