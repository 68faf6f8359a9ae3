import SwiftSyntax

/// The enums, structs and type aliases of a folder's files, by qualified name.
final class DeclaredTypes: NestingVisitor {
  enum Declaration: Hashable {
    /// `rawType` is the first inherited type; whether it is one that raw values have, the resolver says.
    case enumeration(rawType: String?, cases: [String], hasAssociatedValues: Bool)
    case structure(properties: [Field], inherited: [String], hasOwnCoding: Bool)
    case alias(String)
    /// Declared twice (`#if`, versions side by side), or something that holds no values of a model.
    case other(String)
  }

  struct Field: Hashable {
    var name: String
    /// `nil` where no annotation says it.
    var typeText: String?
  }

  private(set) var declarations: [String: Declaration] = [:]

  /// The declaration that a name means inside the types of `scope`: the innermost one wins, as in Swift.
  func find(_ name: String, in scope: [String]) -> (qualifiedName: String, declaration: Declaration)? {
    for depth in stride(from: scope.count, through: 0, by: -1) {
      let qualified = (scope.prefix(depth) + [name]).joined(separator: ".")
      if let declaration = declarations[qualified] { return (qualified, declaration) }
    }
    return nil
  }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    let elements = node.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap {
      Array($0.elements)
    }
    add(
      node.name,
      .enumeration(
        rawType: Self.inherited(node.inheritanceClause).first, cases: elements.map { Self.plain($0.name) },
        hasAssociatedValues: elements.contains { $0.parameterClause != nil }))
    return super.visit(node)
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    var fields: [Field] = []
    var hasOwnCoding = false
    for member in node.memberBlock.members {
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        fields += Self.fields(of: variable)
      } else if let nested = member.decl.as(EnumDeclSyntax.self), nested.name.text == "CodingKeys" {
        hasOwnCoding = true
      } else if let initializer = member.decl.as(InitializerDeclSyntax.self),
        initializer.signature.parameterClause.parameters.first?.firstName.text == "from"
      {
        hasOwnCoding = true
      }
    }
    add(
      node.name,
      .structure(
        properties: fields, inherited: Self.inherited(node.inheritanceClause), hasOwnCoding: hasOwnCoding))
    return super.visit(node)
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node.name, .alias(node.initializer.value.trimmedDescription))
    return .skipChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    if !node.attributes.contains(where: { $0.trimmedDescription.hasSuffix("Model") }) {
      add(node.name, .other("a class without @Model"))
    }
    return super.visit(node)
  }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node.name, .other("an actor"))
    return super.visit(node)
  }

  private func add(_ name: TokenSyntax, _ declaration: Declaration) {
    let qualifiedName = qualified(name)
    if let earlier = declarations[qualifiedName], earlier != declaration {
      declarations[qualifiedName] = .other("declared more than once, and not alike")
    } else {
      declarations[qualifiedName] = declaration
    }
  }

  private static func plain(_ token: TokenSyntax) -> String { token.text.filter { $0 != "`" } }

  private static func inherited(_ clause: InheritanceClauseSyntax?) -> [String] {
    clause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
  }

  private static func fields(of variable: VariableDeclSyntax) -> [Field] {
    let isStatic = variable.modifiers.contains { ["static", "lazy"].contains($0.name.text) }
    return variable.bindings.compactMap { binding in
      let isComputed =
        binding.accessorBlock.map { block in
          switch block.accessors {
          case .getter: true
          case .accessors(let list):
            list.contains { !["willSet", "didSet"].contains($0.accessorSpecifier.text) }
          @unknown default: true
          }
        } ?? false
      guard !isStatic, !isComputed, let name = binding.pattern.as(IdentifierPatternSyntax.self) else { return nil }
      return Field(name: plain(name.identifier), typeText: binding.typeAnnotation?.type.trimmedDescription)
    }
  }
}
