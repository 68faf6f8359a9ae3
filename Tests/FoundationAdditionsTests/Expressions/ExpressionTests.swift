import Foundation
import FoundationAdditions
import QueryModel
import Testing

/// `NSExpression` and `NSComparisonPredicate` in code. Their names are written as `Expression` and `Comparison` here:
/// Foundation deprecates them on Linux.
@Suite struct ExpressionTests {
  private typealias Expression = __Deprecated.Expression
  private typealias Comparison = __Deprecated.Comparison

  private func kind(_ number: UInt) -> __Deprecated.ExpressionKind? { __Deprecated.ExpressionKind(rawValue: number) }

  @Test func everyKindIsMadeAndAsked() throws {
    let one = Expression(forConstantValue: 1)
    let path = Expression(forKeyPath: "a.b")
    let variable = Expression(forVariable: "x")
    let sum = Expression(forFunction: "add:to:", arguments: [one, path])
    let aggregate = Expression(forAggregate: [one, path])
    let union = Expression(forUnionSet: path, with: aggregate)
    let subquery = Expression(forSubquery: path, usingIteratorVariable: "x", predicate: NSPredicate(format: "$x > 1"))
    let conditional = Expression(
      forConditional: NSPredicate(format: "a.b == 1"), trueExpression: one, falseExpression: path)
    let call = Expression(forFunction: path, selectorName: "length", arguments: nil)
    let block = Expression(block: { object, arguments, _ in "\(object ?? "-") \(arguments.count)" }, arguments: [one])
    let texts: [(Expression, String, UInt)] = [
      (one, "1", 0), (Expression.expressionForEvaluatedObject(), "SELF", 1), (variable, "$x", 2), (path, "a.b", 3),
      (sum, "1 + a.b", 4), (call, "FUNCTION(a.b, \"length\")", 4), (union, "a.b UNION {1, a.b}", 5),
      (Expression(forIntersectSet: path, with: path), "a.b INTERSECT a.b", 6),
      (Expression(forMinusSet: path, with: path), "a.b MINUS a.b", 7), (subquery, "SUBQUERY(a.b, $x, $x > 1)", 8),
      (aggregate, "{1, a.b}", 9), (Expression.expressionForAnyKey(), "ANYKEY", 10), (block, "BLOCK(1)", 11),
      (conditional, "TERNARY(a.b == 1, 1, a.b)", 12), (Expression(forKeyPath: "SELF"), "SELF", 1),
      (Expression(forFunction: "castObject:toType:", arguments: [path, "NSDate"]), "CAST(a.b, \"NSDate\")", 4),
      (Expression(forFunction: "objectFrom:withIndex:", arguments: [path, 2]), "a.b[2]", 4),
      (Expression(forFunction: "valueForKeyPath:", arguments: [variable, "c.d"]), "$x.c.d", 4),
    ]
    for (expression, text, number) in texts {
      #expect(expression.description == text)
      #expect(expression.expressionType == kind(number), "\(text)")
      #expect(expression.copy() as? Expression == expression)
    }
    #expect(one.constantValue as? Int == 1)
    #expect(path.keyPath == "a.b")
    #expect(variable.variable == "x" && subquery.variable == "x")
    #expect(sum.function == "add:to:" && sum.arguments?.map(\.description) == ["1", "a.b"])
    #expect(call.operand == path && call.function == "length")
    #expect((aggregate.collection as? [Expression])?.count == 2)
    #expect(subquery.collection as? Expression == path)
    #expect(subquery.predicate.formatText == "$x > 1" && conditional.predicate.formatText == "a.b == 1")
    #expect(union.left == path && union.right == aggregate)
    #expect(conditional.true == one && conditional.false == path)
    #expect(block.expressionValue(with: "o", context: nil) as? String == "o 1")
  }

  @Test func formatsAreReadAndEvaluated() throws {
    #expect(Expression(format: "1 + %d", 2).expressionValue(with: nil, context: nil) as? Int == 3)
    #expect(Expression(format: "%@ * 2", argumentArray: [4]).expressionValue(with: nil, context: nil) as? Int == 8)
    #expect(
      Expression(format: "12.845 * x + (y)").expressionValue(with: ["x": 1, "y": 2], context: nil) as? Double == 14.845)
    #expect(Expression(format: "x.@count").expressionValue(with: ["x": [1, 2]], context: nil) as? Int == 2)
    #expect(Expression(format: "$n + 1").expressionValue(with: nil, context: ["n": 2]) as? Int == 3)
    #expect(Expression(format: "1 / 0").expressionValue(with: nil, context: nil) == nil)
    let fault = try #require(throws: PredicateFormatError.self) { try Expression(format: "1 / 0").value(with: nil) }
    #expect(fault.code == .arithmetic)
    #expect(throws: PredicateFormatError.self) { try Expression.parse("12.845 == 12.845") }
    #expect(throws: PredicateFormatError.self) { try Expression.parse("TRUEPREDICATE") }
    #expect(throws: PredicateFormatError.self) {
      try Expression(forFunction: "factorial", arguments: [4]).value(with: nil)
    }
    #expect(try Expression.parse("%@ + 1", arguments: [Expression(forKeyPath: "a")]).description == "a + 1")
  }

  @Test func comparisonsAreMadeInCode() throws {
    let operations: [(UInt, String)] = [
      (0, "<"), (1, "<="), (2, ">"), (3, ">="), (4, "=="), (5, "!="), (6, "MATCHES"), (7, "LIKE"), (8, "BEGINSWITH"),
      (9, "ENDSWITH"), (10, "IN"),
      (11, "CONTAINS"), (12, "BETWEEN"),
    ]
    for (number, text) in operations {
      let operation = try #require(__Deprecated.Operator(rawValue: number))
      let predicate = Comparison(
        leftExpression: Expression(forKeyPath: "a"), rightExpression: Expression(forConstantValue: "x"),
        modifier: .direct, type: operation,
        options: [.caseInsensitive, .diacriticInsensitive])
      #expect(predicate.formatText == "a \(text)[cd] \"x\"")
      #expect(predicate.predicateOperatorType == operation)
      #expect(predicate.options == [.caseInsensitive, .diacriticInsensitive])
      #expect(predicate == NSPredicate(format: "a \(text)[cd] 'x'"))
    }
    let any = Comparison(
      leftExpression: Expression(forKeyPath: "a.b"), rightExpression: Expression(forConstantValue: 3), modifier: .any,
      type: .equalTo)
    #expect(any.formatText == "ANY a.b == 3" && any.comparisonPredicateModifier == .any)
    #expect(any.leftExpression.keyPath == "a.b" && any.rightExpression.constantValue as? Int == 3)
    #expect(any.evaluate(with: ["a": [["b": 1], ["b": 3]]]))
    #expect(any as NSPredicate is Comparison)
    #expect(NSPredicate(format: "a == 1") is Comparison)
  }
}
