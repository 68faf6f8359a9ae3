package import Foundation

/// A number as SQLite computes with it.
package enum QueryNumber: Hashable, Sendable {
  case integer(Int64)
  case real(Double)

  /// Whole decimals of 64 bits as integers, others as the nearest double.
  package init(_ decimal: Decimal) {
    let text = "\(decimal)"
    if let integer = Int64(text) { self = .integer(integer) } else { self = .real(Double(text) ?? .nan) }
  }

  package init?(_ constant: QueryConstant) {
    switch constant {
    case .boolean(let value): self = .integer(value ? 1 : 0)
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .real(value)
    case .decimal(let value): self = Self(value)
    case .date(let value): self = .real(value.timeIntervalSinceReferenceDate)
    default: return nil
    }
  }

  var constant: QueryConstant {
    switch self {
    case .integer(let value): .integer(value)
    // SQLite has no NaN: it stores and computes NULL instead.
    case .real(let value): value.isNaN ? .null : .double(value)
    }
  }

  var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    }
  }

  /// Exact, also between a large integer and a double.
  func order(_ other: QueryNumber) -> Int {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): return a < b ? -1 : a > b ? 1 : 0
    case (.real(let a), .real(let b)): return a < b ? -1 : a > b ? 1 : 0
    case (.real, .integer): return -other.order(self)
    case (.integer(let a), .real(let b)):
      if b >= 0x1p63 { return -1 }
      if b < -0x1p63 { return 1 }
      let floor = b.rounded(.down)
      let whole = Int64(floor)
      if a != whole { return a < whole ? -1 : 1 }
      return b > floor ? -1 : 0
    }
  }

  /// Integers stay integers unless they overflow; division by zero is nil.
  func combined(_ operation: QueryExpression.ArithmeticOperator, _ other: QueryNumber) -> QueryNumber? {
    if case (.integer(let a), .integer(let b)) = (self, other) {
      let result: (partialValue: Int64, overflow: Bool)
      switch operation {
      case .add: result = a.addingReportingOverflow(b)
      case .subtract: result = a.subtractingReportingOverflow(b)
      case .multiply: result = a.multipliedReportingOverflow(by: b)
      case .divide where b == 0, .remainder where b == 0: return nil
      case .divide: result = a.dividedReportingOverflow(by: b)
      case .remainder: result = (b == -1 ? 0 : a % b, false)
      }
      if !result.overflow { return .integer(result.partialValue) }
    }
    let (a, b) = (double, other.double)
    switch operation {
    case .add: return .real(a + b)
    case .subtract: return .real(a - b)
    case .multiply: return .real(a * b)
    case .divide: return b == 0 ? nil : .real(a / b)
    case .remainder: return b == 0 ? nil : .real(a.truncatingRemainder(dividingBy: b))
    }
  }
}
