import QueryModel
import TestKit

/// Makes predicates over the items of `DifferentialTests`.
struct PredicateMaker {
  var random: SeededGenerator

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func predicate(depth: Int, variable: QueryVariable) -> QueryPredicate {
    if depth > 0 {
      switch pick(8) {
      case 0:
        return .and([predicate(depth: depth - 1, variable: variable), predicate(depth: depth - 1, variable: variable)])
      case 1:
        return .or([predicate(depth: depth - 1, variable: variable), predicate(depth: depth - 1, variable: variable)])
      case 2, 3: return .not(predicate(depth: depth - 1, variable: variable))
      case 4:
        let member = QueryVariable(variable.number + 1)
        let names = pick(3) == 0 ? ["parent", "children"] : ["children"]
        return .quantified(
          pick(2) == 0 ? .any : .all, variable, names, binding: member, predicate(depth: depth - 1, variable: member))
      default: break
      }
    }
    let comparisons: [QueryPredicate.ComparisonOperator] = [
      .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ]
    let operation = comparisons[pick(6)]
    switch pick(6) {
    case 0, 1: return .comparison(operation, number(variable, depth: 2), number(variable, depth: 1))
    case 2: return .comparison(operation, text(variable), text(variable))
    case 3:
      let tests: [QueryPredicate.TextOperator] = [.contains, .beginsWith, .endsWith, .equal, .like]
      let options: [TextOptions] = [
        [], .caseInsensitive, [.caseInsensitive, .diacriticInsensitive], .localizedStandard,
      ]
      return .text(tests[pick(5)], text(variable), text(variable), options[pick(4)])
    case 4: return .membership(number(variable, depth: 1), [.integer(1), pick(2) == 0 ? .null : .integer(3)])
    default:
      return .comparison(
        pick(2) == 0 ? .equal : .notEqual, .path(variable, ["parent"]),
        pick(2) == 0 ? .constant(.null) : .constant(.object(entity: 1, key: Int64(pick(24) + 1))))
    }
  }

  private mutating func number(_ variable: QueryVariable, depth: Int) -> QueryExpression {
    switch pick(depth > 0 ? 8 : 5) {
    case 0, 1: return .path(variable, ["count"])
    case 2: return .path(variable, ["parent", "count"])
    case 3: return .constant(.integer(Int64(pick(5) - 2)))
    case 4: return .count(variable, pick(2) == 0 ? ["children"] : ["parent", "children"])
    case 5: return .coalesce(number(variable, depth: depth - 1), .constant(.integer(0)))
    case 6:
      return .conditional(
        predicate(depth: 0, variable: variable), number(variable, depth: 0), number(variable, depth: 0))
    default:
      let operations: [QueryExpression.ArithmeticOperator] = [.add, .subtract, .multiply, .divide, .remainder]
      return .arithmetic(operations[pick(5)], number(variable, depth: depth - 1), number(variable, depth: depth - 1))
    }
  }

  private mutating func text(_ variable: QueryVariable) -> QueryExpression {
    switch pick(4) {
    case 0: return .path(variable, ["parent", "name"])
    case 1: return .constant(.string(["", "a", "B", "é", "a*"][pick(5)]))
    default: return .path(variable, ["name"])
    }
  }
}
