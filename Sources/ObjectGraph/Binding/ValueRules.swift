import Foundation
import ModelDescription
import QueryModel
import StoreContract

/// What the store's model allows the values of one attribute to be beyond their type; read once, when a class is bound.
///
/// Absent values have no bounds: whether a value may be absent is another fact.
struct ValueRules {
  /// The class's name of the property, for errors.
  let name: String
  private let type: AttributeType
  private let validation: AttributeValidation
  /// Predicates as far as they can be read, each with its text.
  private let predicates: [(text: String, condition: FormatPredicate, rule: ModelRule?)]

  /// `nil` for an attribute that takes any value of its type, and for one that the store computes.
  init?(_ attribute: AttributeDescription, name: String) {
    guard attribute.derivation == nil, !attribute.validation.isEmpty else { return nil }
    self.name = name
    type = attribute.type
    validation = attribute.validation
    var predicates = attribute.validation.otherPredicates.compactMap { text in
      (try? PredicateFormat.predicate(text)).map { (text: text, condition: $0, rule: ModelRule?.none) }
    }
    if let pattern = attribute.validation.regularExpression,
      let condition = try? PredicateFormat.predicate("SELF MATCHES %@", arguments: [.value(.string(pattern))])
    {
      predicates.append((condition.description, condition, .pattern))
    }
    self.predicates = predicates
    let hasBounds =
      validation.minimum != nil || validation.maximum != nil || validation.minimumLength != nil
      || validation.maximumLength != nil
    if predicates.isEmpty && !hasBounds { return nil }
  }

  /// - Throws: `GraphError` that names the property, the value and the bound.
  func check(_ value: StoredValue, entity: String) throws {
    if value == .null { return }
    if let (reason, rule) = problem(value) {
      throw GraphError(.validation, reason, entity: entity, property: name, rule: rule)
    }
  }

  private func problem(_ value: StoredValue) -> (reason: String, rule: ModelRule?)? {
    let isDate = type == .date
    if let minimum = validation.minimum, let order = Self.order(value, minimum), order < 0 {
      let reason = "\(words(value)) is below \(Self.words(minimum)), the smallest value of the store's model"
      return (reason, isDate ? .tooSoon : .tooSmall)
    }
    if let maximum = validation.maximum, let order = Self.order(value, maximum), order > 0 {
      let reason = "\(words(value)) is above \(Self.words(maximum)), the largest value of the store's model"
      return (reason, isDate ? .tooLate : .tooLarge)
    }
    if let length = length(value) {
      if let least = validation.minimumLength, length < least {
        return ("\(words(value)) has the length \(length); the store's model wants at least \(least)", .tooShort)
      }
      if let most = validation.maximumLength, length > most {
        return ("\(words(value)) has the length \(length); the store's model wants at most \(most)", .tooLong)
      }
    }
    guard !predicates.isEmpty, let subject = subject(value) else { return nil }
    let evaluator = FormatEvaluator(subject, lookup: NoKeys())
    for (text, condition, rule) in predicates {
      // A condition that has no answer here is no reason to refuse a value.
      if (try? evaluator.holds(condition)) == false {
        return ("\(words(value)) does not satisfy the store's model: \(text)", rule)
      }
    }
    return nil
  }

  /// As `length` of Foundation's strings and data counts.
  private func length(_ value: StoredValue) -> Int? {
    switch value {
    case .text(let text) where type == .string: text.utf16.count
    case .blob(let data) where type == .binary: data.count
    default: nil
    }
  }

  /// Negative, zero or positive; `nil` where the two have no order.
  private static func order(_ value: StoredValue, _ bound: AttributeValue) -> Int? {
    func order<T: Comparable>(_ left: T, _ right: T) -> Int { left < right ? -1 : left > right ? 1 : 0 }
    switch (value, bound) {
    case (.integer(let value), .integer(let bound)): return order(value, bound)
    case (.real(let value), .double(let bound)): return order(value, bound)
    // The bound is of single precision, and so is what the column is read as.
    case (.real(let value), .float(let bound)): return order(Float(value), bound)
    case (.real(let value), .date(let bound)): return order(value, bound.timeIntervalSinceReferenceDate)
    case (.text(let value), .decimal(let bound)): return Self.decimal(value).map { order($0, bound) }
    case (.text(let value), .string(let bound)):
      if value.utf8.elementsEqual(bound.utf8) { return 0 }
      return value.utf8.lexicographicallyPrecedes(bound.utf8) ? -1 : 1
    default: return nil
    }
  }

  private static func decimal(_ text: String) -> Decimal? {
    Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }

  /// What `SELF` is in a predicate; `nil` for forms that say nothing of the value.
  private func subject(_ value: StoredValue) -> Any? {
    switch (value, type) {
    case (.integer(let integer), .boolean): integer != 0
    case (.integer(let integer), _): integer
    case (.real(let seconds), .date): Date(timeIntervalSinceReferenceDate: seconds)
    case (.real(let real), _): real
    case (.text(let text), .decimal): Self.decimal(text)
    case (.text(let text), .uri): URL(string: text)
    case (.text(let text), _): text
    case (.blob(let data), .binary): data
    case (.blob(let data), .uuid) where data.count == 16:
      data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    default: nil
    }
  }

  // MARK: words

  private func words(_ value: StoredValue) -> String {
    switch value {
    case .integer(let integer): type == .boolean ? "\(integer != 0)" : "\(integer)"
    case .real(let real): type == .date ? "\(Date(timeIntervalSinceReferenceDate: real))" : "\(real)"
    case .text(let text): type == .decimal ? text : "\"\(text.prefix(40))\(text.count > 40 ? "…" : "")\""
    case .blob(let data): "data of \(data.count) bytes"
    case .null, .reference: "the value"
    }
  }

  private static func words(_ bound: AttributeValue) -> String {
    switch bound {
    case .integer(let integer): "\(integer)"
    case .double(let double): "\(double)"
    case .float(let float): "\(float)"
    case .decimal(let decimal): "\(decimal)"
    case .date(let date): "\(date)"
    case .string(let text), .uri(let text): "\"\(text)\""
    case .boolean(let value): "\(value)"
    case .data(let data): "data of \(data.count) bytes"
    case .uuid(let uuid): "\(uuid)"
    }
  }

  /// Values have no keys beyond those that the evaluator knows.
  private struct NoKeys: FormatLookup {
    func value(of object: Any, forKey key: String) throws -> Any? {
      throw FormatError(.unknownKey, "has no key \"\(key)\"", text: "")
    }
  }
}
