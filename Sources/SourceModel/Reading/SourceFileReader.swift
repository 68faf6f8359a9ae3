package import SwiftSyntax

/// Finds every `@Model` declaration of a file, nested ones too.
package final class SourceFileReader: SyntaxVisitor {
  package private(set) var entities: [SourceEntity] = []
  package private(set) var problems: [SourceProblem] = []

  package init(_ file: SourceFileSyntax) {
    super.init(viewMode: .sourceAccurate)
    walk(file)
  }

  package override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { read(node) }
  package override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { read(node) }
  package override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { read(node) }
  package override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { read(node) }

  private func read(_ node: some DeclGroupSyntax) -> SyntaxVisitorContinueKind {
    let isModel = node.attributes.contains { element in
      let name = element.as(AttributeSyntax.self)?.attributeName.trimmedDescription
      return name == "Model" || name == "SwiftData.Model"
    }
    guard isModel else { return .visitChildren }
    let reader = EntityReader(node, in: Self.context(of: Syntax(node)))
    if let entity = reader.entity { entities.append(entity) }
    problems += reader.problems
    return .visitChildren
  }

  /// The declarations around `node`, innermost first.
  private static func context(of node: Syntax) -> [Syntax] {
    var context: [Syntax] = []
    var parent = node.parent
    while let node = parent {
      if node.isProtocol((any DeclGroupSyntax).self) { context.append(node) }
      parent = node.parent
    }
    return context
  }
}
