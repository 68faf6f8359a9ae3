package import SwiftDiagnostics
package import SwiftSyntax

/// Something in a declaration that cannot be a model, and where.
package struct SourceProblem {
  package var kind: Kind
  package var message: String
  package var severity: DiagnosticSeverity
  package var node: Syntax

  /// What is wrong; the raw value is the diagnostic's identifier.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case notAClass, noInitializer, constant, noType, unsupportedType, reservedName, transientWithoutDefault
    case severalBindings, pattern, attributeAndRelationship, severalUnique, severalIndex, keyPath, genericClass,
      conditional
  }

  package init(
    _ kind: Kind, at node: some SyntaxProtocol, severity: DiagnosticSeverity = .error, _ message: String
  ) {
    self.kind = kind
    self.message = message
    self.severity = severity
    self.node = Syntax(node)
  }

  package var diagnostic: Diagnostic { Diagnostic(node: node, message: Message(problem: self)) }

  private struct Message: DiagnosticMessage {
    let message: String
    let severity: DiagnosticSeverity
    let diagnosticID: MessageID

    init(problem: SourceProblem) {
      message = problem.message
      severity = problem.severity
      diagnosticID = MessageID(domain: "SwiftData", id: problem.kind.rawValue)
    }
  }
}
