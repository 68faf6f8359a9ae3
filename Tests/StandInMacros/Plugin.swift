#if canImport(SwiftCompilerPlugin)
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  @main struct StandInPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = macros
  }
#else
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
  import SwiftSyntaxMacros

  @main struct StandInPlugin: PluginProvider {
    static func main() throws {
      let connection = try StandardIOMessageConnection()
      try CompilerPluginMessageListener(connection: connection, provider: Self()).main()
    }

    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
      guard let macro = macros.first(where: { String(describing: $0) == typeName }) else {
        throw MissingMacro(name: "\(moduleName).\(typeName)")
      }
      return macro
    }
  }

  private struct MissingMacro: Error, CustomStringConvertible {
    let name: String
    var description: String { "the stand-in has no macro \(name)" }
  }
#endif

/// The macros that generated code uses, under the type names that Apple's interface gives.
private var macros: [any Macro.Type] {
  [
    PersistentModelMacro.self, PersistedPropertyMacro.self, TransformablePersistedPropertyMacro.self,
    AttributePropertyMacro.self, RelationshipPropertyMacro.self, TransientPropertyMacro.self,
    UniqueConstraintsMacro.self, IndexMacro.self,
  ]
}
