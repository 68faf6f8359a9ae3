import Foundation

/// The functions of formats over values. Nil gives nil; what has no answer throws.
struct FormatComputing {
  /// For messages.
  private let expression: () -> FormatExpression

  init(_ expression: FormatExpression) { self.expression = { expression } }

  /// - Parameter expression: is asked for only where a message needs it.
  init(naming expression: @escaping () -> FormatExpression) { self.expression = expression }

  func value(_ selector: String, _ arguments: [FormatValue]) throws -> FormatValue {
    if let problem = FormatFunction.problem(with: selector, argumentCount: arguments.count) {
      throw error(.unsupported, problem)
    }
    switch selector {
    case "sum:", "count:", "min:", "max:", "average:", "median:", "mode:", "stddev:":
      return try FormatStatistics(self).value(selector, elements(arguments))
    case "random": return .integer(Int64(UInt32.random(in: 0...UInt32(Int32.max))))
    case "uppercase:", "lowercase:", "canonical:", "length:": return try text(selector, arguments[0])
    case "noindex:": return arguments[0]
    case "distinct:": return .collection(try elements(arguments).distinct)
    default: break
    }
    if arguments.contains(.null) { return .null }
    return arguments.count == 1
      ? try unary(selector, operand(arguments[0])) : try binary(selector, operand(arguments[0]), operand(arguments[1]))
  }

  func error(_ code: FormatError.Code, _ message: String) -> FormatError {
    FormatError(code, message, text: "\(expression())")
  }

  private func elements(_ arguments: [FormatValue]) throws -> [FormatValue] {
    guard arguments.count == 1 else { return arguments }
    switch arguments[0] {
    case .null: return []
    case .collection(let elements): return elements.flattened
    default: return arguments
    }
  }

