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

  package var constant: QueryConstant {
    switch self {
    case .integer(let value): .integer(value)
    // SQLite has no NaN: it stores and computes NULL instead.
    case .real(let value): value.isNaN ? .null : .double(value)
    }
  }

  /// The decimal that is read of a column: a double is the number of its shortest digits. `nil` where there is none.
  package var decimal: Decimal? {
    switch self {
    case .integer(let value): return Decimal(value)
    case .real(let value):
      // Beyond the exponents of a decimal.
      guard value.isFinite, value == 0 || (1e-100...1e100).contains(value.magnitude) else { return nil }
      return Decimal(string: "\(value)")
    }
  }

  var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    }
  }

  /// The nearest that a `Float` holds: of an integer itself, not of the double beside it.
  package var float: Double {
    switch self {
    case .integer(let value): Double(Float(value))
    case .real(let value): Double(Float(value))
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
}
