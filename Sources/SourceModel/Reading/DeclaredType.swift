import SwiftSyntax

/// The type that a binding declares, or that its literal default has.
struct DeclaredType {
  /// Without the optional.
  var text: String?
  var isOptional = false
  var isInferred = false

  init(_ binding: PatternBindingSyntax) {
    if let type = binding.typeAnnotation?.type {
      (text, isOptional) = Self.unwrapped(type)
    } else if let value = binding.initializer?.value {
      text = Self.inferred(value)
      isInferred = text != nil
    }
  }

  private static func unwrapped(_ type: TypeSyntax) -> (String, Bool) {
    if let optional = type.as(OptionalTypeSyntax.self) { return (optional.wrappedType.trimmedDescription, true) }
    if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return (optional.wrappedType.trimmedDescription, true)
    }
    let text = type.trimmedDescription
    for prefix in ["Optional<", "Swift.Optional<"] where text.hasPrefix(prefix) && text.hasSuffix(">") {
      return (String(text.dropFirst(prefix.count).dropLast()), true)
    }
    return (text, false)
  }

  /// The type of a literal, or of a call or member of something spelled like a type (`Date()`, `Date.now`).
  private static func inferred(_ value: ExprSyntax) -> String? {
    switch value.kind {
    case .integerLiteralExpr: return "Int"
    case .floatLiteralExpr: return "Double"
    case .booleanLiteralExpr: return "Bool"
    case .stringLiteralExpr: return "String"
    case .prefixOperatorExpr:
      return value.as(PrefixOperatorExprSyntax.self).flatMap { inferred($0.expression) }
    case .functionCallExpr: return value.as(FunctionCallExprSyntax.self).flatMap { inferredCall($0.calledExpression) }
    case .memberAccessExpr: return value.as(MemberAccessExprSyntax.self)?.base.flatMap(typeName)
    default: return nil
    }
  }

  /// `T()` is a `T`; what a function `T.f()` returns, syntax cannot say.
  private static func inferredCall(_ called: ExprSyntax) -> String? {
    if let list = called.as(ArrayExprSyntax.self), list.elements.count == 1 { return called.trimmedDescription }
    return typeName(called)
  }

  private static func typeName(_ expression: ExprSyntax) -> String? {
    let text = expression.trimmedDescription
    let last = text.split(separator: ".").last ?? ""
    let isName =
      expression.is(DeclReferenceExprSyntax.self) || expression.is(MemberAccessExprSyntax.self)
      || expression.is(GenericSpecializationExprSyntax.self)
    return isName && last.first?.isUppercase == true ? text : nil
  }
}
