import SwiftSyntax

/// The types of a folder's files that conform to `SchemaMigrationPlan`.
final class DeclaredPlans: NestingVisitor {
  /// `Outer.LibraryPlan` for a nested one.
  private(set) var names: [String] = []

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node, qualified(node.name))
    return super.visit(node)
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node, qualified(node.name))
    return super.visit(node)
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node, qualified(node.name))
    return super.visit(node)
  }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node, qualified(node.name))
    return super.visit(node)
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node, (nesting + Self.path(of: node)).joined(separator: "."))
    return super.visit(node)
  }

  private func note(_ node: some DeclGroupSyntax, _ name: String) {
    let inherited = node.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
    guard inherited.contains("SchemaMigrationPlan") || inherited.contains("SwiftData.SchemaMigrationPlan") else {
      return
    }
    names.append(name)
  }
}
