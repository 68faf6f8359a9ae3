import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `#Predicate`: a closure over models becomes a `Foundation.Predicate`, one `let` per node.
///
/// Each node is type-checked alone, so that long conditions take milliseconds where one nested expression takes
/// seconds.
package struct PredicateMacro: SwiftSyntaxMacros.ExpressionMacro {
  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> ExprSyntax {
    try expansion(of: node, in: context, type: "Foundation.Predicate", outputs: 0) { "\($0).true" }
  }

  /// - Parameter outputs: how many of the generic arguments are no inputs.
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext, type: String, outputs: Int,
    instead: (String) -> String
  ) throws -> ExprSyntax {
    let arguments = node.genericArgumentClause?.trimmedDescription ?? ""
    guard let closure = node.trailingClosure ?? node.arguments.first?.expression.as(ClosureExprSyntax.self) else {
      throw DiagnosticsError(diagnostics: [UnsupportedForm(node, "a body that is not a closure").diagnostic])
    }
    do {
      let inputs = node.genericArgumentClause.map { $0.arguments.count - outputs }
      let body = try PredicateScope().closure(closure, inputs: inputs)
      return "\(raw: type)\(raw: arguments)(\(raw: body))"
    } catch let unsupported as UnsupportedForm {
      context.diagnose(unsupported.diagnostic)
      return "\(raw: instead("\(type)\(arguments)"))"
    }
  }
}

/// `#Expression`: the same for a closure that gives any value.
package struct ExpressionMacro: SwiftSyntaxMacros.ExpressionMacro {
  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> ExprSyntax {
    // Of a broken expression there is nothing that could be given instead.
    try PredicateMacro.expansion(of: node, in: context, type: "Foundation.Expression", outputs: 1) {
      "\($0)({ _ in preconditionFailure() })"
    }
  }
}
