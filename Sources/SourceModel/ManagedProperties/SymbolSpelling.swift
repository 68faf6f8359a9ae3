/// Types as source spells them, so that they mean the same anywhere in the module.
package enum SymbolSpelling {
  private static let letters: [Character: String] = [
    "a": "Array", "b": "Bool", "d": "Double", "f": "Float", "D": "Dictionary", "h": "Set", "i": "Int", "u": "UInt",
    "S": "String", "J": "Character", "s": "Substring", "n": "Range", "N": "ClosedRange", "q": "Optional",
    "H": "Hashable", "Q": "Equatable",
  ]

  /// - Parameter module: whose own types are written without a module, which a type could hide.
  package static func text(_ type: SymbolType, module: String) -> String {
    switch type {
    case .standard(let letter): "Swift." + (letters[letter] ?? String(letter))
    case .nominal(let nominal): text(nominal, module: module)
    case .bound(let base, let arguments):
      text(base, module: module) + "<" + arguments.map { text($0, module: module) }.joined(separator: ", ") + ">"
    case .optional(let wrapped):
      switch wrapped {
      case .existential(let members) where !members.isEmpty: "(\(text(wrapped, module: module)))?"
      case .metatype: "(\(text(wrapped, module: module)))?"
      default: text(wrapped, module: module) + "?"
      }
    case .existential(let members):
      members.isEmpty ? "Any" : "any " + members.map { text($0, module: module) }.joined(separator: " & ")
    case .anyObject: "AnyObject"
    case .unit: "Void"
    case .metatype(let instance): text(instance, module: module) + ".Type"
    }
  }

  package static func text(_ nominal: SymbolNominal, module: String) -> String {
    // The names of what Foundation re-exports, and an alias that symbols resolve.
    if nominal.module == "Foundation", nominal.path.first?.name == "_NSRange" { return "Foundation.NSRange" }
    let path = nominal.path.map { identifier($0.name) }.joined(separator: ".")
    switch nominal.module {
    case module: return path
    case "FoundationEssentials": return "Foundation." + path
    default: return nominal.module + "." + path
    }
  }

  /// The modules that must be imported to spell the type.
  static func modules(of type: SymbolType) -> Set<String> {
    switch type {
    case .standard, .unit, .anyObject: []
    case .nominal(let nominal): [nominal.module == "FoundationEssentials" ? "Foundation" : nominal.module]
    case .bound(let base, let arguments): arguments.reduce(into: modules(of: base)) { $0.formUnion(modules(of: $1)) }
    case .optional(let inner), .metatype(let inner): modules(of: inner)
    case .existential(let members):
      Set(members.compactMap { if case .declared(let module, _) = $0 { module } else { nil } })
    }
  }

  private static func text(_ proto: SymbolProtocol, module: String) -> String {
    switch proto {
    case .standard(let letter): "Swift." + (letters[letter] ?? String(letter))
    case .declared(let owner, let name): owner == module ? identifier(name) : owner + "." + identifier(name)
    }
  }

  /// Between backticks where the word is Swift's own.
  package static func identifier(_ name: String) -> String {
    let isPlain =
      name.unicodeScalars.first.map { $0 == "_" || $0.properties.isXIDStart } ?? false
      && name.unicodeScalars.dropFirst().allSatisfy { $0.properties.isXIDContinue }
    return isPlain && !keywords.contains(name) ? name : "`\(name)`"
  }

  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
    "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
    "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
