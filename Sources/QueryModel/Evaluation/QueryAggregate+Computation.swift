extension QueryAggregate {
  /// One value of many, as SQLite's functions of these names compute it.
  ///
  /// - Throws: `QueryError` for a sum of whole numbers that does not fit 64 bits.
  func value(_ values: [QueryConstant], _ expression: @autoclosure () -> String) throws -> QueryConstant {
    let present = values.filter { !$0.isNaN && $0 != .null }
    switch self {
    case .minimum: return present.min { ($0.order($1) ?? 0) < 0 } ?? .null
    case .maximum: return present.max { ($0.order($1) ?? 0) < 0 } ?? .null
    case .sum: return try Self.sum(present, expression()).constant
    case .average:
      guard !present.isEmpty else { return .null }
      return QueryNumber.real(Self.real(present.compactMap { QueryNumber($0)?.double }) / Double(present.count))
        .constant
    }
  }

  private static func sum(_ values: [QueryConstant], _ expression: @autoclosure () -> String) throws -> QueryNumber {
    let numbers = values.compactMap { QueryNumber($0) }
    var total: Int64 = 0
    for number in numbers {
      guard case .integer(let integer) = number else { return .real(real(numbers.map(\.double))) }
      let (sum, overflows) = total.addingReportingOverflow(integer)
      if overflows { throw QueryError(.fault, "the sum does not fit 64 bits", expression: expression()) }
      total = sum
    }
    return .integer(total)
  }

  /// One after the other, as formats add in memory.
  static func real(_ values: [Double]) -> Double { values.reduce(0, +) }
}
