package import SwiftSyntax
package import SwiftSyntaxMacros

/// A macro that adds nothing by itself: the `@Model` around it reads it.
package protocol PropertyMarkerMacro: PeerMacro {}

extension PropertyMarkerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}

package struct AttributePropertyMacro: PropertyMarkerMacro {}
package struct RelationshipPropertyMacro: PropertyMarkerMacro {}
package struct TransientPropertyMacro: PropertyMarkerMacro {}

/// A list in a model's body that adds nothing by itself: the `@Model` around it reads it.
package protocol ListMarkerMacro: DeclarationMacro {}

extension ListMarkerMacro {
  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}

package struct UniqueConstraintsMacro: ListMarkerMacro {}
package struct IndexMacro: ListMarkerMacro {}
