import Foundation

extension FormatPrinter {
  static func text(_ value: FormatValue) -> String {
    switch value {
    case .null: "nil"
    case .boolean(let value): value ? "1" : "0"
    case .integer(let value): "\(value)"
    case .double(let value): text(value)
    case .decimal(let value): cast(quoted("\(value)"), "NSDecimalNumber")
    case .string(let value): quoted(value)
    case .date(let value): cast(seconds(value.timeIntervalSinceReferenceDate), "NSDate")
    case .data(let value): cast(quoted(value.base64EncodedString()), "NSData")
    case .uuid(let value): cast(quoted(value.uuidString), "NSUUID")
    case .url(let value): cast(quoted(value.absoluteString), "NSURL")
    case .collection(let values): "{\(values.map { text($0) }.joined(separator: ", "))}"
    case .object(let object): "<\(type(of: object.value))>"
    }
  }

  private static func cast(_ text: String, _ type: String) -> String { "CAST(\(text), \"\(type)\")" }

  private static func text(_ value: Double) -> String {
    if value.isNaN { return cast("\"nan\"", "NSNumber") }
    if value.isInfinite { return cast(value < 0 ? "\"-inf\"" : "\"inf\"", "NSNumber") }
    return "\(value)"
  }

  /// Six decimals, as Apple prints dates, while they say it all.
  private static func seconds(_ value: Double) -> String {
    let text = String(format: "%.6f", value)
    return Double(text) == value ? text : self.text(value)
  }

  /// The path's keys, each escaped where it would be read as something else.
  static func keys(_ names: [String], isFirst: Bool) -> String {
    names.enumerated().map { key($1, isFirst: isFirst && $0 == 0) }.joined(separator: ".")
  }

  private static func key(_ name: String, isFirst: Bool) -> String {
    let bare = name.hasPrefix("@") ? name.dropFirst() : name[...]
    guard let start = bare.unicodeScalars.first, FormatLexer.startsName(start), !FormatLexer.isDigit(start),
      bare.unicodeScalars.dropFirst().allSatisfy({
        FormatLexer.startsName($0) || FormatLexer.isDigit($0) || $0.properties.isXIDContinue
      })
    else { return "#" + quoted(name) }
    return isFirst && FormatKeywords.reserved.contains(name.uppercased()) ? "#\(name)" : name
  }

  static func quoted(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    result.append("\"")
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        result.append("\\")
        result.append(scalar)
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      case "\t": result.append(contentsOf: "\\t".unicodeScalars)
      case "\r": result.append(contentsOf: "\\r".unicodeScalars)
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
      default: result.append(scalar)
      }
    }
    result.append("\"")
    return String(result)
  }
}

extension FormatPredicate: CustomStringConvertible {
  package var description: String { FormatPrinter.text(self) }
}

extension FormatExpression: CustomStringConvertible {
  package var description: String { FormatPrinter.text(self) }
}
