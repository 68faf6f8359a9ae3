import Foundation
import ModelDescription

extension FormatLowering {
  func direct(_ comparison: FormatComparison, _ scope: Scope) throws -> QueryPredicate {
    let attribute = try path(comparison.left, scope)?.1
    return try compared(try value(comparison.left, scope), attribute, comparison, scope)
  }

  /// A comparison whose left side is lowered already.
  ///
  /// - Parameter path: what the left side is in the model, when it is a path.
  func compared(
    _ left: QueryExpression, _ path: ModelPath?, _ comparison: FormatComparison, _ scope: Scope
  ) throws -> QueryPredicate {
    let text = "\(FormatPredicate.comparison(comparison))"
    if case .composite? = path?.end { throw unsupported("a composite has no single value", text) }
    switch comparison.operation {
    case .equal: return try equal(left, path, comparison.right, comparison.options, scope, text)
    case .notEqual: return .not(try equal(left, path, comparison.right, comparison.options, scope, text))
    case .less: return try ordered(.less, left, comparison, scope, text)
    case .lessOrEqual: return try ordered(.lessOrEqual, left, comparison, scope, text)
    case .greater: return try ordered(.greater, left, comparison, scope, text)
    case .greaterOrEqual: return try ordered(.greaterOrEqual, left, comparison, scope, text)
    case .between:
      guard let bounds = elements(of: comparison.right), bounds.count == 2 else {
        throw unsupported("BETWEEN needs two bounds, such as {1, 10}", text)
      }
      var (low, high) = (comparison, comparison)
      (low.right, high.right) = (bounds[0], bounds[1])
      return .and([
        try ordered(.greaterOrEqual, left, low, scope, text), try ordered(.lessOrEqual, left, high, scope, text),
      ])
    case .in:
      guard let elements = elements(of: comparison.right) else {
        return try tested(.contains, try value(comparison.right, scope), nil, left, comparison.options, text)
      }
      return try member(left, path, elements, comparison.options, scope, text)
    case .contains: return try tested(.contains, left, path, value(comparison.right, scope), comparison.options, text)
    case .beginsWith:
      return try tested(.beginsWith, left, path, value(comparison.right, scope), comparison.options, text)
    case .endsWith: return try tested(.endsWith, left, path, value(comparison.right, scope), comparison.options, text)
    case .like: return try tested(.like, left, path, value(comparison.right, scope), comparison.options, text)
    case .matches: throw unsupported("stores have no regular expressions", text)
    }
  }

  /// The elements of a collection written or given.
  private func elements(of expression: FormatExpression) -> [FormatExpression]? {
    switch expression {
    case .aggregate(let elements): elements
    case .constant(.collection(let values)): values.map { .constant($0) }
    default: nil
    }
  }

  private func member(
    _ left: QueryExpression, _ path: ModelPath?, _ elements: [FormatExpression], _ options: FormatOptions,
    _ scope: Scope, _ text: String
  ) throws -> QueryPredicate {
    if try textOptions(options, text).isEmpty, elements.allSatisfy(\.isConstant) {
      let values = try elements.map { try constantValue($0) }
      // NaN equals nothing.
      return .membership(left, values.filter { !$0.isNaN })
    }
    return .or(try elements.map { try equal(left, path, $0, options, scope, text) })
  }

  private func ordered(
    _ operation: QueryPredicate.ComparisonOperator, _ left: QueryExpression, _ comparison: FormatComparison,
    _ scope: Scope, _ text: String
  ) throws -> QueryPredicate {
    guard try textOptions(comparison.options, text).isEmpty else {
      throw unsupported("stores order text by its bytes only; leave the options out", text)
    }
    let right = try value(comparison.right, scope)
    return left.isNaN || right.isNaN ? .constant(false) : .comparison(operation, left, right)
  }

  private func equal(
    _ left: QueryExpression, _ path: ModelPath?, _ other: FormatExpression, _ options: FormatOptions, _ scope: Scope,
    _ text: String
  ) throws -> QueryPredicate {
    let right = try value(other, scope)
    if left.isNaN || right.isNaN { return .constant(false) }
    let same = QueryPredicate.comparison(.equal, left, right)
    let options = try textOptions(options, text)
    guard !options.isEmpty, mayBeText(left, path), mayBeText(right, try self.path(other, scope)?.1) else { return same }
    let test = QueryPredicate.text(.equal, left, right, options)
    if left.isConstant || right.isConstant { return test }
    // Two paths that are both nil are equal, which a text test denies.
    return .or([
      test, .and([.comparison(.equal, left, .constant(.null)), .comparison(.equal, right, .constant(.null))]),
    ])
  }

  private func mayBeText(_ expression: QueryExpression, _ path: ModelPath?) -> Bool {
    if case .constant(let constant) = expression {
      switch constant {
      case .string, .uri: return true
      default: return false
      }
    }
    switch path?.end {
    case .attribute(let attribute)?: return attribute.type == .string || attribute.type == .uri
    case .object?: return false
    case .composite?, nil: return true
    }
  }

  private func tested(
    _ operation: QueryPredicate.TextOperator, _ left: QueryExpression, _ path: ModelPath?, _ right: QueryExpression,
    _ options: FormatOptions, _ text: String
  ) throws -> QueryPredicate {
    let hasNil = left == .constant(.null) || right == .constant(.null)
    guard hasNil || (mayBeText(left, path) && mayBeText(right, nil)) else {
      throw unsupported("text can be searched only in text", text)
    }
    return .text(operation, left, right, try textOptions(options, text))
  }

  private func textOptions(_ options: FormatOptions, _ text: String) throws -> TextOptions {
    if options.contains(.localeSensitive) {
      throw unsupported("[l] depends on the user's language, which stores do not know; use [cd]", text)
    }
    return options.textOptions
  }
}

extension QueryExpression {
  var isConstant: Bool { if case .constant = self { true } else { false } }

  var isNaN: Bool { if case .constant(let constant) = self { constant.isNaN } else { false } }
}

extension QueryConstant {
  package var isNaN: Bool {
    switch self {
    case .double(let value): value.isNaN
    case .decimal(let value): value.isNaN
    default: false
    }
  }
}
