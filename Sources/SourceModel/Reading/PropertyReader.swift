import SwiftDiagnostics
package import SwiftSyntax

/// Reads one `var` or `let` of a model class.
package struct PropertyReader {
  /// Set when the property is persisted.
  package private(set) var property: SourceProperty?
  /// Set when the property is an instance's but not persisted.
  package private(set) var unpersisted: SourceUnpersistedProperty?
  package private(set) var problems: [SourceProblem] = []

  package init(_ node: VariableDeclSyntax) {
    guard !node.isTypeMember, let binding = node.bindings.first else { return }
    let names = node.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier }
    guard let identifier = names.first, names.count == node.bindings.count else {
      problems.append(
        SourceProblem(.pattern, at: node.bindings, "a property of a model cannot be declared by a pattern"))
      return
    }
    let name = identifier.plainText
    let type = DeclaredType(binding)
    if node.isTransient {
      unpersisted = SourceUnpersistedProperty(name: name, typeText: type.text, reason: .transient)
      checkTransient(node, binding, type)
      return
    }
    if binding.isComputed || node.modifiers.contains(where: { $0.name.tokenKind == .keyword(.lazy) }) {
      unpersisted = SourceUnpersistedProperty(
        name: name, typeText: type.text, reason: binding.isComputed ? .computed : .lazy)
      return
    }
    guard node.bindings.count == 1 else {
      problems.append(
        SourceProblem(
          .severalBindings, at: node, "declare each property of a model on its own: 'var \(name)' and so on"))
      return
    }
    guard node.bindingSpecifier.tokenKind == .keyword(.var) else {
      problems.append(
        SourceProblem(
          .constant, at: node.bindingSpecifier,
          "'\(name)' must be a 'var': a persisted property is set when its object is fetched; mark it '@Transient' with a value to keep it a constant"
        ))
      return
    }
    property = SourceProperty(
      name: name, spelling: identifier.text, accessLevel: node.modifiers.accessLevel ?? .internal, typeText: type.text,
      isTypeInferred: type.isInferred, isOptional: type.isOptional,
      defaultText: binding.initializer?.value.trimmedDescription, attribute: AttributeArguments.attribute(node),
      relationship: AttributeArguments.relationship(node))
    check(node, binding, identifier, type)
  }

  private mutating func checkTransient(
    _ node: VariableDeclSyntax, _ binding: PatternBindingSyntax, _ type: DeclaredType
  ) {
    let hasValue = binding.initializer != nil || type.isOptional || binding.isComputed
    guard !hasValue, node.bindingSpecifier.tokenKind == .keyword(.var) || binding.initializer == nil else { return }
    problems.append(
      SourceProblem(
        .transientWithoutDefault, at: binding.pattern,
        "'@Transient' requires a default value: a fetched object has no other value for '\(binding.pattern.trimmedDescription)'"
      ))
  }

  private mutating func check(
    _ node: VariableDeclSyntax, _ binding: PatternBindingSyntax, _ identifier: TokenSyntax, _ type: DeclaredType
  ) {
    let name = identifier.plainText
    if binding.typeAnnotation == nil, binding.initializer == nil {
      problems.append(SourceProblem(.noType, at: binding.pattern, "'\(name)' needs a type annotation"))
    }
    if let text = type.text, let advice = Self.unsupported[text.split(separator: "<").first.map(String.init) ?? text] {
      problems.append(
        SourceProblem(
          .unsupportedType, at: binding.typeAnnotation.map(Syntax.init) ?? Syntax(binding),
          "'\(name)' cannot be '\(text)': \(advice)"))
    }
    if Self.reserved.contains(name) {
      problems.append(
        SourceProblem(
          .reservedName, at: identifier,
          "'\(name)' is a name that every model has already; choose another and keep the stored one by '@Attribute(originalName: \"\(name)\")'"
        ))
    }
    if property?.attribute != nil, property?.relationship != nil {
      problems.append(
        SourceProblem(
          .attributeAndRelationship, at: node.attributes, "'\(name)' is either an '@Attribute' or a '@Relationship'"))
    }
  }

  /// Collections of Core Data that SwiftData has no property type for.
  private static let unsupported = [
    "NSSet": "declare the array of models, '[Model]'",
    "NSMutableSet": "declare the array of models, '[Model]'",
    "NSOrderedSet": "declare the array of models, '[Model]'",
    "NSMutableOrderedSet": "declare the array of models, '[Model]'",
  ]

  /// Names of `NSManagedObject` and `PersistentModel` that a stored property cannot take.
  private static let reserved: Set<String> = [
    "description", "hashValue", "hasChanges", "isDeleted", "modelContext", "persistentModelID", "persistentBackingData",
    "schemaMetadata",
  ]
}
