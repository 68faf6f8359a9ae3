import Foundation

extension QueryNumber {
  /// Whole numbers stay whole; doubles follow IEEE 754.
  ///
  /// - Parameter isDecimal: whether a decimal takes part. Decimals are computed by their digits, so that 0.1 * 3 is 0.3,
  ///   divide with a fraction, also when they are whole, and go on as doubles where a decimal ends.
  /// - Throws: `QueryError` with `.fault` for whole numbers that overflow or are divided by zero: where Swift traps, as
  ///   `Predicate.evaluate` does.
  package func combined(
    _ operation: QueryExpression.ArithmeticOperator, _ other: QueryNumber, isDecimal: Bool
  ) throws -> QueryNumber {
    if isDecimal, let exact = Self.exact(operation, decimal, other.decimal) { return exact }
    guard case (.integer(let a), .integer(let b)) = (self, other), !(isDecimal && operation == .divide && b != 0)
    else { return .real(Self.combined(operation, double, other.double)) }
    let result: (partialValue: Int64, overflow: Bool)
    switch operation {
    case .add: result = a.addingReportingOverflow(b)
    case .subtract: result = a.subtractingReportingOverflow(b)
    case .multiply: result = a.multipliedReportingOverflow(by: b)
    case .divide where b == 0, .remainder where b == 0:
      throw QueryError(.fault, "a whole number cannot be divided by zero", expression: "\(a) \(operation.symbol) 0")
    case .divide: result = a.dividedReportingOverflow(by: b)
    case .remainder: result = a.remainderReportingOverflow(dividingBy: b)
    }
    if !result.overflow { return .integer(result.partialValue) }
    if isDecimal { return .real(Self.combined(operation, double, other.double)) }
    throw QueryError(
      .fault, "the result is beyond whole numbers of 64 bits", expression: "\(a) \(operation.symbol) \(b)")
  }

  /// `nil` where the result is no decimal.
  private static func exact(
    _ operation: QueryExpression.ArithmeticOperator, _ a: Decimal?, _ b: Decimal?
  ) -> QueryNumber? {
    guard var a, var b else { return nil }
    var result = Decimal()
    let error: NSDecimalNumber.CalculationError
    switch operation {
    case .add: error = NSDecimalAdd(&result, &a, &b, .plain)
    case .subtract: error = NSDecimalSubtract(&result, &a, &b, .plain)
    case .multiply: error = NSDecimalMultiply(&result, &a, &b, .plain)
    case .divide where b != 0: error = NSDecimalDivide(&result, &a, &b, .plain)
    case .divide, .remainder: return nil
    }
    return error == .noError || error == .lossOfPrecision ? QueryNumber(result) : nil
  }

  private static func combined(
    _ operation: QueryExpression.ArithmeticOperator, _ a: Double, _ b: Double
  ) -> Double {
    switch operation {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: a / b
    case .remainder: a.truncatingRemainder(dividingBy: b)
    }
  }
}
