import SourceModel
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `@Model` as Apple's expands, by the expansions that public repositories have committed.
///
/// How Apple's expands a subclass is not known from any of them: there, and in every class that may have subclasses,
/// `init(backingData:)` is left to a default that the stand-in's protocol has.
package struct PersistentModelMacro {
  private static func entity(_ declaration: some DeclGroupSyntax) -> SourceEntity? { EntityReader(declaration).entity }
}

extension PersistentModelMacro: MemberMacro {
  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let entity = entity(declaration) else { return [] }
    let type = entity.spelling
    // The conformance of a subclass is its superclass's.
    let isSubclass = !protocols.contains { $0.trimmedDescription.hasSuffix("PersistentModel") }
    var members: [DeclSyntax] = [
      """
      @Transient
      private var _$backingData: any SwiftData.BackingData<\(raw: type)> = \(raw: type).createBackingData()
      """,
      metadata(entity, isSubclass: isSubclass),
      "@Transient private let _$observationRegistrar = Observation.ObservationRegistrar()",
      """
      internal nonisolated func access<_M>(keyPath: KeyPath<\(raw: type), _M>) {
        _$observationRegistrar.access(self, keyPath: keyPath)
      }
      """,
      """
      internal nonisolated func withMutation<_M, _MR>(
        keyPath: KeyPath<\(raw: type), _M>, _ mutation: () throws -> _MR
      ) rethrows -> _MR {
        try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
      }
      """,
    ]
    if isSubclass { return members }
    members += [
      "struct _SwiftDataNoType {}",
      """
      public var persistentBackingData: any SwiftData.BackingData<\(raw: type)> {
        get { _$backingData }
        set { _$backingData = newValue }
      }
      """,
    ]
    if entity.isFinal { members.append(backingInitializer(entity)) }
    return members
  }

  private static func metadata(_ entity: SourceEntity, isSubclass: Bool) -> DeclSyntax {
    let modifiers = entity.isFinal && !isSubclass ? "static" : isSubclass ? "override class" : "class"
    let items = entity.properties.map { property in
      let metadata =
        if let relationship = property.relationship {
          "SwiftData.Schema.Relationship(\(relationship.arguments))"
        } else if let attribute = property.attribute {
          "SwiftData.Schema.Attribute(\(attribute.arguments))"
        } else {
          "nil"
        }
      let value = property.defaultText.map { text in
        property.typeText.map { "(\(text)) as \(property.isOptional ? "(\($0))?" : $0)" } ?? text
      }
      let type = entity.spelling
      return """
        SwiftData.Schema.PropertyMetadata(name: "\(property.name)", keypath: \\\(type).\(property.spelling), \
        defaultValue: \(value ?? "nil"), metadata: \(metadata))
        """
    }
    return """
      \(raw: modifiers) var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [\(raw: items.joined(separator: ",\n"))]
      }
      """
  }

  private static func backingInitializer(_ entity: SourceEntity) -> DeclSyntax {
    let placeholders = entity.properties.map { "_\($0.name) = _SwiftDataNoType()\n" }.joined()
    return """
      init(backingData: any SwiftData.BackingData<\(raw: entity.spelling)>) {
        \(raw: placeholders)self.persistentBackingData = backingData
      }
      """
  }
}

extension PersistentModelMacro: MemberAttributeMacro {
  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard let variable = member.as(VariableDeclSyntax.self), let property = PropertyReader(variable).property else {
      return []
    }
    return [property.isTransformable ? "@_TransformablePersistedProperty" : "@_PersistedProperty"]
  }
}

extension PersistentModelMacro: ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let names = protocols.map { $0.trimmedDescription }
    var extensions: [ExtensionDeclSyntax] = []
    if names.contains(where: { $0.hasSuffix("PersistentModel") }) {
      extensions.append(try ExtensionDeclSyntax("extension \(type.trimmed): SwiftData.PersistentModel {}"))
    }
    if names.contains(where: { $0.hasSuffix("Observable") }) {
      extensions.append(try ExtensionDeclSyntax("extension \(type.trimmed): Observation.Observable {}"))
    }
    if names.contains(where: { $0.hasSuffix("Sendable") }) {
      extensions.append(
        try ExtensionDeclSyntax("@available(*, unavailable) extension \(type.trimmed): Sendable {}"))
    }
    return extensions
  }
}
