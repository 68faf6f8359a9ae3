import SwiftSyntax

/// The property that a `@Query` stands at.
struct QueryProperty {
  let name: String
  /// As it is written: `[Book]`.
  let type: String
  let element: String
  /// As they are written.
  let arguments: String
  let storageModifiers: String

  init(_ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax) throws {
    guard let variable = declaration.as(VariableDeclSyntax.self), variable.bindingSpecifier.tokenKind == .keyword(.var),
      variable.bindings.count == 1, let binding = variable.bindings.first,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
    else { throw QueryProblem.noVariable(node) }
    guard binding.initializer == nil, binding.accessorBlock == nil else { throw QueryProblem.hasValue(binding) }
    guard let type = binding.typeAnnotation?.type.trimmed, let element = Self.element(of: type) else {
      throw QueryProblem.noModels(binding.typeAnnotation.map { Syntax($0.type) } ?? Syntax(pattern))
    }
    name = pattern.identifier.identifier?.name ?? pattern.identifier.text
    self.type = type.description
    self.element = element
    arguments = node.arguments?.as(LabeledExprListSyntax.self)?.description ?? ""
    let isStatic = variable.modifiers.contains { $0.name.tokenKind == .keyword(.static) }
    storageModifiers = isStatic ? "private static" : "private"
  }

  /// What an array, or sections, are of.
  private static func element(of type: TypeSyntax) -> String? {
    if let array = type.as(ArrayTypeSyntax.self) { return array.element.trimmedDescription }
    let (name, generics): (String, GenericArgumentClauseSyntax?)
    if let plain = type.as(IdentifierTypeSyntax.self) {
      (name, generics) = (plain.name.text, plain.genericArgumentClause)
    } else if let member = type.as(MemberTypeSyntax.self) {
      (name, generics) = (member.name.text, member.genericArgumentClause)
    } else {
      return nil
    }
    guard ["Array", "SectionedResults"].contains(name) else { return nil }
    return generics?.arguments.first?.argument.trimmedDescription
  }
}
