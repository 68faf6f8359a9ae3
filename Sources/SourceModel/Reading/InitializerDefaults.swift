import SwiftSyntax

/// Default arguments of a class's initialisers, by the property that each is assigned to.
///
/// A row that was written before a property was there has no value for it. What the class's own initialiser takes when
/// nobody says otherwise is the nearest thing to one.
struct InitializerDefaults {
  /// `nil` for a property to which two initialisers give different ones.
  private var found: [String: SourceArgument?] = [:]

  init(_ members: MemberBlockItemListSyntax) {
    for member in members {
      if let initializer = member.decl.as(InitializerDeclSyntax.self) { read(initializer) }
    }
  }

  subscript(property: String) -> SourceArgument? { found[property] ?? nil }

  private mutating func read(_ initializer: InitializerDeclSyntax) {
    guard let body = initializer.body, initializer.genericParameterClause == nil, !Self.isSpecial(initializer) else {
      return
    }
    var arguments: [String: SourceArgument] = [:]
    for parameter in initializer.signature.parameterClause.parameters {
      if let argument = Self.argument(parameter) {
        arguments[(parameter.secondName ?? parameter.firstName).plainText] = argument
      }
    }
    for item in body.statements {
      // A variable of the same name hides the parameter from here on.
      if let variable = item.item.as(VariableDeclSyntax.self) {
        for binding in variable.bindings {
          if let name = binding.pattern.as(IdentifierPatternSyntax.self) { arguments[name.identifier.plainText] = nil }
        }
      }
      guard let (property, value) = Self.assignment(item.item), let argument = arguments[value] else { continue }
      if let known = found[property], known != argument {
        found.updateValue(nil, forKey: property)
      } else {
        found[property] = argument
      }
    }
  }

  /// What an isolated or a restricted initialiser takes, code outside of it may not be able to say.
  private static func isSpecial(_ initializer: InitializerDeclSyntax) -> Bool {
    initializer.attributes.contains { attribute in
      let name = attribute.as(AttributeSyntax.self)?.attributeName.trimmedDescription
      return name.map { !["inline", "inlinable", "usableFromInline", "discardableResult"].contains($0) } ?? true
    }
  }

  private static func argument(_ parameter: FunctionParameterSyntax) -> SourceArgument? {
    guard let value = parameter.defaultValue?.value, isPlain(value), parameter.ellipsis == nil,
      [.identifierType, .memberType, .arrayType, .dictionaryType, .optionalType].contains(parameter.type.kind)
    else { return nil }
    return SourceArgument(text: value.trimmedDescription, typeText: parameter.type.trimmedDescription)
  }

  /// Literals, and members and initialisers of types: what means the same outside of the parameter list.
  private static func isPlain(_ value: ExprSyntax) -> Bool {
    switch value.kind {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr: return true
    case .stringLiteralExpr:
      return value.as(StringLiteralExprSyntax.self)?.segments.allSatisfy { $0.is(StringSegmentSyntax.self) } == true
    case .prefixOperatorExpr: return value.as(PrefixOperatorExprSyntax.self).map { isPlain($0.expression) } ?? false
    case .arrayExpr: return value.as(ArrayExprSyntax.self)?.elements.allSatisfy { isPlain($0.expression) } == true
    case .dictionaryExpr:
      guard case .elements(let elements) = value.as(DictionaryExprSyntax.self)?.content else { return true }
      return elements.allSatisfy { isPlain($0.key) && isPlain($0.value) }
    case .tupleExpr: return value.as(TupleExprSyntax.self)?.elements.allSatisfy { isPlain($0.expression) } == true
    case .memberAccessExpr:
      guard let member = value.as(MemberAccessExprSyntax.self) else { return false }
      return member.base.map { isTypeName($0) || isPlain($0) } ?? true
    case .functionCallExpr:
      guard let call = value.as(FunctionCallExprSyntax.self), call.trailingClosure == nil,
        call.additionalTrailingClosures.isEmpty
      else { return false }
      return (isTypeName(call.calledExpression) || isPlain(call.calledExpression))
        && call.arguments.allSatisfy { isPlain($0.expression) }
    default: return false
    }
  }

  private static func isTypeName(_ value: ExprSyntax) -> Bool {
    let name = value.as(GenericSpecializationExprSyntax.self)?.expression ?? value
    return name.as(DeclReferenceExprSyntax.self)?.baseName.text.first?.isUppercase == true
  }

  /// The names of a property and of what is assigned to it, in `self.title = title` and `title = name`.
  ///
  /// Operators stand in a list until somebody has told which binds more.
  private static func assignment(_ item: CodeBlockItemSyntax.Item) -> (property: String, value: String)? {
    let sides: (ExprSyntax, ExprSyntax)
    if let folded = item.as(InfixOperatorExprSyntax.self), folded.operator.is(AssignmentExprSyntax.self) {
      sides = (folded.leftOperand, folded.rightOperand)
    } else if let list = item.as(SequenceExprSyntax.self).map({ Array($0.elements) }), list.count == 3,
      list[1].is(AssignmentExprSyntax.self)
    {
      sides = (list[0], list[2])
    } else {
      return nil
    }
    guard let value = sides.1.as(DeclReferenceExprSyntax.self)?.baseName.plainText else { return nil }
    if let name = sides.0.as(DeclReferenceExprSyntax.self) { return (name.baseName.plainText, value) }
    guard let member = sides.0.as(MemberAccessExprSyntax.self), member.base?.trimmedDescription == "self" else {
      return nil
    }
    return (member.declName.baseName.plainText, value)
  }
}
