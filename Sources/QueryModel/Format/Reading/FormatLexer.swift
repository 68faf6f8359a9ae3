/// Cuts a predicate format into words and signs.
struct FormatLexer {
  private let format: String
  private let scalars: [Unicode.Scalar]
  private var position = 0

  static func tokens(of format: String) throws -> [FormatToken] {
    var lexer = FormatLexer(format)
    var tokens: [FormatToken] = []
    repeat { tokens.append(try lexer.next()) } while tokens.last?.kind != .end
    return tokens
  }

  /// An error at a scalar's place; positions in errors count characters, as an editor shows them.
  static func error(_ format: String, _ code: FormatError.Code, _ message: String, at offset: Int) -> FormatError {
    FormatError(
      code, message, text: format,
      position: String(String.UnicodeScalarView(format.unicodeScalars.prefix(offset))).count)
  }

  private init(_ format: String) {
    self.format = format
    scalars = Array(format.unicodeScalars)
  }

  private func error(_ message: String, at offset: Int) -> FormatError {
    Self.error(format, .syntax, message, at: offset)
  }

  private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    position + distance < scalars.count ? scalars[position + distance] : nil
  }

  private mutating func next() throws -> FormatToken {
    while let scalar = peek(), scalar.properties.isWhitespace { position += 1 }
    let start = position
    return FormatToken(kind: try kind(), offset: start)
  }

  private mutating func kind() throws -> FormatToken.Kind {
    guard let scalar = peek() else { return .end }
    let start = position
    switch scalar {
    case "\"", "'": return .string(try text(closing: scalar))
    case "%": return try specifier()
    case "0"..."9": return .number(try number())
    case "." where peek(1).map(Self.isDigit) == true: return .number(try number())
    case "$":
      position += 1
      guard peek().map(Self.startsName) == true else {
        throw error("expected a variable's name behind \"$\"", at: start)
      }
      return .variable(name(selector: false))
    case "#":
      position += 1
      if let quote = peek(), quote == "\"" || quote == "'" { return .word(try text(closing: quote), isEscaped: true) }
      guard peek().map(Self.startsName) == true else { throw error("expected a key behind \"#\"", at: start) }
      return .word(name(selector: false), isEscaped: true)
    case "@":
      position += 1
      guard peek().map(Self.startsName) == true else {
        throw error("expected a collection operator such as @count behind \"@\"", at: start)
      }
      return .word("@" + name(selector: false), isEscaped: true)
    case _ where Self.startsName(scalar): return .word(name(selector: true), isEscaped: false)
    default: return .symbol(try symbol())
    }
  }

  private mutating func symbol() throws -> FormatSymbol {
    for (symbol, wanted) in FormatSymbol.byLength where symbol != .remainder {
      if position + wanted.count <= scalars.count, scalars[position..<position + wanted.count].elementsEqual(wanted) {
        position += wanted.count
        return symbol
      }
    }
    throw error("\"\(scalars[position])\" is no part of a predicate", at: position)
  }

  /// With `selector`, colons belong to it: `modulus:by:`.
  private mutating func name(selector: Bool) -> String {
    var name = String.UnicodeScalarView()
    while let scalar = peek() {
      if Self.startsName(scalar) || Self.isDigit(scalar) || scalar.properties.isXIDContinue {
        name.append(scalar)
      } else if selector, scalar == ":", peek(1) != "=" {
        name.append(scalar)
      } else {
        break
      }
      position += 1
    }
    return String(name)
  }

  private mutating func text(closing quote: Unicode.Scalar) throws -> String {
    let start = position
    position += 1
    var text = String.UnicodeScalarView()
    while let scalar = peek() {
      position += 1
      if scalar == quote { return String(text) }
      guard scalar == "\\" else {
        text.append(scalar)
        continue
      }
      guard let escaped = peek() else { break }
      position += 1
      switch escaped {
      case "n": text.append("\n")
      case "t": text.append("\t")
      case "r": text.append("\r")
      case "\\", "\"", "'": text.append(escaped)
      case "u" where (0..<4).allSatisfy { peek($0)?.properties.isASCIIHexDigit == true }:
        let digits = String(String.UnicodeScalarView(scalars[position..<position + 4]))
        guard let value = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
          throw error("\\u\(digits) is no character", at: position - 2)
        }
        text.append(value)
        position += 4
      // Anything else keeps its backslash, so that patterns of LIKE and MATCHES can be written as they are.
      default:
        text.append("\\")
        text.append(escaped)
      }
    }
    throw error("expected \(quote) at the end of the text that starts here, found the end", at: start)
  }

  private mutating func number() throws -> FormatValue {
    let start = position
    if peek() == "0", let mark = peek(1), let radix = ["x": 16, "X": 16, "o": 8, "O": 8, "b": 2, "B": 2][mark] {
      position += 2
      let digits = name(selector: false)
      guard let value = Int64(digits, radix: radix) else {
        throw error("\"\(text(from: start))\" is no number of 64 bits", at: start)
      }
      return .integer(value)
    }
    var isWhole = true
    skipDigits()
    if peek() == ".", peek(1).map(Self.isDigit) == true {
      isWhole = false
      position += 1
      skipDigits()
    }
    if peek() == "e" || peek() == "E" {
      let sign = peek(1) == "+" || peek(1) == "-" ? 1 : 0
      if peek(1 + sign).map(Self.isDigit) == true {
        isWhole = false
        position += 1 + sign
        skipDigits()
      }
    }
    let text = text(from: start)
    if let next = peek(), Self.startsName(next) {
      throw error("\"\(text)\(next)\" is neither a number nor a key", at: start)
    }
    guard isWhole else {
      guard let value = Double(text) else { throw error("\"\(text)\" is no number", at: start) }
      return .double(value)
    }
    if let value = Int64(text) { return .integer(value) }
    return try FormatNumber.large(text) ?? { throw error("\"\(text)\" is too large for a number", at: start) }()
  }

  private func text(from start: Int) -> String { String(String.UnicodeScalarView(scalars[start..<position])) }

  private mutating func skipDigits() {
    while peek().map(Self.isDigit) == true { position += 1 }
  }

  private mutating func specifier() throws -> FormatToken.Kind {
    let start = position
    position += 1
    if peek() == "%" {
      position += 1
      return .symbol(.remainder)
    }
    while let scalar = peek(), "hlqLzjt".unicodeScalars.contains(scalar) { position += 1 }
    let kind: FormatSpecifier.Kind? =
      switch peek() {
      case "@" where position == start + 1: .value
      case "K" where position == start + 1: .key
      case "d", "D", "i", "u", "U", "o", "O", "x", "X", "c", "C": .integer
      case "f", "F", "e", "E", "g", "G", "a", "A": .real
      case "s", "S": .text
      default: nil
      }
    guard let kind else {
      throw error(
        "\"%\" starts no known specifier; use %@, %K, %d, %i, %u, %ld, %lld, %lu, %llu, %f, %lf, or %% for a remainder",
        at: start)
    }
    position += 1
    return .specifier(FormatSpecifier(kind: kind, text: text(from: start)))
  }

  static func startsName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || (scalar.isASCII ? scalar.properties.isAlphabetic : isUnicodeName(scalar))
  }

  /// Letters of every script, and symbols such as emoji, which keys of Swift classes may hold.
  private static func isUnicodeName(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isXIDContinue || scalar.properties.isEmoji || scalar.properties.isEmojiModifier
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }
}
