/// Which entity number of the destination each of the source has, as SQL.
struct NumberMap: Sendable {
  let pairs: [(source: Int, target: Int)]

  init(_ pairs: some Sequence<(source: Int, target: Int)>) { self.pairs = Array(pairs) }

  var isIdentity: Bool { pairs.allSatisfy { $0.source == $0.target } }

  /// An expression for the destination's number over one for the source's; numbers that have no partner give NULL.
  func expression(_ number: String, isComplete: Bool) -> String {
    if isComplete, isIdentity { return number }
    if pairs.isEmpty { return "NULL" }
    let cases = pairs.map { "WHEN \($0.source) THEN \($0.target)" }.joined(separator: " ")
    return "CASE \(number) \(cases) END"
  }
}

extension String {
  /// The expression for a key that moves up by a number.
  func moved(by offset: Int64) -> String { offset == 0 ? self : "\(self) + \(offset)" }
}
