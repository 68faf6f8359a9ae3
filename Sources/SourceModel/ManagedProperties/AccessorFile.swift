/// The generated file that gives a module's `@NSManaged` members their accessors.
///
/// Each accessor is a function that carries the symbol which the compiler leaves undefined.
package struct AccessorFile {
  package let members: [ManagedMember]
  package let module: String
  private let imports: [ManagedImport]
  /// Functions whose work their name does not tell.
  package private(set) var problems: [ManagedProblem] = []
  private var lines: [String] = []
  /// The members of each class, by its name in an extension; those that are declared as ordered.
  private let names: [String: Set<String>]
  private let orderedKeys: [String: Set<String>]

  package var text: String { lines.joined(separator: "\n") + "\n" }

  /// The versions of the compiler whose symbols a test compared.
  private static let compilers = "compiler(>=6.3) && compiler(<6.4)"

  /// Everything that a reader found.
  package init(_ reader: ManagedReader, module: String) {
    self.init(reader.members, imports: reader.imports, module: module)
  }

  init(_ members: [ManagedMember], imports: [ManagedImport], module: String) {
    self.members = members
    self.imports = imports
    self.module = module
    var ordered: [String: Set<String>] = [:]
    names = Dictionary(grouping: members, by: \.ownerName).mapValues { Set($0.map(\.name)) }
    for member in members {
      guard case .property(let type) = member.kind, Self.isOrdered(type) else { continue }
      ordered[member.ownerName, default: []].insert(member.name)
    }
    orderedKeys = ordered
    write()
  }

  private mutating func write() {
    lines = [
      "// The accessors of this module's @NSManaged properties and functions, by the symbols that the compiler asks for.",
      "// Generated with every build; do not edit.", "", "#if !canImport(ObjectiveC)", "",
      "#if !CAUSEWAY_ANY_COMPILER && !(\(Self.compilers))",
      "#error(\"The symbols of @NSManaged accessors are known for Swift 6.3. Use that, or define CAUSEWAY_ANY_COMPILER"
        + " (-Xswiftc -DCAUSEWAY_ANY_COMPILER) to take them for this compiler too.\")",
      "#endif", "",
    ]
    let needed = publicModules()
    let standard = ["CoreData", "Foundation"].map { ManagedImport(module: $0) }
    for line in standard + imports.filter({ !["CoreData", "Foundation", module].contains($0.module) }) {
      lines += line.lines(isPublic: needed.contains(line.module))
    }
    lines.append("")
    var groups: [(key: [String], members: [(Int, ManagedMember)])] = []
    for (index, member) in members.enumerated() {
      let key = [member.ownerName] + member.conditions
      if let last = groups.indices.last, groups[last].key == key {
        groups[last].members.append((index, member))
      } else {
        groups.append((key, [(index, member)]))
      }
    }
    for group in groups {
      let conditions = group.key.dropFirst()
      if !conditions.isEmpty { lines.append("#if " + conditions.joined(separator: " && ")) }
      lines.append("extension \(group.key[0]) {")
      for (index, member) in group.members { write(member, index) }
      lines.append("}")
      if !conditions.isEmpty { lines.append("#endif") }
      lines.append("")
    }
    writeKeyPaths()
    lines += AccessorSupport.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines += ["", "#endif"]
  }

  /// Registers the names behind key paths before the program begins.
  private mutating func writeKeyPaths() {
    let reachable = members.filter { member in
      if case .property = member.kind { member.isReachable && !access(of: member).isPrimitive } else { false }
    }
    guard !reachable.isEmpty else { return }
    // Key paths of a class of the main actor can be formed on it only; forming one runs nothing of the class.
    lines += [
      "@section(\".init_array\") @used", "private let __causewayKeyPaths: @convention(c) () -> Void = {",
      "  let names: @MainActor () -> [AnyKeyPath: String] = {", "    var names: [AnyKeyPath: String] = [:]",
    ]
    for member in reachable {
      let name = SymbolSpelling.identifier(member.name)
      let line = "    names[\\\(member.ownerName).\(name)] = \(Self.literal(member.name))"
      lines +=
        member.conditions.isEmpty ? [line] : ["#if " + member.conditions.joined(separator: " && "), line, "#endif"]
    }
    lines += [
      "    return names", "  }",
      "  __KeyPathNames.add(unsafeBitCast(names, to: (@Sendable () -> [AnyKeyPath: String]).self))", "}", "",
    ]
  }

  /// Modules that public accessors name.
  private func publicModules() -> Set<String> {
    members.filter(\.isPublic).reduce(into: []) { modules, member in
      modules.insert(member.symbol.owner.module)
      switch member.kind {
      case .property(let type): modules.formUnion(SymbolSpelling.modules(of: type))
      case .method(let parameters, _):
        for parameter in parameters { modules.formUnion(SymbolSpelling.modules(of: parameter.type)) }
      }
    }
  }

  private mutating func write(_ member: ManagedMember, _ index: Int) {
    let level = member.isPublic ? "public " : ""
    let symbols = member.symbols
    switch member.kind {
    case .property(let type):
      let spelling = SymbolSpelling.text(type, module: module)
      let (isPrimitive, key) = access(of: member)
      let isOptional = if case .optional = type { true } else { false }
      let getter =
        switch (isPrimitive, isOptional) {
        case (false, false): "value"
        case (false, true): "optionalValue"
        case (true, false): "primitive"
        case (true, true): "optionalPrimitive"
        }
      add(
        level, symbols[0], "_accessor\(index)() -> \(spelling)",
        "__CausewayAccess.\(getter)(of: self, \(Self.literal(key)))")
      add(
        level, symbols[1], "_accessor\(index)(_ value: __owned \(spelling))",
        "__CausewayAccess.set\(isPrimitive ? "Primitive" : member.isInterval ? "Interval" : "")(value, \(Self.literal(key)), of: self)"
      )
    case .method(let parameters, let result):
      guard result == .unit, let key = AccessorKey.ofMethod(member.name, parameters),
        let body = body(of: key, parameters, owner: member.ownerName)
      else {
        problems.append(
          ManagedProblem(
            path: member.path, line: member.line, column: 1,
            message: "@NSManaged: what \(member.name) does cannot be told from its name; give it a body"))
        return
      }
      let list = parameters.enumerated().map { index, parameter in
        "\(parameter.label.map(SymbolSpelling.identifier) ?? "_") value\(index): "
          + SymbolSpelling.text(parameter.type, module: module)
      }
      add(level, symbols[0], "_accessor\(index)(\(list.joined(separator: ", ")))", body)
    }
  }

  private mutating func add(_ access: String, _ symbol: String, _ signature: String, _ body: String) {
    lines.append("  @_silgen_name(\"\(symbol)\") \(access)func \(signature) { \(body) }")
  }

  private func body(of key: AccessorKey, _ parameters: [ManagedMember.Parameter], owner: String) -> String? {
    func name(_ key: String) -> String { Self.literal(spelled(key, owner: owner)) }
    let isOne = parameters.first.map { !Self.isCollection($0.type) } ?? true
    switch key {
    case .property, .primitive: return nil
    case .add(let key):
      let verb = isOne ? "add" : "addAll"
      return
        "__CausewayAccess.\(verb)(value0, \(name(key)), of: self\(isOrdered(key, owner) ? ", isOrdered: true" : ""))"
    case .remove(let key):
      let verb = isOne ? "remove" : "removeAll"
      return
        "__CausewayAccess.\(verb)(value0, \(name(key)), of: self\(isOrdered(key, owner) ? ", isOrdered: true" : ""))"
    case .insert(let key): return "__CausewayAccess.insert(value0, at: value1, \(name(key)), of: self)"
    case .insertMany(let key):
      return "__CausewayAccess.insertAll(value0, at: Array(value1), \(name(key)), of: self)"
    case .removeAt(let key): return "__CausewayAccess.remove(at: [value0], \(name(key)), of: self)"
    case .removeManyAt(let key): return "__CausewayAccess.remove(at: Array(value0), \(name(key)), of: self)"
    case .replace(let key): return "__CausewayAccess.replace(at: value0, with: value1, \(name(key)), of: self)"
    case .replaceMany(let key):
      return "__CausewayAccess.replaceAll(at: Array(value0), with: value1, \(name(key)), of: self)"
    }
  }

  /// Whether a property stands for the primitive value of another, and the key.
  ///
  /// `primitiveTitle` does where the class declares `title`; else the model may really call it so.
  private func access(of member: ManagedMember) -> (isPrimitive: Bool, key: String) {
    guard case .primitive(let key) = AccessorKey.ofProperty(member.name) else { return (false, member.name) }
    let spelled = spelled(key, owner: member.ownerName)
    return names[member.ownerName]?.contains(spelled) ?? false ? (true, spelled) : (false, member.name)
  }

  /// The property as the class declares it: keys may begin with a capital.
  private func spelled(_ key: String, owner: String) -> String {
    let capital = key.prefix(1).uppercased() + key.dropFirst()
    let declared = names[owner] ?? []
    return !declared.contains(key) && declared.contains(capital) ? capital : key
  }

  private func isOrdered(_ key: String, _ owner: String) -> Bool {
    orderedKeys[owner]?.contains(spelled(key, owner: owner)) ?? false
  }

  private static func isOrdered(_ type: SymbolType) -> Bool {
    switch type {
    case .optional(let wrapped): isOrdered(wrapped)
    case .nominal(let nominal): ["NSOrderedSet", "NSMutableOrderedSet"].contains(nominal.path.last?.name)
    default: false
    }
  }

  private static func isCollection(_ type: SymbolType) -> Bool {
    switch type {
    case .optional(let wrapped): isCollection(wrapped)
    case .bound(.standard(let letter), _): letter == "h" || letter == "a"
    case .nominal(let nominal):
      nominal.module == "Foundation"
        && ["NSSet", "NSOrderedSet", "NSMutableSet", "NSMutableOrderedSet", "NSArray"].contains(nominal.path.last?.name)
    default: false
    }
  }

  private static func literal(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
