/// One word or sign of a predicate format.
struct FormatToken {
  let kind: Kind
  /// Unicode scalars before it.
  let offset: Int

  enum Kind: Equatable {
    /// A key, keyword or function name; colons of selectors included. Escaped ones (`#size`) are never keywords.
    case word(String, isEscaped: Bool)
    case string(String)
    case number(FormatValue)
    /// `$NAME`
    case variable(String)
    case specifier(FormatSpecifier)
    case symbol(FormatSymbol)
    case end
  }

  /// As errors name it.
  var text: String {
    switch kind {
    case .word(let text, _): "\"\(text)\""
    case .string(let text): "the text \"\(text.count > 20 ? text.prefix(20) + "…" : text)\""
    case .number(let value): "the number \(value.any ?? "")"
    case .variable(let name): "$\(name)"
    case .specifier(let specifier): specifier.text
    case .symbol(let symbol): "\"\(symbol.rawValue)\""
    case .end: "the end"
    }
  }
}

/// Where a format takes one of the values given beside it.
struct FormatSpecifier: Equatable {
  let kind: Kind
  let text: String

  enum Kind {
    /// `%@`
    case value
    /// `%K`
    case key
    case integer
    case real
    /// `%s`
    case text
  }
}

enum FormatSymbol: String, CaseIterable {
  case open = "("
  case close = ")"
  case openBrace = "{"
  case closeBrace = "}"
  case openBracket = "["
  case closeBracket = "]"
  case comma = ","
  case dot = "."
  case equal = "="
  case equals = "=="
  case notEqual = "!="
  case unequal = "<>"
  case less = "<"
  case lessOrEqual = "<="
  case equalOrLess = "=<"
  case greater = ">"
  case greaterOrEqual = ">="
  case equalOrGreater = "=>"
  case and = "&&"
  case or = "||"
  case not = "!"
  case plus = "+"
  case minus = "-"
  case times = "*"
  case power = "**"
  case divide = "/"
  case remainder = "%%"
  case bitAnd = "&"
  case bitOr = "|"
  case bitXor = "^"
  case complement = "~"
  case shiftLeft = "<<"
  case shiftRight = ">>"
  case assign = ":="

  /// Longest first, so that `<=` is not read as `<`.
  static let byLength = allCases.sorted { $0.rawValue.count > $1.rawValue.count }
    .map { (symbol: $0, scalars: Array($0.rawValue.unicodeScalars)) }
}
