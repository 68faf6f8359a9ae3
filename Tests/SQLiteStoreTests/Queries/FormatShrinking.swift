import QueryModel

/// Makes the condition smaller while it still shows what it shows.
enum FormatShrinking {
  static func smallest(_ start: FormatPredicate, where shows: (FormatPredicate) -> Bool) -> FormatPredicate {
    var current = start
    while let next = smaller(current).first(where: shows) { current = next }
    return current
  }

  private static func smaller(_ predicate: FormatPredicate) -> [FormatPredicate] {
    switch predicate {
    case .constant, .closure: return []
    case .not(let part): return [part] + smaller(part).map { .not($0) }
    case .and(let parts): return parts + within(parts).map { .and($0) }
    case .or(let parts): return parts + within(parts).map { .or($0) }
    case .comparison(let comparison):
      var result: [FormatPredicate] = []
      for left in smaller(comparison.left) {
        var changed = comparison
        changed.left = left
        result.append(.comparison(changed))
      }
      for right in smaller(comparison.right) {
        var changed = comparison
        changed.right = right
        result.append(.comparison(changed))
      }
      return result
    }
  }

  private static func within(_ parts: [FormatPredicate]) -> [[FormatPredicate]] {
    parts.indices.flatMap { index in
      smaller(parts[index]).map { part in
        var parts = parts
        parts[index] = part
        return parts
      }
    }
  }

  private static func smaller(_ expression: FormatExpression) -> [FormatExpression] {
    switch expression {
    case .function(let name, let arguments):
      return arguments
        + arguments.indices.flatMap { index in
          smaller(arguments[index]).map {
            var arguments = arguments
            arguments[index] = $0
            return .function(name, arguments)
          }
        }
    case .conditional(let test, let yes, let no):
      return [yes, no] + smaller(test).map { .conditional($0, yes, no) }
    case .cast(let value, _): return [value]
    case .aggregate(let elements) where elements.count > 1:
      return elements.indices.map { index in
        var elements = elements
        elements.remove(at: index)
        return .aggregate(elements)
      }
    case .path(.subquery(let base, let variable, let condition), let names):
      return smaller(condition).map { .path(.subquery(base, variable: variable, $0), names) }
    default: return []
    }
  }
}
