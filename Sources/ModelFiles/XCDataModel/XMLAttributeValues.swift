import Foundation
import ModelDescription

/// Default value and bounds of an attribute, typed from their XML spellings.
struct XMLAttributeValues {
  private(set) var defaultValue: AttributeValue?
  private(set) var validation = AttributeValidation()
  private(set) var warnings: [String] = []

  init(_ node: XMLNode, type: AttributeType, place: String) {
    func typed(_ attribute: String, _ dateAttribute: String, _ warnings: inout [String]) -> AttributeValue? {
      if type == .date {
        return node[dateAttribute].flatMap { Double($0) }.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
      }
      guard let text = node[attribute] else { return nil }
      guard let value = Self.value(text, type) else {
        warnings.append("\(place): \(attribute) \"\(text)\" is no value of its type")
        return nil
      }
      return value
    }
    defaultValue = typed("defaultValueString", "defaultDateTimeInterval", &warnings)
    if type == .string {
      validation.minimumLength = node["minValueString"].flatMap { Int($0) }
      validation.maximumLength = node["maxValueString"].flatMap { Int($0) }
    } else {
      validation.minimum = typed("minValueString", "minDateTimeInterval", &warnings)
      validation.maximum = typed("maxValueString", "maxDateTimeInterval", &warnings)
    }
    validation.regularExpression = node["regularExpressionString"]
    while let predicate = node[Vocabulary.validationPredicate(validation.otherPredicates.count)] {
      validation.otherPredicates.append(predicate)
    }
  }

  private static func value(_ text: String, _ type: AttributeType) -> AttributeValue? {
    switch type {
    case .boolean: .boolean(text == "YES" || text == "true" || text == "1")
    case .integer16, .integer32, .integer64:
      Int64(text).map { .integer($0) } ?? Double(text).flatMap { Int64(exactly: $0.rounded()) }.map { .integer($0) }
    case .decimal: Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")).map { .decimal($0) }
    case .double: Double(text).map { .double($0) }
    case .float: Float(text).map { .float($0) }
    case .string: .string(text)
    case .uri: .uri(text)
    case .uuid: UUID(uuidString: text).map { .uuid($0) }
    case .binary, .transformable: .data(Data(base64Encoded: text) ?? Data(text.utf8))
    case .date, .undefined, .objectID, .composite: .string(text)
    }
  }
}
