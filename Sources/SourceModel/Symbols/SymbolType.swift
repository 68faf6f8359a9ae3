/// A type as the names of linker symbols spell it.
package indirect enum SymbolType: Hashable, Sendable {
  /// One of the standard library's types with a letter of its own: `S` and the letter.
  case standard(Character)
  case nominal(SymbolNominal)
  /// A generic type and its arguments; the base is `standard` or `nominal`.
  case bound(SymbolType, [SymbolType])
  case optional(SymbolType)
  /// `Any` without members, `any P`, `any P & Q`, in the order of modules and names.
  case existential([SymbolProtocol])
  /// `AnyObject`.
  case anyObject
  /// `Void`.
  case unit
  case metatype(SymbolType)
}

/// A protocol as symbols name it.
package enum SymbolProtocol: Hashable, Sendable {
  case standard(Character)
  case declared(module: String, name: String)
}

/// A class, struct or enum by the way to its declaration.
package struct SymbolNominal: Hashable, Sendable {
  package var module: String
  /// The outermost type first.
  package var path: [Component]

  package struct Component: Hashable, Sendable {
    package var name: String
    package var kind: Kind
    /// The module whose extension of a type of another module declares it.
    package var extensionModule: String?

    package init(_ name: String, _ kind: Kind, extensionModule: String? = nil) {
      self.name = name
      self.kind = kind
      self.extensionModule = extensionModule
    }
  }

  package enum Kind: Character, Hashable, Sendable {
    case reference = "C"
    case structure = "V"
    case enumeration = "O"
  }

  package init(module: String, path: [Component]) {
    self.module = module
    self.path = path
  }

  /// A type at the top of a module.
  package init(module: String, _ name: String, _ kind: Kind) {
    self.init(module: module, path: [Component(name, kind)])
  }

  package func member(_ name: String, _ kind: Kind, extensionModule: String? = nil) -> SymbolNominal {
    SymbolNominal(module: module, path: path + [Component(name, kind, extensionModule: extensionModule)])
  }

  /// The type in which it is declared.
  var parent: SymbolNominal? { path.count > 1 ? SymbolNominal(module: module, path: Array(path.dropLast())) : nil }
}
