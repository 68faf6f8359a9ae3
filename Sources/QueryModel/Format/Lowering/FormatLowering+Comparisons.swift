import Foundation
import ModelDescription

extension FormatLowering {
  func direct(_ comparison: FormatComparison, _ scope: Scope) throws -> QueryPredicate {
    // `{1, 2} CONTAINS x` is `x IN {1, 2}`.
    if comparison.operation == .contains, let elements = elements(of: comparison.left) {
      let text = "\(FormatPredicate.comparison(comparison))"
      let path = try path(comparison.right, scope)?.1
      return try member(try value(comparison.right, scope), path, elements, comparison.options, scope, text)
    }
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
    case .less: return try ordered(.less, left, path, comparison, scope)
    case .lessOrEqual: return try ordered(.lessOrEqual, left, path, comparison, scope)
    case .greater: return try ordered(.greater, left, path, comparison, scope)
    case .greaterOrEqual: return try ordered(.greaterOrEqual, left, path, comparison, scope)
    case .between:
      guard let bounds = elements(of: comparison.right), bounds.count == 2 else {
        throw unsupported("BETWEEN needs two bounds, such as {1, 10}", text)
      }
      var (low, high) = (comparison, comparison)
      (low.right, high.right) = (bounds[0], bounds[1])
      return .and([
        try ordered(.greaterOrEqual, left, path, low, scope), try ordered(.lessOrEqual, left, path, high, scope),
      ])
    case .in:
      guard let elements = elements(of: comparison.right) else {
        let rightPath = try self.path(comparison.right, scope)?.1
        return try tested(.contains, try value(comparison.right, scope), rightPath, left, comparison.options, text)
      }
      return try member(left, path, elements, comparison.options, scope, text)
    case .contains: return try tested(.contains, left, path, value(comparison.right, scope), comparison.options, text)
    case .beginsWith:
      return try tested(.beginsWith, left, path, value(comparison.right, scope), comparison.options, text)
    case .endsWith: return try tested(.endsWith, left, path, value(comparison.right, scope), comparison.options, text)
    case .like: return try tested(.like, left, path, value(comparison.right, scope), comparison.options, text)
    case .matches:
      let pattern = try value(comparison.right, scope)
      if case .constant(.string(let pattern)) = pattern {
        try TextRegex.check(pattern, comparison.options.textOptions)
      }
      return try tested(.matches, left, path, pattern, comparison.options, text)
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
    if options.textOptions.isEmpty, elements.allSatisfy(\.isConstant) {
      // Where the kinds differ SQLite would compare numbers with the numbers that texts spell.
      let kind = kind(left, path)
      let values = try elements.map { object(in: try constantValue($0), beside: path) }
        .filter { value in self.kind(.constant(value), nil).map { kind == nil || kind == $0 } ?? true }
      // NaN equals nothing.
      return .membership(left, values.filter { !$0.isNaN })
    }
    return .or(try elements.map { try equal(left, path, $0, options, scope, text) })
  }

  private func ordered(
    _ operation: QueryPredicate.ComparisonOperator, _ left: QueryExpression, _ path: ModelPath?,
    _ comparison: FormatComparison, _ scope: Scope
  ) throws -> QueryPredicate {
    let right = try value(comparison.right, scope)
    if left.isNaN || right.isNaN { return .constant(false) }
    let options = comparison.options.textOptions
    let otherPath = try self.path(comparison.right, scope)?.1
    try checkKinds(left, path, right, otherPath, "\(FormatPredicate.comparison(comparison))")
    guard !options.isEmpty, mayBeText(left, path), mayBeText(right, otherPath) else {
      return .comparison(operation, left, right)
    }
    return .comparison(operation, .computed(.order(options), [left, right]), .constant(.integer(0)))
  }

  private func equal(
    _ left: QueryExpression, _ path: ModelPath?, _ other: FormatExpression, _ options: FormatOptions, _ scope: Scope,
    _ text: String
  ) throws -> QueryPredicate {
    let otherPath = try self.path(other, scope)?.1
    let (left, right) = (object(in: left, beside: otherPath), object(in: try value(other, scope), beside: path))
    if left.isNaN || right.isNaN { return .constant(false) }
    try checkKinds(left, path, right, otherPath, text)
    let same = QueryPredicate.comparison(.equal, left, right)
    let options = options.textOptions
    guard !options.isEmpty, mayBeText(left, path), mayBeText(right, otherPath) else { return same }
    let test = QueryPredicate.text(.equal, left, right, options)
    if left.isConstant || right.isConstant { return test }
    // Two paths that are both nil are equal, which a text test denies.
    return .or([
      test, .and([.comparison(.equal, left, .constant(.null)), .comparison(.equal, right, .constant(.null))]),
    ])
  }

  /// The object that a text names, where it stands beside one.
  private func object(in constant: QueryConstant, beside path: ModelPath?) -> QueryConstant {
    guard case .object? = path?.end, case .string(let name) = constant else { return constant }
    return named(name) ?? constant
  }

  private func object(in expression: QueryExpression, beside path: ModelPath?) -> QueryExpression {
    guard case .constant(let constant) = expression else { return expression }
    return .constant(object(in: constant, beside: path))
  }

  /// What stores can compare with each other.
  private enum Kind {
    case number, text, data, uuid, object, other
  }

  private func checkKinds(
    _ left: QueryExpression, _ path: ModelPath?, _ right: QueryExpression, _ otherPath: ModelPath?, _ text: String
  ) throws {
    guard let first = kind(left, path), let second = kind(right, otherPath), first != second else { return }
    throw unsupported("its two sides are of different types", text)
  }

  /// `nil` for nil, and where it is not known.
  private func kind(_ expression: QueryExpression, _ path: ModelPath?) -> Kind? {
    switch expression {
    case .constant(let constant):
      switch constant {
      case .null, .collection, .dictionary: return nil
      case .boolean, .integer, .double, .decimal, .date: return .number
      case .string, .uri: return .text
      case .data: return .data
      case .uuid: return .uuid
      case .object: return .object
      }
    case .computed(let computation, _): return computation.result == .text ? .text : .number
    case .count, .countWhere, .arithmetic: return .number
    case .path: break
    default: return nil
    }
    switch path?.end {
    case .attribute(let attribute)?:
      switch attribute.type {
      case .string, .uri: return .text
      case .integer16, .integer32, .integer64, .double, .float, .decimal, .boolean, .date: return .number
      case .binary: return .data
      case .uuid: return .uuid
      case .transformable, .objectID, .composite, .undefined: return .other
      }
    case .object?: return .object
    case .composite?, nil: return nil
    }
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
    case .composite?, nil: break
    }
    switch expression {
    case .computed(let computation, _): return computation.result == .text
    case .count, .arithmetic: return false
    default: return true
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
    return .text(operation, left, right, options.textOptions)
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
    case .date(let value): value.timeIntervalSinceReferenceDate.isNaN
    default: false
    }
  }
}
