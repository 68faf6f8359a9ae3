import Foundation
import ModelDescription

/// Default values of a model as Swift expressions.
struct SwiftLiteral {
  let types: TypeNames

  /// The expression for a value of an attribute, or `nil` when it does not fit the type or cannot be written.
  func expression(_ value: AttributeValue, of type: AttributeType, isOptional: Bool) -> String? {
    switch (type, value) {
    case (.integer16, .integer(let number)): Int16(exactly: number).map { "\($0)" }
    case (.integer32, .integer(let number)): Int32(exactly: number).map { "\($0)" }
    case (.integer64, .integer(let number)): "\(number)"
    case (.boolean, .boolean(let flag)): "\(flag)"
    case (.boolean, .integer(let number)): number == 0 ? "false" : "true"
    case (.integer16, .boolean(let flag)), (.integer32, .boolean(let flag)), (.integer64, .boolean(let flag)):
      flag ? "1" : "0"
    case (.double, .double(let number)): floating(number, "Double")
    case (.double, .float(let number)): floating(Double(number), "Double")
    case (.double, .integer(let number)): "\(number)"
    case (.float, .float(let number)): floating(number, "Float")
    case (.float, .double(let number)): floating(Float(number), "Float")
    case (.float, .integer(let number)): "\(number)"
    case (.decimal, .decimal(let number)): decimal(number)
    case (.decimal, .integer(let number)): "\(number)"
    case (.string, .string(let text)): Self.quoted(text)
    case (.date, .date(let date)):
      date.timeIntervalSinceReferenceDate.isFinite
        ? "\(types.system("Date"))(timeIntervalSinceReferenceDate: \(Self.short(date.timeIntervalSinceReferenceDate)))"
        : nil
    case (.binary, .data(let data)): bytes(data)
    case (.uuid, .uuid(let uuid)): self.uuid(uuid, isOptional: isOptional)
    case (.uri, .uri(let text)):
      URL(string: text).map { _ in "\(types.system("URL"))(string: \(Self.quoted(text)))\(isOptional ? "" : "!")" }
    default: nil
    }
  }

  /// A value that any attribute of the type can start with; used where only the store computes the real one.
  func placeholder(of type: AttributeType) -> String? {
    switch type {
    case .integer16, .integer32, .integer64, .double, .float, .decimal: "0"
    case .string: "\"\""
    case .boolean: "false"
    case .date: "\(types.system("Date"))(timeIntervalSinceReferenceDate: 0)"
    case .binary: "\(types.system("Data"))()"
    case .undefined, .uuid, .uri, .transformable, .objectID, .composite: nil
    }
  }

  /// The text between quotes, with what Swift does not take as it stands escaped.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": quoted += "\\\\"
      case "\"": quoted += "\\\""
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory):
        quoted += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private func floating<Number: BinaryFloatingPoint & CustomStringConvertible>(
    _ number: Number, _ name: String
  ) -> String {
    if number.isNaN { return types.system(name) + ".nan" }
    if number.isInfinite { return (number < 0 ? "-" : "") + types.system(name) + ".infinity" }
    return number.description
  }

  private static func short(_ seconds: Double) -> String {
    Int64(exactly: seconds).map { "\($0)" } ?? seconds.description
  }

  /// Exact digits: a literal with a fraction passes through a `Double`, so it is written only where that loses nothing.
  private func decimal(_ number: Decimal) -> String? {
    let name = types.system("Decimal")
    guard number.isFinite else { return "\(name).nan" }
    if let whole = Int64("\(number)") { return "\(whole)" }
    if let short = Self.exactFraction(number) { return short }
    guard let digits = Int64("\(number.significand)") else { return nil }
    let sign = number.sign == .minus ? ".minus" : ".plus"
    return "\(name)(sign: \(sign), exponent: \(number.exponent), significand: \(digits))"
  }

  /// The digits of a number that a `Double` holds as it is, such as 1.25.
  private static func exactFraction(_ number: Decimal) -> String? {
    let digits = "\(number)"
    guard digits.count <= 15, let double = Double(digits), Decimal(double) == number else { return nil }
    // A whole number of 1024ths is no rounded one.
    return (double * 1024).rounded() == double * 1024 && abs(double) < 1e9 ? digits : nil
  }

  private func bytes(_ data: Data) -> String? {
    let name = types.system("Data")
    if data.isEmpty { return "\(name)()" }
    return data.count <= 1024 ? "\(name)([\(data.map { "\($0)" }.joined(separator: ", "))])" : nil
  }

  private func uuid(_ uuid: UUID, isOptional: Bool) -> String {
    let name = types.system("UUID")
    if isOptional { return "\(name)(uuidString: \"\(uuid.uuidString)\")" }
    let bytes = withUnsafeBytes(of: uuid.uuid) { $0.map { "\($0)" } }
    return "\(name)(uuid: (\(bytes.joined(separator: ", "))))"
  }
}
