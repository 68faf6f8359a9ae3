import Foundation
import ModelDescription
import StoreContract

/// The outermost values that an attribute may have: the model's bounds, or else those of its type.
enum SeedExtremes {
  /// How many rows of an entity show them all.
  static let rows = 8

  /// Each one once, in a fixed order; none for what only its own code can make.
  static func values(of attribute: AttributeDescription) -> [StoredValue] {
    switch attribute.type {
    case .integer16: integers(attribute, Int64(Int16.min)...Int64(Int16.max))
    case .integer32: integers(attribute, Int64(Int32.min)...Int64(Int32.max))
    case .integer64: integers(attribute, .min...(.max))
    case .boolean: [.integer(0), .integer(1)]
    case .double: reals(attribute, limit: .greatestFiniteMagnitude, least: .leastNonzeroMagnitude)
    case .float:
      reals(attribute, limit: Double(Float.greatestFiniteMagnitude), least: Double(Float.leastNonzeroMagnitude))
    case .decimal: decimals(attribute)
    case .date:
      within(
        attribute,
        [Date.distantPast, Date.distantFuture, Date(timeIntervalSince1970: 0)].map {
          $0.timeIntervalSinceReferenceDate
        } + [0]
      ).map(StoredValue.real)
    case .string: texts(attribute)
    case .uri: [.text("a"), .text("file:///"), .text("https://example.org/" + String(repeating: "%20", count: 500))]
    case .uuid: [.blob(Data(repeating: 0, count: 16)), .blob(Data(repeating: 255, count: 16))]
    // The first bytes are those that mark how large values are kept.
    case .binary: [.blob(Data()), .blob(Data([1])), .blob(Data([2])), .blob(Data(repeating: 0, count: 200_000))]
    case .transformable, .undefined, .objectID, .composite: []
    }
  }

  private static func integers(_ attribute: AttributeDescription, _ width: ClosedRange<Int64>) -> [StoredValue] {
    let low = whole(attribute.validation.minimum, .up).map { max($0, width.lowerBound) } ?? width.lowerBound
    let high = whole(attribute.validation.maximum, .down).map { min($0, width.upperBound) } ?? width.upperBound
    guard low <= high else { return [] }
    var values = [low, high]
    for value in [0, -1, 1] where low <= value && value <= high { values.append(Int64(value)) }
    return distinct(values).map(StoredValue.integer)
  }

  private static func whole(_ value: AttributeValue?, _ rule: FloatingPointRoundingRule) -> Int64? {
    if case .integer(let number) = value { return number }
    return SeedValues.bound(value).map { Int64(max(min($0.rounded(rule), 9e18), -9e18)) }
  }

  private static func reals(_ attribute: AttributeDescription, limit: Double, least: Double) -> [StoredValue] {
    within(attribute, [-limit, limit, 0, least, -least]).map(StoredValue.real)
  }

  /// The bounds of the model, and what of these values they let through.
  private static func within(_ attribute: AttributeDescription, _ values: [Double]) -> [Double] {
    let (low, high) = (SeedValues.bound(attribute.validation.minimum), SeedValues.bound(attribute.validation.maximum))
    let all = [low, high].compactMap(\.self) + values
    return distinct(all.filter { $0 >= low ?? -.infinity && $0 <= high ?? .infinity })
  }

  /// What a column of SQLite holds with all digits (StoreFormat.md section 2).
  private static func decimals(_ attribute: AttributeDescription) -> [StoredValue] {
    let texts = ["-9999999999999.99", "9999999999999.99", "0", "0.01", "-0.01"]
    let bounds = [attribute.validation.minimum, attribute.validation.maximum].compactMap { value -> String? in
      guard case .decimal(let number) = value else { return nil }
      return NSDecimalNumber(decimal: number).description(withLocale: Locale(identifier: "en_US_POSIX"))
    }
    let (low, high) = (SeedValues.bound(attribute.validation.minimum), SeedValues.bound(attribute.validation.maximum))
    return distinct(
      bounds
        + texts.filter { text in
          Double(text).map { $0 >= low ?? -.infinity && $0 <= high ?? .infinity } ?? false
        }
    ).map(StoredValue.text)
  }

  private static func texts(_ attribute: AttributeDescription) -> [StoredValue] {
    let low = max(attribute.validation.minimumLength ?? 0, 0)
    let limit = attribute.validation.maximumLength ?? max(low, 10_000)
    guard low <= limit else { return [] }
    // Limits that stand for none would take more memory than there is.
    let high = min(limit, max(low, 1_000_000))
    let all = [
      "", String(repeating: "x", count: low), String(repeating: "x", count: high),
      // Composed and decomposed, many scalars in one character, right to left, what SQL and paths have signs for.
      "é", "e\u{301}", "🧑🏽‍🚀", "שלום", "'\"%_*\\\n\t",
    ]
    var fitting = all.filter { (low...high).contains($0.count) }
    if let pattern = attribute.validation.regularExpression {
      fitting = fitting.filter { $0.range(of: "^(?:\(pattern))$", options: .regularExpression) != nil }
    }
    // Equal by canonical equivalence is not equal in a store.
    var seen: Set<[UInt8]> = []
    return fitting.filter { seen.insert(Array($0.utf8)).inserted }.map(StoredValue.text)
  }

  private static func distinct<Value: Hashable>(_ values: [Value]) -> [Value] {
    var seen: Set<Value> = []
    return values.filter { seen.insert($0).inserted }
  }
}
