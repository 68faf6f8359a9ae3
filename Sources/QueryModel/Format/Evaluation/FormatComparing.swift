import Foundation

/// One operator with its options, over two values.
struct FormatComparing {
  let operation: FormatOperator
  let options: FormatOptions

  /// Why two values cannot be compared; the evaluator adds the comparison's text.
  struct Problem: Error {
    let code: FormatError.Code
    let message: String
  }

  func holds(_ left: FormatValue, _ right: FormatValue) throws -> Bool {
    switch operation {
    case .equal: return equal(left, right)
    case .notEqual: return !equal(left, right)
    case .less: return order(left, right).map { $0 < 0 } ?? false
    case .lessOrEqual: return order(left, right).map { $0 <= 0 } ?? false
    case .greater: return order(left, right).map { $0 > 0 } ?? false
    case .greaterOrEqual: return order(left, right).map { $0 >= 0 } ?? false
    case .between: return try isBetween(left, right)
    case .in: return try contains(right, left)
    case .contains: return try contains(left, right)
    case .beginsWith, .endsWith, .like, .matches: return try matches(left, right)
    }
  }

  private func isBetween(_ value: FormatValue, _ bounds: FormatValue) throws -> Bool {
    guard case .collection(let bounds) = bounds, bounds.count == 2 else {
      throw Problem(code: .mismatch, message: "BETWEEN needs two bounds, such as {1, 10}")
    }
    guard let low = order(value, bounds[0]), let high = order(value, bounds[1]) else { return false }
    return low >= 0 && high <= 0
  }

  private func contains(_ whole: FormatValue, _ part: FormatValue) throws -> Bool {
    switch (whole, part) {
    case (.collection(let elements), _): return elements.contains { equal($0, part) }
    case (.null, _): return false
    case (.string(let text), .string(let pattern)): return FormatText.matches(.contains, text, pattern, options)
    case (.string, .null): return false
    default:
      throw Problem(code: .mismatch, message: "\(operation.rawValue) needs a collection, or two texts")
    }
  }

  private func matches(_ left: FormatValue, _ right: FormatValue) throws -> Bool {
    if left == .null || right == .null { return false }
    guard let text = left.text, let pattern = right.text else {
      throw Problem(code: .mismatch, message: "\(operation.rawValue) needs text on both sides")
    }
    switch operation {
    case .beginsWith: return FormatText.matches(.beginsWith, text, pattern, options)
    case .endsWith: return FormatText.matches(.endsWith, text, pattern, options)
    case .like: return FormatText.matches(.like, text, pattern, options)
    default: return try FormatRegex.matches(text, pattern, options)
    }
  }

  private func equal(_ left: FormatValue, _ right: FormatValue) -> Bool {
    if left.isNaN || right.isNaN { return false }
    switch (left, right) {
    case (.string(let a), .string(let b)): return FormatText.matches(.equal, a, b, options)
    case (.collection(let a), .collection(let b)): return a.count == b.count && zip(a, b).allSatisfy(equal)
    case (.object(let a), .object(let b)): return a == b
    default:
      guard let a = left.constant, let b = right.constant else { return false }
      return a.compared(.equal, with: b)
    }
  }

  /// Negative, zero or positive; nil where there is no order.
  private func order(_ left: FormatValue, _ right: FormatValue) -> Int? {
    Self.order(left, right, options)
  }

  static func order(_ left: FormatValue, _ right: FormatValue, _ options: FormatOptions) -> Int? {
    if left.isNaN || right.isNaN { return nil }
    if case (.string(let a), .string(let b)) = (left, right) { return FormatText.order(a, b, options) }
    guard let a = left.constant, let b = right.constant else { return nil }
    return a.order(b)
  }
}

extension FormatValue {
  var isNaN: Bool {
    switch self {
    case .double(let value): value.isNaN
    case .decimal(let value): value.isNaN
    default: false
    }
  }

  var text: String? {
    switch self {
    case .string(let text): text
    case .url(let url): url.absoluteString
    default: nil
    }
  }

  /// The value as queries hold it; nil for collections with objects, and objects.
  package var constant: QueryConstant? {
    switch self {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    case .double(let value): return .double(value)
    case .decimal(let value): return .decimal(value)
    case .string(let value): return .string(value)
    case .date(let value): return .date(value)
    case .data(let value): return .data(value)
    case .uuid(let value): return .uuid(value)
    case .url(let value): return .uri(value.absoluteString)
    case .collection(let values):
      let constants = values.compactMap(\.constant)
      return constants.count == values.count ? .collection(constants) : nil
    case .object(let object): return object.value as? QueryConstant
    }
  }
}
