/// `sum:`, `average:` and the other functions over a collection. Nil elements are left out.
struct FormatStatistics {
  private let computing: FormatComputing

  init(_ computing: FormatComputing) { self.computing = computing }

  func value(_ selector: String, _ elements: [FormatValue]) throws -> FormatValue {
    if selector == "count:" { return .integer(Int64(elements.count)) }
    let present = elements.filter { $0 != .null }
    switch selector {
    case "min:": return try extreme(present) { $0 < 0 }
    case "max:": return try extreme(present) { $0 > 0 }
    case "sum:": return try sum(present)
    default: break
    }
    guard !present.isEmpty else { return selector == "mode:" ? .collection([]) : .null }
    switch selector {
    case "average:": return try average(present)
    case "median:": return try median(present)
    case "mode:": return .collection(mode(present))
    default: return .double(try deviation(present))
    }
  }

  private func sum(_ values: [FormatValue]) throws -> FormatValue {
    try values.reduce(.integer(0)) { try computing.binary("add:to:", $0, computing.operand($1)) }
  }

  private func average(_ values: [FormatValue]) throws -> FormatValue {
    let total = try sum(values)
    // Whole numbers have averages with a fraction.
    let dividend = FormatNumber.isDecimal(total) ? total : FormatNumber.real(total) ?? total
    return try computing.binary("divide:by:", dividend, .integer(Int64(values.count)))
  }

  private func extreme(_ values: [FormatValue], _ isBetter: (Int) -> Bool) throws -> FormatValue {
    guard var best = values.first else { return .null }
    for value in values.dropFirst() {
      guard let order = FormatComparing.order(value, best, []) else {
        throw computing.error(.mismatch, "\(FormatPrinter.text(value)) and \(FormatPrinter.text(best)) have no order")
      }
      if isBetter(order) { best = value }
    }
    return best
  }

  private func numbers(_ values: [FormatValue]) throws -> [Double] {
    try values.map {
      if case .double(let number)? = FormatNumber.real(try computing.operand($0)) { number } else { .nan }
    }
  }

  private func median(_ values: [FormatValue]) throws -> FormatValue {
    let sorted = try numbers(values).sorted()
    let middle = sorted.count / 2
    return .double(sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2)
  }

  /// The most frequent values, in the order of their first appearance.
  private func mode(_ values: [FormatValue]) -> [FormatValue] {
    var counts: [FormatValue: Int] = [:]
    for value in values { counts[value.identity, default: 0] += 1 }
    let most = counts.values.max() ?? 0
    return values.distinct.filter { counts[$0.identity] == most }
  }

  /// Of the whole population: NSHipster's `stddev({1, 2, 3, 4, 4, 5, 9, 11})` is 3.21859 on Apple's platforms.
  private func deviation(_ values: [FormatValue]) throws -> Double {
    let numbers = try numbers(values)
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(numbers.count)).squareRoot()
  }
}
