import SwiftSyntax

/// One closure of the expansion: its variables and the `let`s collected so far.
struct PredicateScope {
  /// Names in the user's source, and what they are called in the expansion.
  var variables: [String: String] = [:]
  private var lines: [String] = []
  private let names: NameSource

  static let foundation = "Foundation.PredicateExpressions"
  static let builders = "SwiftData.__PredicateNodes"

  private final class NameSource {
    private var count = 0
    func next(_ prefix: String) -> String {
      count += 1
      return "__\(prefix)\(count)"
    }
  }

  init() { names = NameSource() }

  private init(inside outer: PredicateScope) {
    variables = outer.variables
    names = outer.names
  }

  func nested() -> PredicateScope { PredicateScope(inside: self) }

  func makeVariable() -> String { names.next("v") }

  mutating func bind(_ source: String) -> LoweredTerm {
    let name = names.next("e")
    lines.append("let \(name) = \(source)")
    return .node(name)
  }

  /// `{ variables in let …; return result }`
  func wrapped(_ variables: [String], _ result: LoweredTerm) -> String {
    let body = lines.map { "  \($0)\n" }.joined()
    return "{ \(variables.joined(separator: ", ")) in\n\(body)  return \(result.node)\n}"
  }

  /// - Parameter inputs: how many the macro's generic arguments say; `nil` counts those used.
  func closure(_ closure: ClosureExprSyntax, inputs: Int? = 1) throws -> String {
    var inner = nested()
    var parameters: [String] = []
    switch closure.signature?.parameterClause {
    case .simpleInput(let list)?: parameters = list.map(\.name.text)
    case .parameterClause(let clause)?:
      parameters = clause.parameters.map { ($0.secondName ?? $0.firstName).text }
    default:
      let highest = closure.statements.tokens(viewMode: .sourceAccurate).compactMap { token -> Int? in
        if case .dollarIdentifier(let text) = token.tokenKind { Int(text.dropFirst()) } else { nil }
      }.max()
      parameters = (0..<(inputs ?? (highest ?? 0) + 1)).map { "$\($0)" }
    }
    let made = parameters.map { _ in makeVariable() }
    for (name, variable) in zip(parameters, made) { inner.variables[name] = variable }
    let result = try inner.block(closure.statements)
    return inner.wrapped(made, result)
  }

  mutating func block(_ items: CodeBlockItemListSyntax) throws -> LoweredTerm {
    for item in items.dropLast() { try declaration(item) }
    guard let item = items.last else { throw UnsupportedForm(items, "no statement") }
    if case .expr(let expression) = item.item { return try lower(expression) }
    if case .stmt(let statement) = item.item {
      if let result = statement.as(ReturnStmtSyntax.self)?.expression { return try lower(result) }
      if let expression = statement.as(ExpressionStmtSyntax.self) { return try lower(expression.expression) }
    }
    throw UnsupportedForm(item, "this statement")
  }

  /// `let name = value`: the name stands for the value's node, or stays a constant.
  private mutating func declaration(_ item: CodeBlockItemSyntax) throws {
    guard let variable = item.item.as(VariableDeclSyntax.self), variable.bindingSpecifier.tokenKind == .keyword(.let)
    else { throw UnsupportedForm(item, "a statement other than 'let' before the last") }
    for binding in variable.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
        let value = binding.initializer?.value
      else { throw UnsupportedForm(binding, "this declaration") }
      switch try lower(value) {
      case .node(let node): variables[name] = node
      case .constant, .null:
        variables[name] = nil
        lines.append("let \(binding.trimmed.with(\.trailingComma, nil).description)")
      }
    }
  }

  /// Whether a name of the predicate's own occurs, other than as a member's name or a label.
  func usesVariables(_ syntax: some SyntaxProtocol) -> Bool {
    syntax.tokens(viewMode: .sourceAccurate).contains { token in
      switch token.tokenKind {
      case .dollarIdentifier(let name): return variables[name] != nil
      case .identifier(let name):
        guard variables[name] != nil, token.parent?.is(LabeledExprSyntax.self) != true else { return false }
        let member = token.parent?.parent?.as(MemberAccessExprSyntax.self)
        return member?.declName.baseName != token
      default: return false
      }
    }
  }
}
