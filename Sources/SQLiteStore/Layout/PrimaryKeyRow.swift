/// One row of `Z_PRIMARYKEY` in a new store; `Z_MAX` starts at 0.
package struct PrimaryKeyRow: Sendable, Hashable {
  package var entityNumber: Int
  package var name: String
  /// 0 for a root entity.
  package var superentityNumber: Int
}
