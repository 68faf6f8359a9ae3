import SwiftSyntax

/// The types of a folder's files that conform to `VersionedSchema`, with the classes that they list.
final class DeclaredSchemas: NestingVisitor {
  struct Schema: Hashable {
    /// `Outer.LibraryV1` for a nested one.
    var qualifiedName: String
    /// The classes as `models` spells them, without `.self`; `nil` where it is no plain list.
    var models: [String]?
  }

  private(set) var schemas: [Schema] = []

  /// The schema of a name; `nil` where there is none, or several.
  func schema(named name: String) -> Schema? {
    let found = schemas.filter { $0.qualifiedName == name || $0.qualifiedName.hasSuffix("." + name) }
    return found.count == 1 ? found[0] : nil
  }

  override func note(_ node: some DeclGroupSyntax, _ name: String) {
    if conforms(node, to: "VersionedSchema") {
      schemas.append(Schema(qualifiedName: name, models: Self.models(of: node)))
    }
  }

  private static func models(of node: some DeclGroupSyntax) -> [String]? {
    for member in node.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        let binding = variable.bindings.first(where: { $0.pattern.trimmedDescription == "models" })
      else { continue }
      guard let array = array(of: binding) else { return nil }
      let names = array.elements.map { element -> String? in
        guard let access = element.expression.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "self"
        else { return nil }
        return access.base?.trimmedDescription.filter { $0 != "`" }
      }
      return names.contains(nil) ? nil : names.compactMap(\.self)
    }
    return nil
  }

  /// The array literal that a property is, or that its getter returns.
  private static func array(of binding: PatternBindingSyntax) -> ArrayExprSyntax? {
    if let value = binding.initializer?.value { return value.as(ArrayExprSyntax.self) }
    let items: CodeBlockItemListSyntax?
    switch binding.accessorBlock?.accessors {
    case .getter(let list): items = list
    case .accessors(let list): items = list.first { $0.accessorSpecifier.text == "get" }?.body?.statements
    default: items = nil
    }
    guard let items, items.count == 1, let item = items.first?.item else { return nil }
    if let value = item.as(ReturnStmtSyntax.self)?.expression { return value.as(ArrayExprSyntax.self) }
    return item.as(ArrayExprSyntax.self)
  }
}
