import SwiftDiagnostics
import SwiftSyntax

/// What a `@Query` cannot be put at, or made of.
struct QueryProblem: Error, DiagnosticMessage {
  let node: Syntax
  let message: String
  var diagnosticID: MessageID { MessageID(domain: "SwiftData", id: "Query") }
  var severity: DiagnosticSeverity { .error }
  var diagnostic: Diagnostic { Diagnostic(node: node, message: self) }

  static func noVariable(_ node: some SyntaxProtocol) -> QueryProblem {
    QueryProblem(node: Syntax(node), message: "'@Query' belongs at one 'var'")
  }

  static func hasValue(_ node: some SyntaxProtocol) -> QueryProblem {
    QueryProblem(node: Syntax(node), message: "a '@Query' property has neither a value nor accessors of its own")
  }

  static func noModels(_ node: Syntax) -> QueryProblem {
    QueryProblem(node: node, message: "a '@Query' property is of an array of models: write its type, as in '[Book]'")
  }

  static func formatFilter(_ node: some SyntaxProtocol) -> QueryProblem {
    QueryProblem(
      node: Syntax(node),
      message: "'@Query' takes no NSPredicate: write filter: #Predicate<Book> { $0.title == title }")
  }
}
