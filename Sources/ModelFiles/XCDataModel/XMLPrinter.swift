import Foundation
import ModelDescription

/// Prints elements as Xcode prints a model's: four spaces a level, one element a line, attributes in double quotes.
struct XMLPrinter {
  private var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  private var failure: String?

  /// - Throws: `ModelFileError` when a text holds a character that XML cannot.
  static func print(_ root: SourceElement, endsWithNewline: Bool) throws -> Data {
    var printer = XMLPrinter()
    printer.add(root, indentation: "")
    if let failure = printer.failure { throw ModelFileError(failure, path: "") }
    if !endsWithNewline { printer.text.removeLast() }
    return Data(printer.text.utf8)
  }

  /// The characters of XML 1.0.
  static func canHold(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: true
    case 0..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  private mutating func add(_ element: SourceElement, indentation: String) {
    text += "\(indentation)<\(element.name)"
    for attribute in element.attributes {
      text += " \(attribute.name)=\""
      for scalar in attribute.text.unicodeScalars { add(scalar, of: attribute, in: element) }
      text += "\""
    }
    if element.children.isEmpty {
      text += "/>\n"
    } else {
      text += ">\n"
      for child in element.children { add(child, indentation: indentation + "    ") }
      text += "\(indentation)</\(element.name)>\n"
    }
  }

  private mutating func add(_ scalar: Unicode.Scalar, of attribute: SourceAttribute, in element: SourceElement) {
    switch scalar {
    case "&": text += "&amp;"
    case "<": text += "&lt;"
    case ">": text += "&gt;"
    case "\"": text += "&quot;"
    case "\t", "\n", "\r": text += "&#\(scalar.value);"
    case _ where !Self.canHold(scalar):
      let name = element["name"].map { " \($0)" } ?? ""
      failure =
        "\(attribute.name) of \(element.name)\(name) holds the character U+\(String(scalar.value, radix: 16)),"
        + " which XML cannot hold"
    default: text.unicodeScalars.append(scalar)
    }
  }
}
