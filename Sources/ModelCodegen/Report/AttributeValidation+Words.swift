import Foundation
import ModelDescription

extension AttributeValidation {
  /// The bounds in one line; empty where there are none.
  var words: String {
    var facts: [String] = []
    if let minimum { facts.append("at least \(minimum.words)") }
    if let maximum { facts.append("at most \(maximum.words)") }
    if let minimumLength { facts.append("at least \(minimumLength.counted("character"))") }
    if let maximumLength { facts.append("at most \(maximumLength.counted("character"))") }
    if let regularExpression { facts.append("matches \(regularExpression)") }
    return (facts + otherPredicates).joined(separator: ", ")
  }
}

extension AttributeValue {
  /// The value as a bound in a report; dates as ISO 8601 in UTC.
  fileprivate var words: String {
    switch self {
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .decimal(let value): "\(value)"
    case .double(let value): "\(value)"
    case .float(let value): "\(value)"
    case .string(let value), .uri(let value): value
    case .date(let value): value.ISO8601Format()
    case .data(let value): value.count.counted("byte")
    case .uuid(let value): value.uuidString
    }
  }
}

extension DerivationDescription {
  /// The expression, and which objects count.
  var words: String { expression + (filter.map { " where \($0)" } ?? "") }
}
