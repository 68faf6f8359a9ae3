import Foundation
import QueryModel

/// A sort descriptor by key, which Foundation's class on Linux has no place for.
final class KeySortDescriptor: NSSortDescriptor {
  let keys: [String]
  private let order: Comparator?
  /// The comparator takes the objects as they are and not the values under the key.
  private let comparesObjects: Bool

  init(keys: [String], ascending: Bool, order: Comparator?, comparesObjects: Bool = false) {
    self.keys = keys
    self.order = order
    self.comparesObjects = comparesObjects
    // The key path is never followed: `compare` reads by key.
    super.init(keyPath: \String.self, ascending: ascending, comparator: { _, _ in .orderedSame })
  }

  var naturalKeys: [String]? { order == nil && !comparesObjects && !keys.isEmpty ? keys : nil }

  var text: String? { keys.isEmpty ? nil : keys.joined(separator: ".") }

  override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
    let result: ComparisonResult
    if comparesObjects, let order {
      result = order(object1, object2)
    } else {
      let (first, second) = (value(of: object1), value(of: object2))
      result = order?(first.any ?? NSNull(), second.any ?? NSNull()) ?? first.sortOrder(second)
    }
    return ascending ? result : result.reversed
  }

  /// A key that an object lacks sorts as nil.
  private func value(of object: Any) -> FormatValue {
    (try? FormatEvaluator(object, lookup: ObjectLookup()).value(FormatExpression(keys: keys))) ?? .null
  }

  override var reversedSortDescriptor: Any {
    KeySortDescriptor(keys: keys, ascending: !ascending, order: order, comparesObjects: comparesObjects)
  }

  override func copy(with zone: NSZone? = nil) -> Any { self }
  override var hash: Int { keys.hashValue }
  override var description: String { "(\(text ?? "self"), \(ascending ? "ascending" : "descending"))" }

  /// Closures have no equality, so a descriptor with one equals itself only.
  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? KeySortDescriptor else { return false }
    return other === self
      || other.keys == keys && other.ascending == ascending && other.order == nil && order == nil
  }
}

extension FormatValue {
  /// Nil first, as stores sort; values without an order between them are the same.
  func sortOrder(_ other: FormatValue) -> ComparisonResult {
    switch (self == .null, other == .null) {
    case (true, true): .orderedSame
    case (true, false): .orderedAscending
    case (false, true): .orderedDescending
    case (false, false): comparison(other)
    }
  }

  private func comparison(_ other: FormatValue) -> ComparisonResult {
    guard let order = constant.flatMap({ left in other.constant.flatMap { left.order($0) } }) else {
      return .orderedSame
    }
    return order < 0 ? .orderedAscending : order > 0 ? .orderedDescending : .orderedSame
  }
}

extension ComparisonResult {
  var reversed: ComparisonResult {
    switch self {
    case .orderedAscending: .orderedDescending
    case .orderedSame: .orderedSame
    case .orderedDescending: .orderedAscending
    }
  }
}
