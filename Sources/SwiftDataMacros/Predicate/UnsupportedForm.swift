import SwiftDiagnostics
import SwiftSyntax

/// A piece of a predicate's closure that no node can express.
struct UnsupportedForm: Error, DiagnosticMessage {
  let node: Syntax
  let form: String

  init(_ node: some SyntaxProtocol, _ form: String) {
    self.node = Syntax(node)
    self.form = form
  }

  var message: String { "\(form) is not supported in this predicate" }
  var diagnosticID: MessageID { MessageID(domain: "SwiftData", id: "predicate") }
  var severity: DiagnosticSeverity { .error }
  var diagnostic: Diagnostic { Diagnostic(node: node, message: self) }
}
