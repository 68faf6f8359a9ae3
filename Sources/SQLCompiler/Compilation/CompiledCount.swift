/// A statement that answers with one row of one number.
package struct CompiledCount: Hashable, Sendable {
  package var sql: String
  /// One for each `?`, in order.
  package var bindings: [SQLValue]
}
