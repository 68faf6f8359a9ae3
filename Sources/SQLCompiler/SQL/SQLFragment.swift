import QueryModel

/// A piece of SQL: text, names and values kept apart until the whole is rendered.
struct SQLFragment: Sendable, Hashable {
  private(set) var segments: [Segment] = []

  enum Segment: Sendable, Hashable {
    case text(String)
    case identifier(String)
    case binding(SQLBinding)
  }

  init() {}
  init(_ text: String) { segments = [.text(text)] }

  /// The placeholder of a constant; `nil` for one that is no single value.
  static func constant(_ constant: QueryConstant) -> SQLFragment? {
    guard let value = SQLValue(constant) else { return nil }
    var result = SQLFragment()
    result.segments = [.binding(SQLBinding(value, .constant(constant)))]
    return result
  }

  static func column(_ alias: String, _ name: String) -> SQLFragment { "\(raw: alias).\(identifier: name)" }

  mutating func append(_ other: SQLFragment) { segments += other.segments }

  static func joined(_ parts: [SQLFragment], separator: String) -> SQLFragment {
    var result = SQLFragment()
    for (index, part) in parts.enumerated() {
      if index > 0 { result.segments.append(.text(separator)) }
      result.append(part)
    }
    return result
  }

  /// The text with a `?` for each binding, and the bindings in their order.
  func rendered() -> (sql: String, bindings: [SQLBinding]) {
    var (sql, bindings) = ("", [SQLBinding]())
    for segment in segments {
      switch segment {
      case .text(let text): sql += text
      case .identifier(let name): sql += Self.quoted(name)
      case .binding(let binding):
        sql += "?"
        bindings.append(binding)
      }
    }
    return (sql, bindings)
  }

  /// Plain names stay as they are, since Apple's begin with Z and are never keywords.
  private static func quoted(_ name: String) -> String {
    let isPlain =
      name.utf8.first.map { $0 == UInt8(ascii: "Z") || $0 == UInt8(ascii: "_") } == true
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
        default: false
        }
      }
    return isPlain
      ? name : "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}

extension SQLFragment: ExpressibleByStringInterpolation {
  init(stringLiteral value: String) { self.init(value) }
  init(stringInterpolation: StringInterpolation) { segments = stringInterpolation.segments }

  struct StringInterpolation: StringInterpolationProtocol {
    var segments: [Segment] = []

    init(literalCapacity: Int, interpolationCount: Int) { segments.reserveCapacity(2 * interpolationCount + 1) }
    mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { segments.append(.text(literal)) }
    }
    mutating func appendInterpolation(_ fragment: SQLFragment) { segments += fragment.segments }
    /// Text of the compiler's own making: aliases, numbers, function names.
    mutating func appendInterpolation(raw text: String) { segments.append(.text(text)) }
    mutating func appendInterpolation(identifier name: String) { segments.append(.identifier(name)) }
    mutating func appendInterpolation(binding value: SQLValue, _ origin: SQLBinding.Origin = .form) {
      segments.append(.binding(SQLBinding(value, origin)))
    }
  }
}
