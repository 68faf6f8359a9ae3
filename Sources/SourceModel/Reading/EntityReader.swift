package import SwiftSyntax

/// Reads one declaration marked `@Model` into a `SourceEntity`, and says what cannot be a model.
package struct EntityReader {
  /// `nil` when the declaration is not a class.
  package private(set) var entity: SourceEntity?
  package internal(set) var problems: [SourceProblem] = []

  /// Reads `declaration`; `context` are the declarations around it, innermost first, as macro contexts give them.
  package init(_ declaration: some SyntaxProtocol, in context: [Syntax] = []) {
    guard let node = declaration.as(ClassDeclSyntax.self) else {
      problems.append(
        SourceProblem(.notAClass, at: Syntax(declaration).firstTokenOrSelf, "'@Model' can only be applied to a class"))
      return
    }
    var entity = SourceEntity(
      name: node.name.plainText, nesting: Self.nesting(context),
      accessLevel: node.modifiers.accessLevel ?? Self.inheritedAccess(context) ?? .internal,
      isFinal: node.modifiers.contains { $0.name.tokenKind == .keyword(.final) })
    entity.spelling = node.name.text
    entity.inheritedTypes = node.inheritanceClause?.inheritedTypes.map { $0.type.trimmedDescription } ?? []
    if let generics = node.genericParameterClause {
      problems.append(
        SourceProblem(
          .genericClass, at: generics, "a '@Model' class cannot be generic: an entity has one name and one table"))
    }
    for member in node.memberBlock.members { read(member.decl, into: &entity) }
    let defaults = InitializerDefaults(node.memberBlock.members)
    for index in entity.properties.indices {
      entity.properties[index].initializerDefault = defaults[entity.properties[index].name]
    }
    checkInitializer(of: entity, at: node)
    self.entity = entity
  }

  private mutating func read(_ member: DeclSyntax, into entity: inout SourceEntity) {
    if let variable = member.as(VariableDeclSyntax.self) {
      let reader = PropertyReader(variable)
      problems += reader.problems
      if let property = reader.property { entity.properties.append(property) }
      if let property = reader.unpersisted { entity.unpersistedProperties.append(property) }
    } else if member.is(InitializerDeclSyntax.self) {
      entity.hasInitializer = true
    } else if let macro = member.as(MacroExpansionDeclSyntax.self) {
      read(macro.macroName.text, macro.arguments, at: Syntax(macro), into: &entity)
    } else if let condition = member.as(IfConfigDeclSyntax.self) {
      read(condition, into: &entity)
    }
  }

  private mutating func read(
    _ macro: String, _ arguments: LabeledExprListSyntax, at node: Syntax, into entity: inout SourceEntity
  ) {
    switch macro {
    case "Unique":
      if !entity.uniqueArguments.isEmpty {
        problems.append(
          SourceProblem(.severalUnique, at: node, "a model can have one '#Unique'; list all constraints in it"))
      }
      entity.uniqueArguments.append(arguments.trimmedDescription)
      for argument in arguments { entity.uniquenessConstraints.append(names(in: argument.expression)) }
    case "Index":
      if !entity.indexArguments.isEmpty {
        problems.append(SourceProblem(.severalIndex, at: node, "a model can have one '#Index'; list all indexes in it"))
      }
      entity.indexArguments.append(arguments.trimmedDescription)
      for argument in arguments { entity.indexes.append(index(argument.expression)) }
    default: break
    }
  }

  private mutating func index(_ expression: ExprSyntax) -> SourceIndex {
    guard let call = expression.as(FunctionCallExprSyntax.self) else {
      return SourceIndex(propertyNames: names(in: expression))
    }
    let kind = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    return SourceIndex(
      kind: kind.flatMap(SourceIndex.Kind.init) ?? .binary,
      propertyNames: call.arguments.flatMap { names(in: $0.expression) })
  }

  /// The property names in an array literal of key paths.
  private mutating func names(in expression: ExprSyntax) -> [String] {
    guard let list = expression.as(ArrayExprSyntax.self) else {
      problems.append(
        SourceProblem(.keyPath, at: expression, "write the key paths here as an array literal, '[\\.name]'"))
      return []
    }
    return list.elements.compactMap { element in
      guard let path = element.expression.as(KeyPathExprSyntax.self), let name = path.propertyNames else {
        problems.append(
          SourceProblem(.keyPath, at: element.expression, "expected a key path to a property, such as '\\.name'"))
        return nil
      }
      return name
    }
  }

  /// A class needs an initialiser unless every stored property has a value without one.
  private mutating func checkInitializer(of entity: SourceEntity, at node: ClassDeclSyntax) {
    let needy = entity.properties.contains { $0.defaultText == nil && !$0.isOptional }
    guard !entity.hasInitializer, needy else { return }
    problems.append(
      SourceProblem(
        .noInitializer, at: node.name,
        "'@Model' requires an initializer be provided for '\(entity.name)', or a default value for every property"))
  }

  private static func nesting(_ context: [Syntax]) -> [String] {
    context.reversed().compactMap { node in
      if let node = node.as(ExtensionDeclSyntax.self) { return node.extendedType.trimmedDescription }
      return node.asProtocol((any NamedDeclSyntax).self).flatMap { $0 is any DeclGroupSyntax ? $0.name.plainText : nil }
    }
  }

  /// Members of `public extension` are public without saying so.
  private static func inheritedAccess(_ context: [Syntax]) -> SourceAccessLevel? {
    context.first?.as(ExtensionDeclSyntax.self)?.modifiers.accessLevel
  }
}

extension Syntax {
  fileprivate var firstTokenOrSelf: Syntax { firstToken(viewMode: .sourceAccurate).map(Syntax.init) ?? self }
}
