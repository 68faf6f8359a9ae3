import SwiftSyntax

/// The properties of one file that Objective-C knows by another name (`@objc(other) var name`).
final class RenamedMembers: SyntaxVisitor {
  private(set) var names: Set<String> = []

  init(in tree: SourceFileSyntax) {
    super.init(viewMode: .sourceAccurate)
    walk(tree)
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    let selectors = AttributeNames(in: node.attributes).arguments
    for binding in node.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { continue }
      if selectors.contains(where: { $0 != name }) { names.insert(name) }
    }
    return .visitChildren
  }

  /// The arguments of `@objc` in a list, also of those under a condition.
  private final class AttributeNames: SyntaxVisitor {
    var arguments: [String] = []

    init(in list: AttributeListSyntax) {
      super.init(viewMode: .sourceAccurate)
      walk(list)
    }

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
      if node.attributeName.trimmedDescription == "objc", let arguments = node.arguments {
        self.arguments.append(arguments.trimmedDescription)
      }
      return .skipChildren
    }
  }
}
