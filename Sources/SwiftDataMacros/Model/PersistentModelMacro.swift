import SourceModel
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `@Model`: read the class, say what is wrong with it, print what it needs.
package struct PersistentModelMacro {}

extension PersistentModelMacro: MemberMacro {
  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let reader = EntityReader(declaration, in: context.lexicalContext)
    for problem in reader.problems { context.diagnose(problem.diagnostic) }
    return reader.entity.map {
      ModelMembers(
        $0, superclass: superclass(of: $0, protocols), canFail: canFail(declaration),
        isObserving: PropertyObservers.exist(in: declaration)
      ).declarations
    } ?? []
  }

  /// Whether an initializer can throw or answer nil.
  private static func canFail(_ declaration: some DeclGroupSyntax) -> Bool {
    declaration.memberBlock.members.contains { member in
      guard let initializer = member.decl.as(InitializerDeclSyntax.self) else { return false }
      return initializer.optionalMark != nil || initializer.signature.effectSpecifiers?.throwsClause != nil
    }
  }

  /// The model class that this one inherits from.
  ///
  /// Syntax cannot tell a superclass from a protocol. But the compiler asks only for conformances that the class does not
  /// have, so where `PersistentModel` is not asked for, the first inherited type, where Swift wants the superclass, is a
  /// model.
  private static func superclass(of entity: SourceEntity, _ protocols: [TypeSyntax]) -> String? {
    guard let first = entity.inheritedTypes.first else { return nil }
    func lastName(_ text: String) -> Substring? { text.split(separator: ".").last }
    let isMissing = protocols.contains { lastName($0.trimmedDescription) == "PersistentModel" }
    let isSaid = entity.inheritedTypes.contains { lastName($0) == "PersistentModel" }
    return isMissing || isSaid ? nil : first
  }
}

extension PersistentModelMacro: MemberAttributeMacro {
  /// Gives each persisted property its slot number: an accessor macro cannot see its siblings.
  ///
  /// Initializers are not inlined: an object that the optimiser sees whole may be put on the stack, where a context to
  /// which it comes by a relationship could not keep it.
  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    if let initializer = member.as(InitializerDeclSyntax.self) {
      let isSaid = initializer.attributes.contains { $0.trimmedDescription.hasPrefix("@inline") }
      return isSaid || !declaration.is(ClassDeclSyntax.self) ? [] : ["@inline(never)"]
    }
    guard let variable = member.as(VariableDeclSyntax.self), let name = PropertyReader(variable).property?.name,
      let properties = EntityReader(declaration).entity?.properties,
      let slot = properties.firstIndex(where: { $0.name == name })
    else { return [] }
    let macro = properties[slot].isTransformable ? "_TransformablePersistedProperty" : "_PersistedProperty"
    return ["@\(raw: macro)(\(raw: slot))"]
  }
}

extension PersistentModelMacro: ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(ClassDeclSyntax.self) else { return [] }
    let missing = Set(protocols.compactMap { $0.trimmedDescription.split(separator: ".").last.map(String.init) })
    // Where the main actor is the default, a class may be `nonisolated`, and its extensions would still not be.
    var extensions: [ExtensionDeclSyntax] = []
    if missing.contains("PersistentModel") {
      extensions.append(try ExtensionDeclSyntax("nonisolated extension \(type.trimmed): SwiftData.PersistentModel {}"))
    }
    if missing.contains("Observable") {
      extensions.append(try ExtensionDeclSyntax("nonisolated extension \(type.trimmed): Observation.Observable {}"))
    }
    if missing.contains("Sendable") {
      let advice =
        "PersistentModels are not Sendable, consider utilizing a ModelActor or use \(type.trimmedDescription)'s persistentModelID instead"
      extensions.append(
        try ExtensionDeclSyntax(
          """
          @available(*, unavailable, message: \(literal: advice))
          extension \(type.trimmed): Sendable {}
          """))
    }
    return extensions
  }
}
