package import Foundation

/// Answers predicate formats over plain objects.
///
/// Comparisons follow `QueryConstant.compared`, so that a format answers in memory as the query made of it answers on
/// disk: nil equals nil and nothing else, no order holds with nil or between different types, text compares by its
/// bytes unless options say otherwise. NaN equals nothing. What has no answer throws. `Documentation/QuerySemantics.md`
/// is the table.
package struct FormatEvaluator {
  let lookup: any FormatLookup
  let object: FormatValue
  var variables: [String: FormatValue]
  /// `now()`, the same for the whole evaluation.
  let now: Date

  package init(
    _ object: Any?, variables: [String: FormatValue] = [:], lookup: any FormatLookup, now: Date = Date()
  ) {
    self.object = FormatValue(object)
    self.variables = variables
    self.lookup = lookup
    self.now = now
  }

  /// Whether the object satisfies the condition.
  ///
  /// - Throws: `FormatError` that quotes the part which has no answer.
  package func holds(_ predicate: FormatPredicate) throws -> Bool {
    switch predicate {
    case .constant(let answer): return answer
    case .and(let parts): return try parts.allSatisfy(holds)
    case .or(let parts): return try parts.contains(where: holds)
    case .not(let part): return try !holds(part)
    case .comparison(let comparison): return try holds(comparison)
    case .closure(let closure): return try closure.body(object.any, [], variables) as? Bool ?? false
    }
  }

  private func holds(_ comparison: FormatComparison) throws -> Bool {
    let left = try value(comparison.left)
    // An empty side needs no other, and ANY of nothing must not fail for what stands on the right.
    if comparison.modifier != .direct, left == .null { return false }
    let right = try value(comparison.right)
    let test = FormatComparing(operation: comparison.operation, options: comparison.options)
    do {
      switch comparison.modifier {
      case .direct: return try test.holds(left, right)
      case .any: return try elements(left, comparison).contains { try test.holds($0, right) }
      case .all: return try elements(left, comparison).allSatisfy { try test.holds($0, right) }
      }
    } catch let problem as FormatComparing.Problem {
      throw FormatError(problem.code, problem.message, text: "\(FormatPredicate.comparison(comparison))")
    }
  }

  /// What ANY and ALL run over; collections inside the collection are opened, as to-many behind to-many gives them.
  private func elements(_ value: FormatValue, _ comparison: FormatComparison) throws -> [FormatValue] {
    guard case .collection(let elements) = value else {
      throw FormatError(
        .mismatch, "ANY and ALL need a collection on the left", text: "\(FormatPredicate.comparison(comparison))")
    }
    return elements.flattened
  }

  /// The value of an expression.
  package func value(_ expression: FormatExpression) throws -> FormatValue {
    switch expression {
    case .constant(let value): return value
    case .evaluatedObject: return object
    case .anyKey: throw FormatError(.unsupported, "ANYKEY is for Spotlight queries only", text: "ANYKEY")
    case .variable(let name):
      guard let value = variables[name] else {
        throw FormatError(.unboundVariable, "give $\(name) a value as a substitution variable", text: "$\(name)")
      }
      return value
    case .path(let base, let names): return try FormatPathReading(self, expression).value(value(base), names[...])
    case .function(let selector, let arguments): return try function(selector, arguments, expression)
    case .call(let target, let selector, let arguments):
      return try FormatMethod.value(self, value(target), selector, arguments.map(value), expression)
    case .cast(let inner, let type): return try FormatCasting.value(value(inner), type, expression)
    case .element(let base, let index): return try element(value(base), index, expression)
    case .subquery(let base, let variable, let condition):
      return try subquery(value(base), variable, condition, expression)
    case .conditional(let test, let yes, let no): return try holds(test) ? value(yes) : value(no)
    case .aggregate(let elements): return .collection(try elements.map(value))
    case .combination(let operation, let left, let right):
      return try combination(operation, value(left), value(right), expression)
    case .closure(let closure, let arguments): return FormatValue(try closure.body(object.any, arguments, variables))
    }
  }

  private func function(
    _ selector: String, _ arguments: [FormatExpression], _ expression: FormatExpression
  ) throws -> FormatValue {
    if selector == "now" { return .date(now) }
    return try FormatComputing(expression).value(selector, arguments.map(value))
  }

  private func element(_ base: FormatValue, _ index: FormatIndex, _ expression: FormatExpression) throws -> FormatValue
  {
    if case .object = base, case .value(let key) = index, case .string(let name) = try value(key) {
      return try FormatPathReading(self, expression).value(base, [name])
    }
    if base == .null { return .null }
    guard case .collection(let elements) = base else {
      throw FormatError(.mismatch, "only a collection has elements", text: "\(expression)")
    }
    switch index {
    case .first: return elements.first ?? .null
    case .last: return elements.last ?? .null
    case .size: return .integer(Int64(elements.count))
    case .value(let index):
      let value = try value(index)
      guard case .integer(let number)? = FormatNumber.whole(value) else {
        throw FormatError(.mismatch, "an index is a whole number", text: "\(expression)")
      }
      guard let position = Int(exactly: number), elements.indices.contains(position) else {
        throw FormatError(
          .arithmetic, "index \(number) is outside of a collection of \(elements.count)", text: "\(expression)")
      }
      return elements[position]
    }
  }

  /// Nothing is found in nil.
  private func subquery(
    _ base: FormatValue, _ variable: String, _ condition: FormatPredicate, _ expression: FormatExpression
  ) throws -> FormatValue {
    if base == .null { return .collection([]) }
    guard case .collection(let elements) = base else {
      throw FormatError(.mismatch, "SUBQUERY needs a collection", text: "\(expression)")
    }
    var inner = self
    return .collection(
      try elements.flattened.filter {
        inner.variables[variable] = $0
        return try inner.holds(condition)
      })
  }

  private func combination(
    _ operation: FormatSetOperator, _ left: FormatValue, _ right: FormatValue, _ expression: FormatExpression
  ) throws -> FormatValue {
    guard let first = left.elements, let second = right.elements else {
      throw FormatError(.mismatch, "\(operation.rawValue) needs a collection on both sides", text: "\(expression)")
    }
    let others = Set(second.map(\.identity))
    switch operation {
    case .union: return .collection((first + second).distinct)
    case .intersect: return .collection(first.distinct.filter { others.contains($0.identity) })
    case .minus: return .collection(first.distinct.filter { !others.contains($0.identity) })
    }
  }
}

extension FormatValue {
  /// Nil counts as an empty collection here.
  var elements: [FormatValue]? {
    switch self {
    case .null: []
    case .collection(let elements): elements
    default: nil
    }
  }

  /// Numbers of equal value are one member of a set.
  var identity: FormatValue {
    switch self {
    case .boolean(let value): .double(value ? 1 : 0)
    case .integer(let value): Double(exactly: value).map { .double($0) } ?? self
    case .decimal(let value): Double("\(value)").map { .double($0) } ?? self
    default: self
    }
  }
}

extension [FormatValue] {
  /// Collections inside are replaced by their elements.
  var flattened: [FormatValue] {
    guard contains(where: { if case .collection = $0 { true } else { false } }) else { return self }
    return flatMap { value in
      if case .collection(let inner) = value { return inner.flattened }
      return [value]
    }
  }

  /// First of each value, in order.
  var distinct: [FormatValue] {
    var seen: Set<FormatValue> = []
    return filter { seen.insert($0.identity).inserted }
  }
}
