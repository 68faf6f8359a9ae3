import SwiftSyntax

/// Reads the argument lists of `@Attribute` and `@Relationship`.
enum AttributeArguments {
  static func attribute(_ node: VariableDeclSyntax) -> SourceAttribute? {
    guard let (arguments, text) = node.arguments(of: "Attribute") else { return nil }
    var attribute = SourceAttribute(arguments: text)
    for argument in arguments {
      switch argument.label?.text {
      case nil: if let option = option(argument.expression) { attribute.options.append(option) }
      case "originalName": attribute.originalName = argument.expression.stringValue
      case "hashModifier": attribute.hashModifier = argument.expression.stringValue
      default: break
      }
    }
    return attribute
  }

  static func relationship(_ node: VariableDeclSyntax) -> SourceRelationship? {
    guard let (arguments, text) = node.arguments(of: "Relationship") else { return nil }
    var relationship = SourceRelationship(arguments: text)
    for argument in arguments {
      let value = argument.expression
      switch argument.label?.text {
      case nil: if let option = option(value) { relationship.options.append(option.name) }
      case "deleteRule":
        relationship.deleteRule =
          value.as(MemberAccessExprSyntax.self)?.declName.baseName.plainText ?? value.trimmedDescription
      case "minimumModelCount": relationship.minimumModelCount = Int(value.trimmedDescription)
      case "maximumModelCount": relationship.maximumModelCount = Int(value.trimmedDescription)
      case "originalName": relationship.originalName = value.stringValue
      case "hashModifier": relationship.hashModifier = value.stringValue
      case "inverse":
        guard let path = value.as(KeyPathExprSyntax.self) else { break }
        relationship.inverseText = path.trimmedDescription
        relationship.inverseTypeName = path.root?.trimmedDescription
        relationship.inverseName = path.propertyNames
      default: break
      }
    }
    return relationship
  }

  private static func option(_ expression: ExprSyntax) -> SourceAttribute.Option? {
    if let member = expression.as(MemberAccessExprSyntax.self) {
      return SourceAttribute.Option(name: member.declName.baseName.plainText)
    }
    guard let call = expression.as(FunctionCallExprSyntax.self),
      let member = call.calledExpression.as(MemberAccessExprSyntax.self)
    else { return nil }
    var option = SourceAttribute.Option(name: member.declName.baseName.plainText)
    guard let value = call.arguments.first?.expression else { return option }
    if let access = value.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "self" {
      option.argument = access.base?.trimmedDescription
      option.isArgumentType = true
    } else {
      option.argument = value.stringValue ?? value.trimmedDescription
    }
    return option
  }
}
