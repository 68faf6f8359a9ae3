extension QueryNumber {
  /// Whole numbers stay whole; doubles follow IEEE 754.
  ///
  /// - Parameter isDecimal: whether a decimal takes part. Decimals divide with a fraction, also when they are whole, and
  ///   go on as doubles where 64 bits end.
  /// - Throws: `QueryError` with `.fault` for whole numbers that overflow or are divided by zero: where Swift traps, as
  ///   `Predicate.evaluate` does.
  package func combined(
    _ operation: QueryExpression.ArithmeticOperator, _ other: QueryNumber, isDecimal: Bool
  ) throws -> QueryNumber {
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
