/// Names of a model as identifiers of Swift.
package enum SwiftIdentifier {
  /// Words that cannot stand, or would not mean a name, where generated code puts names.
  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "any", "as", "associatedtype", "async", "await", "borrowing", "break", "case",
    "catch", "class", "consume", "consuming", "continue", "copy", "default", "defer", "deinit", "discard", "do",
    "each", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
    "in", "init", "inout", "internal", "is", "let", "macro", "nil", "nonisolated", "operator", "package",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "some", "static",
    "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "unsafe", "var", "where",
    "while", "yield",
  ]

  /// The name, between backticks where Swift asks for them (raw identifiers included); `nil` when nothing helps.
  package static func escaped(_ name: String) -> String? {
    if isPlain(name) { return keywords.contains(name) ? "`\(name)`" : name }
    let isRaw = !name.isEmpty && name.unicodeScalars.allSatisfy { $0 != "`" && $0 != "\\" && $0.value >= 0x20 }
    return isRaw && name.contains { $0 != " " } ? "`\(name)`" : nil
  }

  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isXIDStart else { return false }
    return name != "_" && name.unicodeScalars.dropFirst().allSatisfy { $0.properties.isXIDContinue }
  }
}