  private func text(_ selector: String, _ value: FormatValue) throws -> FormatValue {
    if value == .null { return .null }
    guard let text = value.text else { throw error(.mismatch, "\(selector) needs text") }
    switch selector {
    case "uppercase:": return .string(text.uppercased())
    case "lowercase:": return .string(text.lowercased())
    case "canonical:": return .string(text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil))
    default: return .integer(Int64(text.utf16.count))
    }
  }

  /// A number to compute with; dates are their seconds since 2001, as stores hold them.
  func operand(_ value: FormatValue) throws -> FormatValue {
    switch value {
    case .integer, .double, .decimal: return value
    case .boolean(let value): return .integer(value ? 1 : 0)
    case .date(let date): return .double(date.timeIntervalSinceReferenceDate)
    default: throw error(.mismatch, "\(FormatPrinter.text(value)) is no number")
    }
  }

  private func double(_ value: FormatValue) -> Double {
    if case .double(let number)? = FormatNumber.real(value) { number } else { .nan }
  }

  /// A result that is no number although its operands are.
  private func checked(_ result: Double, _ operands: Double...) throws -> FormatValue {
    if result.isNaN, !operands.contains(where: \.isNaN) { throw error(.arithmetic, "the result is not a number") }
    return .double(result)
  }

  private func unary(_ selector: String, _ value: FormatValue) throws -> FormatValue {
    let number = double(value)
    switch selector {
    case "sqrt:": return try checked(number.squareRoot(), number)
    case "log:": return try logarithm(number, log10)
    case "ln:": return try logarithm(number, log)
    case "exp:": return .double(exp(number))
    case "abs:": return try number < 0 ? negated(value) : value
    case "floor:": return rounded(value, .down)
    case "ceiling:": return rounded(value, .up)
    case "trunc:": return rounded(value, number < 0 ? .up : .down)
    case "random:", "randomn:":
      let bound = try whole(value)
      guard bound > 0 else { throw error(.arithmetic, "a random number needs a bound above 0") }
      return .integer(Int64.random(in: 0..<bound))
    case "onesComplement:": return .integer(~(try whole(value)))
    default: throw error(.unsupported, "\(selector) cannot be computed here")
    }
  }

  private func logarithm(_ number: Double, _ function: (Double) -> Double) throws -> FormatValue {
    if number == 0 { throw error(.arithmetic, "0 has no logarithm") }
    return try checked(function(number), number)
  }

  private func negated(_ value: FormatValue) throws -> FormatValue {
    guard let result = FormatNumber.negated(value) else { throw error(.arithmetic, "the result does not fit 64 bits") }
    return result
  }

  private func rounded(_ value: FormatValue, _ mode: Decimal.RoundingMode) -> FormatValue {
    switch value {
    case .double(let number): return .double(number.rounded(mode == .up ? .up : .down))
    case .decimal(var decimal):
      var result = Decimal()
      NSDecimalRound(&result, &decimal, 0, mode)
      return .decimal(result)
    default: return value
    }
  }

  private func whole(_ value: FormatValue) throws -> Int64 {
    guard case .integer(let number)? = FormatNumber.whole(value) else {
      throw error(.mismatch, "\(FormatPrinter.text(value)) is no whole number of 64 bits")
    }
    return number
  }

  func binary(_ selector: String, _ left: FormatValue, _ right: FormatValue) throws -> FormatValue {
    switch selector {
    case "bitwiseAnd:with:": return .integer(try whole(left) & whole(right))
    case "bitwiseOr:with:": return .integer(try whole(left) | whole(right))
    case "bitwiseXor:with:": return .integer(try whole(left) ^ whole(right))
    case "leftshift:by:": return .integer(try whole(left) << distance(right))
    case "rightshift:by:": return .integer(try whole(left) >> distance(right))
    case "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "modulus:by:": break
    case "raise:toPower:": return try power(left, right)
    default: throw error(.unsupported, "\(selector) cannot be computed here")
    }
    switch (left, right) {
    case (.integer(let a), .integer(let b)): return try integer(selector, a, b)
    case (.decimal(let a), .decimal(let b)): return try decimal(selector, a, b)
    case (.decimal(let a), .integer(let b)): return try decimal(selector, a, Decimal(b))
    case (.integer(let a), .decimal(let b)): return try decimal(selector, Decimal(a), b)
    default: return try real(selector, double(left), double(right))
    }
  }

  private func distance(_ value: FormatValue) throws -> Int64 {
    let bits = try whole(value)
    guard (0..<64).contains(bits) else { throw error(.arithmetic, "a shift by \(bits) bits is outside of 0 to 63") }
    return bits
  }

  private func integer(_ selector: String, _ a: Int64, _ b: Int64) throws -> FormatValue {
    let result: (partialValue: Int64, overflow: Bool)
    switch selector {
    case "add:to:": result = a.addingReportingOverflow(b)
    case "from:subtract:": result = a.subtractingReportingOverflow(b)
    case "multiply:by:": result = a.multipliedReportingOverflow(by: b)
    case _ where b == 0: throw error(.arithmetic, "division by zero")
    case "divide:by:": result = a.dividedReportingOverflow(by: b)
    default: result = (b == -1 ? 0 : a % b, false)
    }
    if result.overflow { throw error(.arithmetic, "the result does not fit 64 bits") }
    return .integer(result.partialValue)
  }

  private func real(_ selector: String, _ a: Double, _ b: Double) throws -> FormatValue {
    switch selector {
    case "add:to:": return try checked(a + b, a, b)
    case "from:subtract:": return try checked(a - b, a, b)
    case "multiply:by:": return try checked(a * b, a, b)
    case _ where b == 0: throw error(.arithmetic, "division by zero")
    case "divide:by:": return try checked(a / b, a, b)
    default: return try checked(a.truncatingRemainder(dividingBy: b), a, b)
    }
  }

  private func decimal(_ selector: String, _ a: Decimal, _ b: Decimal) throws -> FormatValue {
    var (left, right, result) = (a, b, Decimal())
    let problem: NSDecimalNumber.CalculationError
    switch selector {
    case "add:to:": problem = NSDecimalAdd(&result, &left, &right, .plain)
    case "from:subtract:": problem = NSDecimalSubtract(&result, &left, &right, .plain)
    case "multiply:by:": problem = NSDecimalMultiply(&result, &left, &right, .plain)
    case _ where b == 0: throw error(.arithmetic, "division by zero")
    case "divide:by:": problem = NSDecimalDivide(&result, &left, &right, .plain)
    default: return try real(selector, double(.decimal(a)), double(.decimal(b)))
    }
    guard problem == .noError || problem == .lossOfPrecision else {
      throw error(.arithmetic, "the result does not fit a decimal")
    }
    return .decimal(result)
  }

  private func power(_ base: FormatValue, _ exponent: FormatValue) throws -> FormatValue {
    guard case (.integer(let number), .integer(let count)) = (base, exponent), count >= 0 else {
      let (a, b) = (double(base), double(exponent))
      if a == 0, b < 0 { throw error(.arithmetic, "division by zero") }
      return try checked(pow(a, b), a, b)
    }
    // Squaring, and only as far as the exponent needs: the last square may not fit.
    var (result, square, rest): (Int64, Int64, Int64) = (1, number, count)
    if number == 0 || number == 1 || number == -1 { rest = count == 0 ? 0 : 2 - count % 2 }
    while rest > 0 {
      if rest & 1 == 1 { result = try product(result, square) }
      rest >>= 1
      if rest > 0 { square = try product(square, square) }
    }
    return .integer(result)
  }

  private func product(_ a: Int64, _ b: Int64) throws -> Int64 {
    let result = a.multipliedReportingOverflow(by: b)
    if result.overflow { throw error(.arithmetic, "the result does not fit 64 bits") }
    return result.partialValue
  }
}
