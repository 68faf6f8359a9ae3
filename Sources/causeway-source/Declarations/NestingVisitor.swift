import SourceModel
import SwiftSyntax

/// Visits a file's types and extensions, and knows inside of which ones it is.
///
/// What stands inside a function, an accessor or a closure is nobody's type outside of it, and is not visited.
class NestingVisitor: SyntaxVisitor {
  /// Names of the enclosing types, from outside.
  private var nesting: [String] = []

  init() { super.init(viewMode: .sourceAccurate) }

  /// The name of a type that is declared here, with those of the enclosing types.
  final func qualified(_ name: TokenSyntax) -> String { (nesting + [name.plainText]).joined(separator: ".") }

  /// Called for each type and each extension, before what stands inside.
  ///
  /// - Parameter name: the type's, with those of the enclosing types: `Outer.Inner`.
  func note(_ node: some DeclGroupSyntax, _ name: String) {}

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, [node.name.plainText]) }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, [node.name.plainText]) }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, [node.name.plainText]) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, [node.name.plainText]) }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, Self.path(of: node)) }

  override func visitPost(_ node: EnumDeclSyntax) { nesting.removeLast() }
  override func visitPost(_ node: StructDeclSyntax) { nesting.removeLast() }
  override func visitPost(_ node: ClassDeclSyntax) { nesting.removeLast() }
  override func visitPost(_ node: ActorDeclSyntax) { nesting.removeLast() }
  override func visitPost(_ node: ExtensionDeclSyntax) { nesting.removeLast(Self.path(of: node).count) }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  /// Whether a declaration states a conformance to one of SwiftData's protocols.
  final func conforms(_ node: some DeclGroupSyntax, to name: String) -> Bool {
    let inherited = node.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
    return inherited.contains(name) || inherited.contains("SwiftData.\(name)")
  }

  /// The names of the type that an extension is of, from outside.
  private static func path(of node: ExtensionDeclSyntax) -> [String] {
    node.extendedType.trimmedDescription.split(separator: ".").map(String.init)
  }

  private func enter(_ node: some DeclGroupSyntax, _ names: [String]) -> SyntaxVisitorContinueKind {
    nesting += names
    note(node, nesting.joined(separator: "."))
    return .visitChildren
  }
}
