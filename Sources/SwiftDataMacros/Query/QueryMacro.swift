import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `@Query`: a live query beside the property, which reads its answer. What Apple's expands to, word for word.
package struct QueryMacro: AccessorMacro, PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = try? QueryProperty(declaration, node) else { return [] }
    return ["get {\n  _\(raw: property.name).wrappedValue\n}"]
  }

  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    do {
      let property = try QueryProperty(declaration, node)
      return [
        """
        \(raw: property.storageModifiers) var _\(raw: property.name): \
        SwiftData.Query<\(raw: property.element), \(raw: property.type)> = .init(\(raw: property.arguments))
        """
      ]
    } catch let problem as QueryProblem {
      context.diagnose(problem.diagnostic)
      return []
    }
  }
}

/// `@Query` with a filter of Core Data's.
package struct FormatQueryMacro: AccessorMacro, PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    // Without a getter the compiler would complain of the property as well.
    let problem = QueryProblem.formatFilter(node)
    return ["get {\n  preconditionFailure(\"\(raw: problem.message)\")\n}"]
  }

  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    context.diagnose(QueryProblem.formatFilter(node).diagnostic)
    return []
  }
}
