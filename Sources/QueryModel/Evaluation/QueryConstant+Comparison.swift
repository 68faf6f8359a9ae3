import Foundation

extension QueryConstant {
  /// Two-valued: nil equals nil and nothing else; no order holds with nil or between different types.
  ///
  /// NaN is nil, as SQLite stores it.
  package func compared(_ operation: QueryPredicate.ComparisonOperator, with other: QueryConstant) -> Bool {
    if isNaN { return QueryConstant.null.compared(operation, with: other) }
    if other.isNaN { return compared(operation, with: .null) }
    let isEqual: Bool
    let order = order(other)
    switch operation {
    case .equal, .notEqual:
      isEqual = order.map { $0 == 0 } ?? (self == other)
      return isEqual == (operation == .equal)
    case .less: return order.map { $0 < 0 } ?? false
    case .lessOrEqual: return order.map { $0 <= 0 } ?? false
    case .greater: return order.map { $0 > 0 } ?? false
    case .greaterOrEqual: return order.map { $0 >= 0 } ?? false
    }
  }

  /// Numbers by value, text and data by bytes; `nil` where there is no order.
  package func order(_ other: QueryConstant) -> Int? {
    if let a = QueryNumber(self), let b = QueryNumber(other) { return a.order(b) }
    if let a = text, let b = other.text { return Self.order(a.utf8, b.utf8) }
    switch (self, other) {
    case (.data(let a), .data(let b)): return Self.order(a, b)
    case (.uuid(let a), .uuid(let b)):
      return withUnsafeBytes(of: a.uuid) { a in withUnsafeBytes(of: b.uuid) { Self.order(a, $0) } }
    case (.object(_, let a), .object(_, let b)) where self == other || a != b: return a < b ? -1 : a > b ? 1 : 0
    default: return nil
    }
  }

  var text: String? {
    switch self {
    case .string(let text), .uri(let text): text
    default: nil
    }
  }

  package var isDecimal: Bool { if case .decimal = self { true } else { false } }

  private static func order(_ a: some Sequence<UInt8>, _ b: some Sequence<UInt8>) -> Int {
    a.lexicographicallyPrecedes(b) ? -1 : b.lexicographicallyPrecedes(a) ? 1 : 0
  }
}
