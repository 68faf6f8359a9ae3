package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

package struct PersistedPropertyMacro: PersistedMacro {
  package static let functions = (get: "getValue", set: "setValue")
}

package struct TransformablePersistedPropertyMacro: PersistedMacro {
  package static let functions = (get: "getTransformableValue", set: "setTransformableValue")
}

/// The accessors of a persisted property: which overload of `getValue` a type takes is what they check.
package protocol PersistedMacro: AccessorMacro, PeerMacro {
  static var functions: (get: String, set: String) { get }
}

extension PersistedMacro {
  package static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let name = name(of: declaration) else { return [] }
    let plain = name.filter { $0 != "`" }
    return [
      """
      @storageRestrictions(accesses: _$backingData, initializes: _\(raw: plain))
      init(initialValue) {
        _$backingData.\(raw: functions.set)(forKey: \\.\(raw: name), to: initialValue)
        _\(raw: plain) = _SwiftDataNoType()
      }
      """,
      """
      get {
        _$observationRegistrar.access(self, keyPath: \\.\(raw: name))
        return self.\(raw: functions.get)(forKey: \\.\(raw: name))
      }
      """,
      """
      set {
        _$observationRegistrar.withMutation(of: self, keyPath: \\.\(raw: name)) {
          self.\(raw: functions.set)(forKey: \\.\(raw: name), to: newValue)
        }
      }
      """,
    ]
  }

  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let name = name(of: declaration) else { return [] }
    return ["@Transient private var _\(raw: name.filter { $0 != "`" }): _SwiftDataNoType"]
  }

  private static func name(of declaration: some DeclSyntaxProtocol) -> String? {
    declaration.as(VariableDeclSyntax.self)?.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
  }
}

/// A macro that only `@Model` reads.
package protocol MarkerMacro: PeerMacro {}

extension MarkerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}

package struct AttributePropertyMacro: MarkerMacro {}
package struct RelationshipPropertyMacro: MarkerMacro {}
package struct TransientPropertyMacro: MarkerMacro {}

package protocol ListMacro: DeclarationMacro {}

extension ListMacro {
  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}

package struct UniqueConstraintsMacro: ListMacro {}
package struct IndexMacro: ListMacro {}
