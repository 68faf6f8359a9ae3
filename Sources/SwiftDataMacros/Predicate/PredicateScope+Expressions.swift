import SwiftSyntax

extension PredicateScope {
  mutating func lower(_ expression: ExprSyntax) throws -> LoweredTerm {
    if expression.is(NilLiteralExprSyntax.self) { return .null }
    if !usesVariables(expression) { return .constant(expression.trimmedDescription) }
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
      return try lower(only.expression)
    }
    if let reference = expression.as(DeclReferenceExprSyntax.self), let name = variables[reference.baseName.text] {
      return .node(name)
    }
    if let infix = expression.as(InfixOperatorExprSyntax.self) { return try self.infix(infix) }
    if let ternary = expression.as(TernaryExprSyntax.self) {
      let test = try lower(ternary.condition).node
      let (yes, no) = (try lower(ternary.thenExpression), try lower(ternary.elseExpression))
      return bind("\(Self.builders).conditional(\(test), \(yes.argument), \(no.argument))")
    }
    if let test = expression.as(IsExprSyntax.self) {
      return bind("\(Self.foundation).TypeCheck<_, \(test.type.trimmed)>(\(try lower(test.expression).node))")
    }
    if let cast = expression.as(AsExprSyntax.self), let mark = cast.questionOrExclamationMark {
      let node = mark.tokenKind == .postfixQuestionMark ? "ConditionalCast" : "ForceCast"
      return bind("\(Self.foundation).\(node)<_, \(cast.type.trimmed)>(\(try lower(cast.expression).node))")
    }
    if let prefix = expression.as(PrefixOperatorExprSyntax.self) { return try self.prefix(prefix) }
    if let choice = expression.as(IfExprSyntax.self) { return try conditions(Array(choice.conditions), choice) }
    if let chain = Self.firstLink(expression) { return try optionalChain(chain, in: expression) }
    if let unwrapped = expression.as(ForceUnwrapExprSyntax.self) {
      return bind("\(Self.foundation).build_ForcedUnwrap(\(try lower(unwrapped.expression).node))")
    }
    if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base {
      let root = try lower(base).node
      let name = member.declName.trimmedDescription
      // Key paths of the standard library's properties are made in one place, which the reader knows.
      if ["count", "isEmpty", "rawValue"].contains(name) {
        return bind("\(Self.builders).\(name)(\(root), \\.\(name))")
      }
      return bind("\(Self.foundation).build_KeyPath(root: \(root), keyPath: \\.\(name))")
    }
    if let call = expression.as(FunctionCallExprSyntax.self) { return try self.call(call) }
    if let call = expression.as(SubscriptCallExprSyntax.self) { return try subscripted(call) }
    throw UnsupportedForm(expression, "this expression")
  }

  private mutating func prefix(_ expression: PrefixOperatorExprSyntax) throws -> LoweredTerm {
    let operand = try lower(expression.expression).node
    switch expression.operator.text {
    case "!": return bind("\(Self.foundation).build_Negation(\(operand))")
    case "-": return bind("\(Self.foundation).build_UnaryMinus(\(operand))")
    default: throw UnsupportedForm(expression, "the operator '\(expression.operator.text)'")
    }
  }

  private mutating func infix(_ expression: InfixOperatorExprSyntax) throws -> LoweredTerm {
    guard let name = expression.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else {
      throw UnsupportedForm(expression, "this operator")
    }
    let (left, right) = (try lower(expression.leftOperand), try lower(expression.rightOperand))
    let operands = "\(left.argument), \(right.argument)"
    switch name {
    case "&&": return bind("\(Self.foundation).build_Conjunction(lhs: \(left.node), rhs: \(right.node))")
    case "||": return bind("\(Self.foundation).build_Disjunction(lhs: \(left.node), rhs: \(right.node))")
    case "..<": return bind("\(Self.foundation).build_Range(lower: \(left.node), upper: \(right.node))")
    case "...": return bind("\(Self.foundation).build_ClosedRange(lower: \(left.node), upper: \(right.node))")
    default: break
    }
    if let builder = ["==": "equal", "!=": "notEqual", "/": "divide", "%": "remainder", "??": "coalesce"][name] {
      return bind("\(Self.builders).\(builder)(\(operands))")
    }
    let orders = [
      "<": "lessThan", "<=": "lessThanOrEqual", ">": "greaterThan", ">=": "greaterThanOrEqual",
    ]
    if let order = orders[name] { return bind("\(Self.builders).compare(\(operands), .\(order))") }
    if let operation = ["+": "add", "-": "subtract", "*": "multiply"][name] {
      return bind("\(Self.builders).arithmetic(\(operands), .\(operation))")
    }
    throw UnsupportedForm(expression.operator, "the operator '\(name)'")
  }

  // MARK: optional chains

  /// `x?` where a chain first may end; innermost.
  private static func firstLink(_ expression: ExprSyntax) -> OptionalChainingExprSyntax? {
    if let link = expression.as(OptionalChainingExprSyntax.self) { return link }
    if let member = expression.as(MemberAccessExprSyntax.self) { return member.base.flatMap(firstLink) }
    if let call = expression.as(FunctionCallExprSyntax.self) { return firstLink(call.calledExpression) }
    if let call = expression.as(SubscriptCallExprSyntax.self) { return firstLink(call.calledExpression) }
    if let unwrapped = expression.as(ForceUnwrapExprSyntax.self) { return firstLink(unwrapped.expression) }
    return nil
  }

  /// `x?.rest` becomes `x.flatMap { v in v.rest }`.
  private mutating func optionalChain(
    _ link: OptionalChainingExprSyntax, in expression: ExprSyntax
  ) throws -> LoweredTerm {
    let wrapped = try lower(link.expression).node
    let variable = makeVariable()
    var inner = nested()
    inner.variables[variable] = variable
    let rest = LinkReplacement(link: link.id, name: variable).rewrite(expression).cast(ExprSyntax.self)
    let result = try inner.lower(rest)
    return bind("\(Self.foundation).build_flatMap(\(wrapped)) \(inner.wrapped([variable], result))")
  }

  // MARK: if, else

  private mutating func conditions(_ list: [ConditionElementSyntax], _ choice: IfExprSyntax) throws -> LoweredTerm {
    guard let first = list.first else { return try block(choice.body.statements) }
    let rest = Array(list.dropFirst())
    switch first.condition {
    case .expression(let expression):
      let test = try lower(expression).node
      let yes = try conditions(rest, choice)
      let no = try otherwise(choice)
      return bind("\(Self.builders).conditional(\(test), \(yes.argument), \(no.argument))")
    case .optionalBinding(let binding):
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
        throw UnsupportedForm(binding, "this pattern")
      }
      let source = binding.initializer?.value ?? ExprSyntax(DeclReferenceExprSyntax(baseName: name.trimmed))
      let wrapped = try lower(source).node
      let variable = makeVariable()
      var inner = nested()
      inner.variables[name.text] = variable
      let result = try inner.conditions(rest, choice)
      let mapped = bind("\(Self.foundation).build_flatMap(\(wrapped)) \(inner.wrapped([variable], result))")
      let no = try otherwise(choice)
      return bind("\(Self.builders).coalesce(\(mapped.argument), \(no.argument))")
    default: throw UnsupportedForm(first, "this condition")
    }
  }

  private mutating func otherwise(_ choice: IfExprSyntax) throws -> LoweredTerm {
    if case .codeBlock(let block)? = choice.elseBody { return try self.block(block.statements) }
    if case .ifExpr(let next)? = choice.elseBody { return try conditions(Array(next.conditions), next) }
    throw UnsupportedForm(choice, "if without else")
  }
}

/// Puts a variable in the place of `x?`.
private final class LinkReplacement: SyntaxRewriter {
  let link: SyntaxIdentifier
  let name: String

  init(link: SyntaxIdentifier, name: String) {
    self.link = link
    self.name = name
    super.init()
  }

  override func visit(_ node: OptionalChainingExprSyntax) -> ExprSyntax {
    node.id == link ? ExprSyntax(DeclReferenceExprSyntax(baseName: .identifier(name))) : super.visit(node)
  }
}
