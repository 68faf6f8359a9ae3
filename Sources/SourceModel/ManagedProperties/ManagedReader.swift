import SwiftSyntax

/// Finds every `@NSManaged` declaration of a module.
package struct ManagedReader {
  package private(set) var members: [ManagedMember] = []
  package private(set) var problems: [ManagedProblem] = []
  /// What files with such declarations import, each once.
  package private(set) var imports: [ManagedImport] = []

  /// - Parameters:
  ///   - units: the module's files.
  ///   - others: files of the modules that it imports, for the types they declare.
  ///   - discriminator: of private members of a file; MD5 is not this room's.
  package init(
    _ units: [SourceUnit], module: String, others: [SourceUnit] = [], discriminator: (SourceUnit) -> String
  ) {
    var names = [DeclaredNames(module: module)]
    for unit in units { names[0].walk(unit.tree) }
    for unit in others {
      let found = names.first { $0.module == unit.module } ?? DeclaredNames(module: unit.module)
      if !names.contains(where: { $0 === found }) { names.append(found) }
      found.walk(unit.tree)
    }
    let resolver = TypeResolver(modules: names)
    for unit in units {
      let visitor = ManagedVisitor(unit, resolver, discriminator: discriminator(unit))
      visitor.walk(unit.tree)
      members += visitor.members
      problems += visitor.problems
      guard !visitor.members.isEmpty else { continue }
      for line in visitor.imports where !imports.contains(line) { imports.append(line) }
    }
  }
}

private final class ManagedVisitor: ScopeVisitor {
  private(set) var members: [ManagedMember] = []
  private(set) var problems: [ManagedProblem] = []
  private(set) var imports: [ManagedImport] = []
  private let unit: SourceUnit
  private let resolver: TypeResolver
  private let discriminator: String
  private let locations: SourceLocationConverter

  init(_ unit: SourceUnit, _ resolver: TypeResolver, discriminator: String) {
    self.unit = unit
    self.resolver = resolver
    self.discriminator = discriminator
    locations = SourceLocationConverter(fileName: unit.path, tree: unit.tree)
    super.init()
  }

  override func read(_ node: ImportDeclSyntax) {
    guard let module = node.path.first?.name.plainText else { return }
    let isTestable = node.attributes.contains { $0.trimmedDescription == "@testable" }
    imports.append(ManagedImport(module: module, isTestable: isTestable, conditions: conditions))
  }

  override func read(_ node: VariableDeclSyntax) {
    guard Self.isManaged(node.attributes) else { return }
    var annotation: TypeSyntax?
    // `var first, second: Int` gives the type once, at the end.
    for binding in node.bindings.reversed() {
      if let type = binding.typeAnnotation?.type { annotation = type }
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
        report(binding, "\(binding.trimmedDescription) is no single property")
        continue
      }
      let name = pattern.identifier.plainText
      guard let annotation else {
        report(binding, "\(name) has no type annotation")
        continue
      }
      let spelling = annotation.trimmedDescription.filter { !" ?!".contains($0) }
      let isInterval = ["TimeInterval", "Foundation.TimeInterval"].contains(spelling)
      add(binding, name, node.modifiers, isInterval: isInterval) {
        resolver, scope throws(TypeResolver.Failure) in
        .property(try resolver.type(annotation, in: scope))
      }
    }
  }

  override func read(_ node: FunctionDeclSyntax) {
    guard Self.isManaged(node.attributes) else { return }
    let name = node.name.plainText
    let effects = node.signature.effectSpecifiers
    guard effects?.throwsClause == nil, effects?.asyncSpecifier == nil, node.genericParameterClause == nil else {
      return report(node, "\(name) throws, waits or is generic: give it a body")
    }
    let parameters = Array(node.signature.parameterClause.parameters)
    add(node, name, node.modifiers) { resolver, scope throws(TypeResolver.Failure) in
      var read: [ManagedMember.Parameter] = []
      for parameter in parameters {
        guard parameter.ellipsis == nil, !parameter.type.is(AttributedTypeSyntax.self) else {
          throw TypeResolver.Failure("the parameter \(parameter.trimmedDescription) is not one of managed functions")
        }
        let label = parameter.firstName.tokenKind == .wildcard ? nil : parameter.firstName.plainText
        read.append(.init(label: label, type: try resolver.type(parameter.type, in: scope)))
      }
      let result = try node.signature.returnClause.map { clause throws(TypeResolver.Failure) in
        try resolver.type(clause.type, in: scope)
      }
      return .method(parameters: read, result: result ?? .unit)
    }
  }

  private func add(
    _ node: some SyntaxProtocol, _ name: String, _ modifiers: DeclModifierListSyntax, isInterval: Bool = false,
    _ kind: (TypeResolver, [String]) throws(TypeResolver.Failure) -> ManagedMember.Kind
  ) {
    guard let innermost = scope.last else { return report(node, "\(name) stands outside a class") }
    guard !scope.contains(where: { $0.isGeneric }) else {
      return report(node, "\(name) stands in a generic class or a conditional extension, which no entity can have")
    }
    guard !scope.contains(where: { $0.isPrivate && !$0.isExtension }) else {
      return report(node, "the class of \(name) is private to its file; make it internal")
    }
    do {
      let (owner, extensionModule) = try self.owner()
      let isPrivate = ScopeVisitor.isPrivate(modifiers) || (innermost.isPrivate && modifiers.accessLevel == nil)
      let level = modifiers.accessLevel
      let isPublic =
        level == .public || modifiers.isOpen || (level == nil && innermost.isExtension && innermost.isPublic)
      members.append(
        ManagedMember(
          path: unit.path, line: locations.location(for: node.positionAfterSkippingLeadingTrivia).line,
          conditions: conditions,
          isReachable: !isPrivate,
          ownerName: SymbolSpelling.text(owner, module: unit.module), isPublic: isPublic, isInterval: isInterval,
          symbol: ManagedSymbol(
            owner: owner, extensionModule: extensionModule, name: name,
            discriminator: isPrivate ? discriminator : nil),
          kind: try kind(resolver, path)))
    } catch {
      report(
        node,
        "the accessors of \(name) cannot be generated: \(error.reason). Give it a body that reads and writes"
          + " value(forKey: \"\(name)\"), or declare the type in this target")
    }
  }

  /// The class around, and this module where it extends a class of another.
  private func owner() throws(TypeResolver.Failure) -> (SymbolNominal, String?) {
    guard case .type(.nominal(let owner), _) = try resolver.meaning(of: path, in: []) else {
      throw TypeResolver.Failure("\(path.joined(separator: ".")) is no class")
    }
    guard owner.path.last?.kind == .reference else {
      throw TypeResolver.Failure("\(path.joined(separator: ".")) is no class")
    }
    let declaring = owner.path.last?.extensionModule ?? owner.path.reversed().lazy.compactMap(\.extensionModule).first
    let isOwn = (declaring ?? owner.module) == unit.module
    return (owner, isOwn ? nil : unit.module)
  }

  private func report(_ node: some SyntaxProtocol, _ message: String) {
    let location = locations.location(for: node.positionAfterSkippingLeadingTrivia)
    problems.append(
      ManagedProblem(path: unit.path, line: location.line, column: location.column, message: "@NSManaged: \(message)"))
  }

  private static func isManaged(_ attributes: AttributeListSyntax) -> Bool {
    attributes.contains { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "NSManaged" }
  }
}
