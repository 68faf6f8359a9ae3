extension QuerySort {
  /// Negative, zero or positive: how two values of the key stand to each other, as SQL's `ORDER BY` has it.
  ///
  /// Nil comes first, and last when descending. Apple's stores are ordered by SQLite, to which NULL is less than any
  /// value, and Foundation's `SortDescriptor` orders optionals the same way.
  package func order(_ left: QueryConstant, _ right: QueryConstant) -> Int {
    let ascending =
      switch (left, right) {
      case (.null, .null): 0
      case (.null, _): -1
      case (_, .null): 1
      case (.string(let a), .string(let b)) where order == .localizedStandard: TextMatching.localizedOrder(a, b)
      default: left.order(right) ?? 0
      }
    return isAscending ? ascending : -ascending
  }
}
