import Foundation

/// The methods that `FUNCTION` and keys may name on values, since Objective-C is not there to ask.
enum FormatMethod {
  static func value(
    _ evaluator: FormatEvaluator, _ target: FormatValue, _ selector: String, _ arguments: [FormatValue],
    _ expression: FormatExpression
  ) throws -> FormatValue {
    if target == .null { return .null }
    if arguments.isEmpty {
      if let value = property(target, selector) { return value }
      if case .object = target { return try FormatPathReading(evaluator, expression).value(target, [selector]) }
    }
    if let value = method(target, selector, arguments) { return value }
    if ["valueForKey:", "valueForKeyPath:", "objectForKey:"].contains(selector),
      case .string(let path)? = arguments.first
    {
      let keys = selector == "valueForKeyPath:" ? path.split(separator: ".").map(String.init) : [path]
      return try FormatPathReading(evaluator, expression).value(target, keys[...])
    }
    if FormatFunction.problem(with: selector, argumentCount: arguments.count + 1) == nil {
      return try FormatComputing(expression).value(selector, [target] + arguments)
    }
    throw FormatError(
      .unsupported, "the method \"\(selector)\" cannot be called: there is no Objective-C here", text: "\(expression)")
  }

  /// A property of a text, number, date or collection by the name it has in Foundation.
  static func property(_ value: FormatValue, _ name: String) -> FormatValue? {
    switch value {
    case .string(let text): property(text, name)
    case .integer, .double, .decimal, .boolean: number(value, name)
    case .date(let date):
      switch name {
      case "timeIntervalSinceReferenceDate": .double(date.timeIntervalSinceReferenceDate)
      case "timeIntervalSince1970": .double(date.timeIntervalSince1970)
      default: nil
      }
    case .data(let data): name == "length" ? .integer(Int64(data.count)) : nil
    case .uuid(let uuid): name == "UUIDString" ? .string(uuid.uuidString) : nil
    case .url(let url): property(url, name)
    case .collection(let elements):
      switch name {
      case "count": .integer(Int64(elements.count))
      case "firstObject": elements.first ?? .null
      case "lastObject": elements.last ?? .null
      default: nil
      }
    case .null, .object: nil
    }
  }

  private static func property(_ text: String, _ name: String) -> FormatValue? {
    switch name {
    case "length": .integer(Int64(text.utf16.count))
    case "uppercaseString", "uppercase": .string(text.uppercased())
    case "lowercaseString", "lowercase": .string(text.lowercased())
    case "capitalizedString": .string(text.capitalized)
    case "description": .string(text)
    case "intValue", "integerValue", "longLongValue": .integer((text as NSString).longLongValue)
    case "doubleValue", "floatValue": .double((text as NSString).doubleValue)
    case "boolValue": .boolean((text as NSString).boolValue)
    default: nil
    }
  }

  private static func property(_ url: URL, _ name: String) -> FormatValue? {
    switch name {
    case "absoluteString": .string(url.absoluteString)
    case "path": .string(url.path)
    case "host": url.host().map { .string($0) } ?? .null
    case "scheme": url.scheme.map { .string($0) } ?? .null
    case "lastPathComponent": .string(url.lastPathComponent)
    case "pathExtension": .string(url.pathExtension)
    default: nil
    }
  }

  private static func number(_ value: FormatValue, _ name: String) -> FormatValue? {
    guard case .double(let number)? = FormatNumber.real(value) else { return nil }
    switch name {
    case "intValue", "integerValue", "longLongValue":
      return FormatNumber.whole(value) ?? Int64(exactly: number.rounded(.towardZero)).map { .integer($0) }
    case "doubleValue", "floatValue": return .double(number)
    case "boolValue": return .boolean(number != 0)
    case "stringValue", "description": return .string(FormatCasting.text(value) ?? "")
    default: return nil
    }
  }

  private static func method(_ target: FormatValue, _ selector: String, _ arguments: [FormatValue]) -> FormatValue? {
    guard arguments.count == 1 else { return nil }
    switch (target, selector, arguments[0]) {
    case (.string(let text), "stringByAppendingString:", .string(let other)): return .string(text + other)
    case (.string(let text), "hasPrefix:", .string(let other)): return .boolean(text.hasPrefix(other))
    case (.string(let text), "hasSuffix:", .string(let other)): return .boolean(text.hasSuffix(other))
    case (.string(let text), "containsString:", .string(let other)): return .boolean(text.contains(other))
    case (.string(let text), "isEqualToString:", .string(let other)): return .boolean(text == other)
    case (.date(let date), "timeIntervalSinceDate:", .date(let other)): return .double(date.timeIntervalSince(other))
    case (.date(let date), "dateByAddingTimeInterval:", let seconds):
      guard case .double(let seconds)? = FormatNumber.real(seconds) else { return nil }
      return .date(date.addingTimeInterval(seconds))
    case (.collection(let elements), "containsObject:", let element):
      return .boolean(elements.contains { $0.identity == element.identity })
    case (.collection(let elements), "objectAtIndex:", .integer(let index)):
      guard let position = Int(exactly: index), elements.indices.contains(position) else { return nil }
      return elements[position]
    default: return nil
    }
  }
}
