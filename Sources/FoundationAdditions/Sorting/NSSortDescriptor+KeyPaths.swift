public import Foundation
import QueryModel

extension NSSortDescriptor {
  /// Sorts by a key path to any value: optionals, Booleans and enums with raw values, which Foundation's own
  /// initializer leaves out on Linux. Nil first.
  public convenience init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
    self.init(keyPath: keyPath, ascending: ascending, comparator: { FormatValue($0).sortOrder(FormatValue($1)) })
  }

  /// Sorts as a `SortDescriptor` does; objects of another type are all the same to it.
  public convenience init<Compared>(_ sortDescriptor: SortDescriptor<Compared>) {
    let isAscending = sortDescriptor.order == .forward
    // `compare` applies the order, and so does the descriptor made here; changing the order of a copy leaves its
    // comparison as it was.
    let order: Comparator = { first, second in
      guard let first = first as? Compared, let second = second as? Compared else { return .orderedSame }
      let result = sortDescriptor.compare(first, second)
      return isAscending ? result : result.reversed
    }
    self.init(
      made: Self.descriptor(
        KeySortDescriptor(
          keys: [], ascending: isAscending, order: order, comparesObjects: true)))
  }
}
