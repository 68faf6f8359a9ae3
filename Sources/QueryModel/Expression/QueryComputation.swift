/// A function that predicate formats know, over values that are no constants.
///
/// It computes as the format does, in memory and, as a function registered with the database, on disk.
package enum QueryComputation: Hashable, Sendable {
  /// One of Foundation's list by its selector, such as `lowercase:` (`FormatFunction`).
  case selector(String)
  /// `CAST(value, "NSString")`, by the type's name.
  case cast(String)
  /// `FUNCTION(value, "length")`: a property of a text by Foundation's name.
  case property(String)
  /// Negative, zero or positive: how two texts stand to each other with these options; nil where one is no text.
  case order(TextOptions)

  /// What kind of value comes out.
  package enum Result: Hashable, Sendable {
    case number, text
  }

  package var result: Result {
    switch self {
    case .selector(let name): ["uppercase:", "lowercase:", "canonical:"].contains(name) ? .text : .number
    case .cast(let type): type == "NSString" ? .text : .number
    case .property(let name):
      ["uppercaseString", "lowercaseString", "uppercase", "lowercase", "capitalizedString", "description"]
        .contains(name) ? .text : .number
    case .order: .number
    }
  }

  /// What kind of value goes in; nil where either does.
  package var argument: Result? {
    switch self {
    case .selector(let name): ["uppercase:", "lowercase:", "canonical:", "length:"].contains(name) ? .text : .number
    case .property, .order: .text
    case .cast: nil
    }
  }

  /// Whether there are arguments of the right kind for which it has no value.
  package var canFail: Bool {
    switch self {
    case .selector: argument == .number
    case .cast(let type): type != "NSString"
    case .property, .order: false
    }
  }

  /// The number by which SQL names the function; nil for what no store computes.
  package var code: Int? { Self.codes[self] }

  /// Every function that a store computes, at its number.
  package static let all: [QueryComputation] =
    [
      "sqrt:", "log:", "ln:", "exp:", "abs:", "floor:", "ceiling:", "trunc:", "uppercase:", "lowercase:", "canonical:",
      "length:", "onesComplement:", "raise:toPower:", "bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:",
      "leftshift:by:", "rightshift:by:", "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "modulus:by:",
    ].map { .selector($0) } + ["NSNumber", "NSDecimalNumber", "NSString", "NSDate"].map { .cast($0) }
    + [
      "length", "uppercaseString", "uppercase", "lowercaseString", "lowercase", "capitalizedString", "description",
      "intValue", "integerValue", "longLongValue", "doubleValue", "floatValue", "boolValue",
    ].map { .property($0) } + (0..<16).map { .order(TextOptions(rawValue: $0)) }

  private static let codes = Dictionary(zip(all, all.indices)) { first, _ in first }

  /// The sign between two operands, where formats have one.
  var symbol: String? {
    guard case .selector(let name) = self else { return nil }
    return name == "modulus:by:" ? "%" : FormatFunction.infix[name]?.symbol
  }

  /// Where two functions differ in this text they differ.
  package var description: String {
    switch self {
    case .selector(let name): String(name.split(separator: ":").first ?? "")
    case .cast(let type): "cast to \(type)"
    case .property(let name): name
    case .order(let options): "order\(options.rawValue == 0 ? "" : "[\(options.letters)]")"
    }
  }
}

extension QueryComputation: CustomStringConvertible {}

extension QueryComputation {
  /// The first argument of the function that computes in SQL: which computation, and which of its arguments are
  /// decimals, since a column holds these as integers and doubles.
  package struct Call: Hashable, Sendable {
    package let word: Int

    private static let codeBits = 10

    package init(code: Int, decimals: [Int]) { word = decimals.reduce(code) { $0 | 1 << (Self.codeBits + $1) } }

    package init(word: Int) { self.word = word }

    /// `nil` for a number that no computation has.
    package var computation: QueryComputation? {
      let code = word & (1 << Self.codeBits - 1)
      return word >= 0 && QueryComputation.all.indices.contains(code) ? QueryComputation.all[code] : nil
    }

    package func isDecimal(_ argument: Int) -> Bool { word >> (Self.codeBits + argument) & 1 == 1 }
  }
}
