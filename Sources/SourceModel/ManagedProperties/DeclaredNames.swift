import SwiftSyntax

/// The types, protocols and aliases that the files of a module declare, by the way to them.
final class DeclaredNames: ScopeVisitor {
  enum Declaration {
    /// `isGeneric` types and those in them cannot be named without arguments.
    case type(SymbolNominal.Kind, isGeneric: Bool, inExtension: Bool, inherited: [String])
    case proto(isNested: Bool, inherited: [String])
    case alias(TypeSyntax, scope: [String], isGeneric: Bool)
    /// Declared several times, and not alike.
    case unclear
  }

  let module: String
  private(set) var declarations: [String: Declaration] = [:]

  init(module: String) {
    self.module = module
    super.init()
  }

  subscript(path: [String]) -> Declaration? { declarations[path.joined(separator: ".")] }

  override func declare(
    _ name: String, _ kind: SymbolNominal.Kind, isGeneric: Bool, inherited: [String],
    _ modifiers: DeclModifierListSyntax
  ) {
    add(
      name,
      .type(
        kind, isGeneric: isGeneric || scope.contains { $0.isGeneric }, inExtension: scope.last?.isExtension ?? false,
        inherited: inherited))
  }

  override func declare(proto node: ProtocolDeclSyntax) {
    add(
      node.name.plainText,
      .proto(
        isNested: !scope.isEmpty,
        inherited: node.inheritanceClause?.inheritedTypes.map { $0.type.trimmedDescription } ?? []))
  }

  override func declare(alias node: TypeAliasDeclSyntax) {
    add(
      node.name.plainText,
      .alias(node.initializer.value, scope: path, isGeneric: node.genericParameterClause != nil))
  }

  private func add(_ name: String, _ declaration: Declaration) {
    let key = (path + [name]).joined(separator: ".")
    guard let earlier = declarations[key] else { return declarations[key] = declaration }
    if !Self.areAlike(earlier, declaration) { declarations[key] = .unclear }
  }

  private static func areAlike(_ first: Declaration, _ second: Declaration) -> Bool {
    switch (first, second) {
    case (.type(let kind, let generic, let inExtension, _), .type(let other, let otherGeneric, let otherExtension, _)):
      kind == other && generic == otherGeneric && inExtension == otherExtension
    case (.proto, .proto): true
    case (.alias(let type, let scope, _), .alias(let other, let otherScope, _)):
      type.trimmedDescription == other.trimmedDescription && scope == otherScope
    default: false
    }
  }
}
