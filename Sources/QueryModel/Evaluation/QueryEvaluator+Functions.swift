extension QueryEvaluator {
  func call(
    _ function: QueryFunction, _ arguments: [QueryExpression], _ expression: QueryExpression
  ) throws -> QueryConstant {
    let values = try arguments.map(value)
    if values.contains(.null) { return .null }
    switch (function, values.first, values.dropFirst().first) {
    case (.element, .collection(let elements), .integer(let index)):
      guard let position = Int(exactly: index), elements.indices.contains(position) else {
        throw QueryError(.fault, "there is no element \(index) of \(elements.count)", expression: "\(expression)")
      }
      return elements[position]
    case (.entry, .dictionary(let entries), let key?): return entries[key] ?? .null
    case (.slice, .collection(let elements), .integer(let lower)):
      guard values.count == 3, case .integer(let upper) = values[2], 0 <= lower, lower <= upper,
        upper <= elements.count
      else {
        throw QueryError(.fault, "it goes beyond the \(elements.count) elements", expression: "\(expression)")
      }
      return .collection(Array(elements[Int(lower)..<Int(upper)]))
    case (.minimum, .collection(let elements), _):
      return elements.min { ($0.order($1) ?? 0) < 0 } ?? .null
    case (.maximum, .collection(let elements), _):
      return elements.max { ($0.order($1) ?? 0) < 0 } ?? .null
    case (.size, .collection(let elements), _): return .integer(Int64(elements.count))
    case (.size, .dictionary(let entries), _): return .integer(Int64(entries.count))
    case (.size, .string(let text), _): return .integer(Int64(text.count))
    case (.size, .data(let data), _): return .integer(Int64(data.count))
    case (.order(let order), let left?, let right?):
      guard let text = left.text, let other = right.text else { break }
      return .integer(Int64(TextMatching.order(order, text, other)))
    case (.float, let number?, _):
      guard let number = QueryNumber(number) else { break }
      return QueryNumber.real(number.float).constant
    default: break
    }
    throw QueryError(.unsupported, "it cannot be computed of such values", expression: "\(expression)")
  }

  func test(_ test: QueryTest, _ arguments: [QueryExpression]) throws -> Bool {
    let values = try arguments.map(value)
    switch (test, values.first, values.dropFirst().first) {
    case (.containsElement, .collection(let elements), let element?):
      return elements.contains { $0.compared(.equal, with: element) }
    case (.containsCollection, .collection(let elements), .collection(let other)):
      guard elements.count >= other.count else { return false }
      return (0...(elements.count - other.count)).contains { start in
        zip(elements[start...], other).allSatisfy { $0.compared(.equal, with: $1) }
      }
    case (.beginsWithCollection, .collection(let elements), .collection(let other)):
      return elements.count >= other.count && zip(elements, other).allSatisfy { $0.compared(.equal, with: $1) }
    case (.containsPattern, let text?, let pattern?):
      guard let text = text.text, let pattern = pattern.text else { return false }
      return try TextMatching.contains(text, pattern: pattern)
    case (_, .null, _), (_, _, .null): return false
    default:
      throw QueryError(
        .unsupported, "it cannot be tested of such values", expression: "\(QueryPredicate.test(test, arguments))")
    }
  }
}
