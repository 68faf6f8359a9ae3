import SwiftSyntax

/// What a type's spelling means at a place, over the files of a module and of the modules that it imports.
struct TypeResolver {
  /// The module's own declarations first.
  let modules: [DeclaredNames]

  /// Why a spelling cannot be resolved.
  struct Failure: Error {
    var reason: String
    init(_ reason: String) { self.reason = reason }
  }

  /// What a name stands for.
  enum Meaning {
    case type(SymbolType, argumentCount: Int)
    case proto(SymbolProtocol)
  }

  func type(_ syntax: TypeSyntax, in scope: [String], depth: Int = 0) throws(Failure) -> SymbolType {
    guard depth < 16 else { throw Failure("its type aliases go round") }
    let next = depth + 1
    if let optional = syntax.as(OptionalTypeSyntax.self) {
      return .optional(try type(optional.wrappedType, in: scope, depth: next))
    }
    if let optional = syntax.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return .optional(try type(optional.wrappedType, in: scope, depth: next))
    }
    if let list = syntax.as(ArrayTypeSyntax.self) {
      return .bound(.standard("a"), [try type(list.element, in: scope, depth: next)])
    }
    if let dictionary = syntax.as(DictionaryTypeSyntax.self) {
      return .bound(
        .standard("D"),
        [
          try type(dictionary.key, in: scope, depth: next), try type(dictionary.value, in: scope, depth: next),
        ])
    }
    if let tuple = syntax.as(TupleTypeSyntax.self) {
      if tuple.elements.isEmpty { return .unit }
      if tuple.elements.count == 1, let only = tuple.elements.first, only.firstName == nil {
        return try type(only.type, in: scope, depth: next)
      }
      throw Failure("a tuple is no type of a managed property")
    }
    if let some = syntax.as(SomeOrAnyTypeSyntax.self), some.someOrAnySpecifier.tokenKind == .keyword(.any) {
      return try type(some.constraint, in: scope, depth: next)
    }
    if let metatype = syntax.as(MetatypeTypeSyntax.self), metatype.metatypeSpecifier.text == "Type" {
      return .metatype(try type(metatype.baseType, in: scope, depth: next))
    }
    if let composition = syntax.as(CompositionTypeSyntax.self) {
      return try self.composition(composition, in: scope, next)
    }
    if syntax.is(IdentifierTypeSyntax.self) || syntax.is(MemberTypeSyntax.self) {
      return try named(syntax, in: scope, next)
    }
    throw Failure("the form of the type \(syntax.trimmedDescription) is not one of managed properties")
  }

  private func named(_ syntax: TypeSyntax, in scope: [String], _ depth: Int) throws(Failure) -> SymbolType {
    let (names, arguments) = try Self.parts(of: syntax)
    switch try meaning(of: names, in: scope, depth) {
    case .proto(let proto): return .existential([proto])
    case .type(let base, let count):
      guard count == arguments.count else {
        throw Failure("\(names.joined(separator: ".")) is written with \(arguments.count) arguments and has \(count)")
      }
      guard count > 0 else { return base }
      var types: [SymbolType] = []
      for argument in arguments { types.append(try type(argument, in: scope, depth: depth)) }
      if base == .standard("q"), let wrapped = types.first { return .optional(wrapped) }
      return .bound(base, types)
    }
  }

  /// Protocols in the order of modules and names, in which symbols have them.
  private func composition(
    _ syntax: CompositionTypeSyntax, in scope: [String], _ depth: Int
  ) throws(Failure) -> SymbolType {
    var members: Set<SymbolProtocol> = []
    for element in syntax.elements {
      guard case .existential(let protocols) = try type(element.type, in: scope, depth: depth), protocols.count == 1,
        case .declared = protocols[0]
      else { throw Failure("a composition with something else than plain protocols") }
      members.formUnion(protocols)
    }
    // Of a protocol and one that it inherits the symbol has one only.
    guard members.count == 1 || !members.contains(where: inheritsAnother) else {
      throw Failure("a composition with protocols that inherit others")
    }
    return .existential(
      members.sorted { first, second in
        guard case .declared(let module, let name) = first, case .declared(let other, let otherName) = second else {
          return false
        }
        return (module, name) < (other, otherName)
      })
  }

  private func inheritsAnother(_ proto: SymbolProtocol) -> Bool {
    guard case .declared(let module, let name) = proto else { return true }
    if module == "Foundation" { return name == "NSSecureCoding" }
    guard let names = modules.first(where: { $0.module == module }), case .proto(_, let inherited)? = names[[name]]
    else {
      return true
    }
    return !inherited.allSatisfy { $0 == "AnyObject" }
  }

  /// The names of a dotted type, and the arguments of the last one.
  static func parts(of syntax: TypeSyntax) throws(Failure) -> ([String], [TypeSyntax]) {
    func arguments(_ clause: GenericArgumentClauseSyntax?) throws(Failure) -> [TypeSyntax] {
      var types: [TypeSyntax] = []
      for argument in clause?.arguments ?? [] {
        guard let type = argument.argument.as(TypeSyntax.self) else {
          throw Failure("an argument of \(syntax.trimmedDescription) is no type")
        }
        types.append(type)
      }
      return types
    }
    if let name = syntax.as(IdentifierTypeSyntax.self) {
      return ([name.name.plainText], try arguments(name.genericArgumentClause))
    }
    if let member = syntax.as(MemberTypeSyntax.self) {
      let (names, outer) = try parts(of: member.baseType)
      guard outer.isEmpty else { throw Failure("a type inside a generic one") }
      return (names + [member.name.plainText], try arguments(member.genericArgumentClause))
    }
    throw Failure("the form of the type \(syntax.trimmedDescription) is not one of managed properties")
  }

  // MARK: names

  /// The innermost declaration wins, then those of imported modules, then what Foundation and CoreData have.
  func meaning(of names: [String], in scope: [String], _ depth: Int = 0) throws(Failure) -> Meaning {
    guard let first = names.first, depth < 16 else { throw Failure("its type aliases go round") }
    if first == "Self", !scope.isEmpty { return try meaning(of: scope + names.dropFirst(), in: [], depth + 1) }
    for (index, module) in modules.enumerated() {
      if index == 0 {
        for count in stride(from: scope.count, through: 0, by: -1) {
          if let found = try find(Array(scope.prefix(count)), names, module, depth) { return found }
        }
      } else if let found = try find([], names, module, depth) {
        return found
      }
      if first == module.module, names.count > 1, let found = try find([], Array(names.dropFirst()), module, depth) {
        return found
      }
    }
    let known = KnownTypes.modules.contains(first) && names.count == 2 ? names[1] : names.joined(separator: ".")
    if let type = KnownTypes.type(known) { return .type(type, argumentCount: KnownTypes.argumentCount(known)) }
    if let proto = KnownTypes.proto(known) { return .proto(proto) }
    throw Failure(
      "the type \(names.joined(separator: ".")) is declared neither in this target nor in what it depends on, and is not"
        + " one of those of Foundation that are known here")
  }

  /// A declaration at the path of a container, or in one that the container's class inherits from.
  private func find(
    _ container: [String], _ names: [String], _ module: DeclaredNames, _ depth: Int
  ) throws(Failure) -> Meaning? {
    guard depth < 16, let first = names.first else { return nil }
    if let declaration = module[container + [first]] {
      return try meaning(of: declaration, container + [first], Array(names.dropFirst()), module, depth)
    }
    // Types that the module declares in an extension of a type of another module.
    for count in names.indices.dropFirst() where module[container + names.prefix(count + 1)] != nil {
      let path = container + names.prefix(count + 1)
      guard let declaration = module[path] else { continue }
      return try meaning(of: declaration, path, Array(names.dropFirst(count + 1)), module, depth)
    }
    guard !container.isEmpty, case .type(.reference, _, _, let inherited)? = module[container],
      let parent = inherited.first
    else { return nil }
    let path = parent.split(separator: ".").map(String.init)
    guard module[path] != nil, path != container else { return nil }
    return try find(path, names, module, depth + 1)
  }

  private func meaning(
    of declaration: DeclaredNames.Declaration, _ path: [String], _ rest: [String], _ module: DeclaredNames, _ depth: Int
  ) throws(Failure) -> Meaning? {
    let name = path.joined(separator: ".")
    switch declaration {
    case .unclear: throw Failure("\(name) is declared several times, and not alike")
    case .proto(let isNested, _):
      guard !isNested, rest.isEmpty, let last = path.last else { throw Failure("\(name) is a protocol inside a type") }
      return .proto(.declared(module: module.module, name: last))
    case .alias(let type, let scope, let isGeneric):
      guard !isGeneric else { throw Failure("\(name) is a generic alias") }
      if rest.isEmpty {
        let resolver = TypeResolver(modules: [module] + modules.filter { $0 !== module })
        return .type(try resolver.type(type, in: scope, depth: depth + 1), argumentCount: 0)
      }
      let (names, arguments) = try Self.parts(of: type)
      guard arguments.isEmpty else { throw Failure("\(name) is an alias of a generic type") }
      return try meaning(of: names + rest, in: scope, depth + 1)
    case .type(_, let isGeneric, _, _):
      if let next = rest.first {
        let inner = path + [next]
        guard let found = try find(path, rest, module, depth + 1) else {
          throw Failure("\(inner.joined(separator: ".")) is not declared")
        }
        return found
      }
      guard !isGeneric else { throw Failure("\(name) is generic") }
      return .type(.nominal(try nominal(path, module)), argumentCount: 0)
    }
  }

  /// A declared type as symbols name it; the outermost may be another module's, extended here.
  func nominal(_ path: [String], _ module: DeclaredNames) throws(Failure) -> SymbolNominal {
    var result: SymbolNominal?
    var isForeign = false
    for count in 1...max(path.count, 1) {
      let (part, name) = (Array(path.prefix(count)), path[count - 1])
      if case .type(let kind, _, _, _)? = module[part] {
        let extensionModule = isForeign ? module.module : nil
        result =
          result.map { $0.member(name, kind, extensionModule: extensionModule) }
          ?? SymbolNominal(module: module.module, name, kind)
        isForeign = false
      } else if count == 1, case .type(.nominal(let outer), _) = try outside(name, module) {
        result = outer
        isForeign = true
      } else {
        throw Failure("\(part.joined(separator: ".")) cannot be found")
      }
    }
    guard let result else { throw Failure("a type without a name") }
    return result
  }

  private func outside(_ name: String, _ module: DeclaredNames) throws(Failure) -> Meaning {
    for other in modules where other !== module {
      if let found = try find([], [name], other, 0) { return found }
    }
    if let type = KnownTypes.type(name) { return .type(type, argumentCount: KnownTypes.argumentCount(name)) }
    throw Failure("\(name) is not declared in this target nor in what it depends on")
  }
}
