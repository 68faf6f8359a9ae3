package import SwiftSyntax
package import SwiftSyntaxMacros

/// `@_PersistedProperty(slot)`, which `@Model` puts on each persisted property.
package struct PersistedPropertyMacro: SlotMacro {}

/// `@_TransformablePersistedProperty(slot)`: the same accessors; the schema knows the transformer.
package struct TransformablePersistedPropertyMacro: SlotMacro {}

/// A macro that gives a property the accessors of its slot.
package protocol SlotMacro: AccessorMacro, PeerMacro {}

extension SlotMacro {
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
