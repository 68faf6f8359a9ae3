import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `#Predicate`: a closure over models becomes a `Foundation.Predicate`, one `let` per node.
///
/// Each node is type-checked alone, so that long conditions take milliseconds where one nested expression takes
/// seconds.
package struct PredicateMacro: ExpressionMacro {
  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> ExprSyntax {
    let arguments = node.genericArgumentClause?.trimmedDescription ?? ""
    guard let closure = node.trailingClosure ?? node.arguments.first?.expression.as(ClosureExprSyntax.self) else {
      throw DiagnosticsError(diagnostics: [UnsupportedForm(node, "a body that is not a closure").diagnostic])
    }
    do {
      let body = try PredicateScope().closure(closure, inputs: node.genericArgumentClause?.arguments.count)
      return "Foundation.Predicate\(raw: arguments)(\(raw: body))"
    } catch let unsupported as UnsupportedForm {
      context.diagnose(unsupported.diagnostic)
      return "Foundation.Predicate\(raw: arguments).true"
    }
  }
}
