#if canImport(SwiftCompilerPlugin)
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  @main struct SwiftDataPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = macros
  }
#else
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
  import SwiftSyntaxMacros

  /// What `SwiftCompilerPlugin` does where the toolchain's SwiftSyntax comes without it.
  @main struct SwiftDataPlugin: PluginProvider {
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
    var description: String { "the plugin has no macro \(name)" }
  }
#endif

/// Every macro of this plugin.
private var macros: [any Macro.Type] {
  [
    PersistentModelMacro.self,
    ModelActorMacro.self,
    PersistedPropertyMacro.self,
    TransformablePersistedPropertyMacro.self,
    AttributePropertyMacro.self,
    RelationshipPropertyMacro.self,
    TransientPropertyMacro.self,
    UniqueConstraintsMacro.self,
    IndexMacro.self,
    QueryMacro.self,
    FormatQueryMacro.self,
    PredicateMacro.self,
    ExpressionMacro.self,
  ]
}
