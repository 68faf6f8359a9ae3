import SwiftSyntax

/// Walks a file and knows in which types it is and under which conditions that cannot be told.
class ScopeVisitor: SyntaxVisitor {
  /// The types around, the outermost first: names as they are looked up.
  private(set) var scope: [Scope] = []
  /// `#if` conditions of the place, each as text.
  private(set) var conditions: [String] = []

  struct Scope {
    var names: [String]
    var isExtension: Bool
    /// Lower than internal, stated by the declaration itself.
    var isPrivate: Bool
    var isGeneric: Bool
    var isPublic: Bool
  }

  var path: [String] { scope.flatMap(\.names) }

  init() { super.init(viewMode: .sourceAccurate) }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name, node, generics: node.genericParameterClause, .reference, node.inheritanceClause)
  }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name, node, generics: node.genericParameterClause, .reference, node.inheritanceClause)
  }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name, node, generics: node.genericParameterClause, .structure, node.inheritanceClause)
  }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name, node, generics: node.genericParameterClause, .enumeration, node.inheritanceClause)
  }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(proto: node)
    return .skipChildren
  }
  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(alias: node)
    return .skipChildren
  }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let names = node.extendedType.trimmedDescription.split(separator: ".").map { $0.filter { $0 != "`" } }
    scope.append(
      Scope(
        names: names, isExtension: true, isPrivate: Self.isPrivate(node.modifiers),
        isGeneric: node.genericWhereClause != nil, isPublic: node.modifiers.accessLevel == .public))
    return .visitChildren
  }

  override func visitPost(_ node: ClassDeclSyntax) { scope.removeLast() }
  override func visitPost(_ node: ActorDeclSyntax) { scope.removeLast() }
  override func visitPost(_ node: StructDeclSyntax) { scope.removeLast() }
  override func visitPost(_ node: EnumDeclSyntax) { scope.removeLast() }
  override func visitPost(_ node: ExtensionDeclSyntax) { scope.removeLast() }

  // What stands inside code is nobody's member.
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    read(node)
    return .skipChildren
  }
  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    read(node)
    return .skipChildren
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    read(node)
    return .skipChildren
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    var earlier: [String] = []
    var isDecided = false
    for clause in node.clauses {
      let value = clause.condition.map(ConditionValue.of) ?? .met
      let own = clause.condition?.trimmedDescription
      defer { if let own { earlier.append("!(\(own))") } }
      guard value != .unmet, !isDecided, let elements = clause.elements else { continue }
      let count = conditions.count
      if value == .unknown, let own { conditions += earlier + ["(\(own))"] }
      if value == .met { conditions += earlier }
      walk(elements)
      conditions.removeLast(conditions.count - count)
      if value == .met { isDecided = true }
    }
    return .skipChildren
  }

  private func enter(
    _ name: TokenSyntax, _ node: some DeclGroupSyntax, generics: GenericParameterClauseSyntax?,
    _ kind: SymbolNominal.Kind, _ inheritance: InheritanceClauseSyntax?
  ) -> SyntaxVisitorContinueKind {
    let inherited = inheritance?.inheritedTypes.map { $0.type.trimmedDescription } ?? []
    declare(name.plainText, kind, isGeneric: generics != nil, inherited: inherited, node.modifiers)
    let level = node.modifiers.accessLevel
    scope.append(
      Scope(
        names: [name.plainText], isExtension: false, isPrivate: Self.isPrivate(node.modifiers),
        isGeneric: generics != nil, isPublic: level == .public || node.modifiers.isOpen))
    return .visitChildren
  }

  static func isPrivate(_ modifiers: DeclModifierListSyntax) -> Bool {
    modifiers.contains {
      $0.detail == nil && ($0.name.tokenKind == .keyword(.private) || $0.name.tokenKind == .keyword(.fileprivate))
    }
  }

  // MARK: what subclasses read

  func declare(
    _ name: String, _ kind: SymbolNominal.Kind, isGeneric: Bool, inherited: [String],
    _ modifiers: DeclModifierListSyntax
  ) {}
  func declare(proto node: ProtocolDeclSyntax) {}
  func declare(alias node: TypeAliasDeclSyntax) {}
  func read(_ node: FunctionDeclSyntax) {}
  func read(_ node: VariableDeclSyntax) {}
  func read(_ node: ImportDeclSyntax) {}
}

extension DeclModifierListSyntax {
  var isOpen: Bool { contains { $0.name.tokenKind == .keyword(.open) } }
}
