package import SwiftSyntax

extension TokenSyntax {
  /// The text without backticks.
  package var plainText: String {
    text.hasPrefix("`") && text.hasSuffix("`") && text.count > 2 ? String(text.dropFirst().dropLast()) : text
  }
}

extension DeclModifierListSyntax {
  /// The access level that these modifiers state; `private(set)` states none.
  package var accessLevel: SourceAccessLevel? {
    for modifier in self where modifier.detail == nil {
      if let level = SourceAccessLevel(rawValue: modifier.name.text) { return level }
    }
    return nil
  }
}

extension VariableDeclSyntax {
  var isTypeMember: Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(.static) || $0.name.tokenKind == .keyword(.class) }
  }

  var isTransient: Bool { attribute(named: "Transient") != nil }

  /// The attribute of that name, qualified by a module or not.
  func attribute(named name: String) -> AttributeSyntax? {
    for element in attributes {
      guard let attribute = element.as(AttributeSyntax.self) else { continue }
      let text = attribute.attributeName.trimmedDescription
      if text == name || text == "SwiftData.\(name)" { return attribute }
    }
    return nil
  }

  /// The arguments of that attribute and their text; an empty list for one without parentheses.
  func arguments(of name: String) -> (LabeledExprListSyntax, String)? {
    guard let attribute = attribute(named: name) else { return nil }
    guard let list = attribute.arguments?.as(LabeledExprListSyntax.self) else { return (LabeledExprListSyntax([]), "") }
    return (list, list.trimmedDescription)
  }
}

extension PatternBindingSyntax {
  /// Whether accessors other than observers are written.
  var isComputed: Bool {
    guard let accessors = accessorBlock?.accessors else { return false }
    guard let list = accessors.as(AccessorDeclListSyntax.self) else { return true }
    return list.contains {
      $0.accessorSpecifier.tokenKind != .keyword(.willSet) && $0.accessorSpecifier.tokenKind != .keyword(.didSet)
    }
  }
}

extension ExprSyntax {
  /// The value of a string literal without interpolation and escapes, which names do not have.
  var stringValue: String? {
    guard let literal = self.as(StringLiteralExprSyntax.self) else { return nil }
    let parts = literal.segments.map { $0.as(StringSegmentSyntax.self)?.content.text }
    let text = parts.compactMap(\.self).joined()
    return parts.contains(nil) || (literal.openingPounds == nil && text.contains("\\")) ? nil : text
  }
}

extension KeyPathExprSyntax {
  /// The properties on the path, joined by dots; `nil` when another component is in it.
  var propertyNames: String? {
    var names: [String] = []
    for component in components {
      if let property = component.component.as(KeyPathPropertyComponentSyntax.self) {
        names.append(property.declName.baseName.plainText)
      } else if !component.component.is(KeyPathOptionalComponentSyntax.self) {
        return nil
      }
    }
    return names.isEmpty ? nil : names.joined(separator: ".")
  }
}
