package import SwiftSyntax
package import SwiftSyntaxMacros

/// `@_PersistedProperty(slot)`, which `@Model` puts on each persisted property.
package struct PersistedPropertyMacro: AccessorMacro, PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    SlotAccessors(node, declaration)?.accessors ?? []
  }

  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    SlotAccessors(node, declaration)?.peers ?? []
  }
}

/// `@_TransformablePersistedProperty(slot)`: the same accessors; the schema knows the transformer.
package struct TransformablePersistedPropertyMacro: AccessorMacro, PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    SlotAccessors(node, declaration)?.accessors ?? []
  }

  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    SlotAccessors(node, declaration)?.peers ?? []
  }
}
