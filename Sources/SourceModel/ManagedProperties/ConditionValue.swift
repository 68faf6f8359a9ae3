package import SwiftSyntax

/// What a condition of `#if` is on Linux, as far as it can be told.
package enum ConditionValue {
  case met
  case unmet
  case unknown

  package static func of(_ condition: ExprSyntax) -> ConditionValue {
    if let literal = condition.as(BooleanLiteralExprSyntax.self) {
      return literal.literal.tokenKind == .keyword(.true) ? .met : .unmet
    }
    if let call = condition.as(FunctionCallExprSyntax.self) { return of(call) }
    if let tuple = condition.as(TupleExprSyntax.self), tuple.elements.count == 1, let inner = tuple.elements.first {
      return of(inner.expression)
    }
    if let negation = condition.as(PrefixOperatorExprSyntax.self), negation.operator.text == "!" {
      return of(negation.expression).negated
    }
    if let sequence = condition.as(SequenceExprSyntax.self) { return of(Array(sequence.elements)) }
    return .unknown
  }

  var negated: ConditionValue {
    switch self {
    case .met: .unmet
    case .unmet: .met
    case .unknown: .unknown
    }
  }

  private static func of(_ call: FunctionCallExprSyntax) -> ConditionValue {
    let argument = call.arguments.first?.expression.trimmedDescription ?? ""
    switch call.calledExpression.trimmedDescription {
    case "os": return argument == "Linux" ? .met : .unmet
    case "targetEnvironment": return .unmet
    case "canImport":
      // Only what is known either way: other modules may come from packages.
      if ["Foundation", "CoreData", "SwiftData", "Glibc"].contains(argument) { return .met }
      return applesOwn.contains(argument) ? .unmet : .unknown
    default: return .unknown
    }
  }

  /// Operands and operators by turns; `&&` binds more than `||`.
  private static func of(_ elements: [ExprSyntax]) -> ConditionValue {
    guard elements.count % 2 == 1 else { return .unknown }
    var anyOf: [ConditionValue] = []
    var allOf: [ConditionValue] = []
    for (index, element) in elements.enumerated() {
      if index % 2 == 0 {
        allOf.append(of(element))
        continue
      }
      switch element.trimmedDescription {
      case "&&": break
      case "||":
        anyOf.append(all(allOf))
        allOf = []
      default: return .unknown
      }
    }
    return all((anyOf + [all(allOf)]).map(\.negated)).negated
  }

  private static func all(_ values: [ConditionValue]) -> ConditionValue {
    if values.contains(.unmet) { return .unmet }
    return values.contains(.unknown) ? .unknown : .met
  }

  private static let applesOwn: Set<String> = [
    "AppKit", "Combine", "CloudKit", "CoreLocation", "Darwin", "ObjectiveC", "SwiftUI", "UIKit", "WatchKit",
    "WidgetKit",
  ]
}
