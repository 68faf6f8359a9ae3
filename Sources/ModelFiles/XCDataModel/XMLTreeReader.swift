import Foundation
import ModelDescription

/// Reads a small XML document into nodes: elements and attributes, which is all that a model's XML uses, and texts.
///
/// Our own and not FoundationXML's `XMLParser`, because that traps on malformed prefixes (Swift 6.3.1, Linux), and a
/// damaged file must be an error. Document types are skipped, so no entity but the five predefined ones exists.
struct XMLTreeReader {
  private let bytes: [UInt8]
  private var position = 0
  private let path: String
  private let keepsText: Bool

  /// - Parameter keepsText: a model's XML says nothing in the texts between its tags, a mapping model's all.
  static func read(_ data: Data, path: String, keepsText: Bool = false) throws -> XMLNode {
    guard String(validating: data, as: UTF8.self) != nil else {
      throw ModelFileError("the file is no UTF-8 text", path: path)
    }
    var reader = XMLTreeReader(bytes: [UInt8](data), path: path, keepsText: keepsText)
    if reader.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    return try reader.document()
  }

  private init(bytes: [UInt8], path: String, keepsText: Bool) {
    self.bytes = bytes
    self.path = path
    self.keepsText = keepsText
  }

  private mutating func document() throws -> XMLNode {
    try skipMisc()
    guard current == UInt8(ascii: "<") else { throw malformed("it does not start with an element") }
    var open: [XMLNode] = []
    var root: XMLNode?
    repeat {
      if starts(with: "</") {
        position += 2
        let name = try self.name()
        skipSpace()
        try expect(">")
        guard let closed = open.popLast(), closed.name == name else { throw malformed("</\(name)> closes nothing") }
      } else {
        let (node, isClosed) = try startTag()
        if let parent = open.last { parent.append(node) } else { root = node }
        if !isClosed { open.append(node) }
        if open.count > 256 { throw malformed("elements are nested too deeply") }
      }
      if let parent = open.last { try readText(of: parent) }
    } while !open.isEmpty
    try skipMisc()
    guard position == bytes.count, let root else { throw malformed("something follows the root element") }
    return root
  }

  private mutating func startTag() throws -> (node: XMLNode, isClosed: Bool) {
    try expect("<")
    let name = try self.name()
    var attributes: [SourceAttribute] = []
    var names: Set<String> = []
    while true {
      skipSpace()
      if starts(with: "/>") {
        position += 2
        return (XMLNode(name: name, attributes: attributes), true)
      }
      if starts(with: ">") {
        position += 1
        return (XMLNode(name: name, attributes: attributes), false)
      }
      let key = try self.name()
      skipSpace()
      try expect("=")
      skipSpace()
      attributes.append(SourceAttribute(key, try quoted()))
      if !names.insert(key).inserted { throw malformed("<\(name)> has the attribute \(key) twice") }
    }
  }

  // MARK: pieces

  private mutating func name() throws -> String {
    let start = position
    while let byte = current, Self.isNameByte(byte) { position += 1 }
    guard position > start else { throw malformed("a name is missing") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: ":"), 0x80...0xFF:
      true
    default: false
    }
  }

  private mutating func quoted() throws -> String {
    guard let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw malformed("an attribute has no quoted value")
    }
    position += 1
    var value: [UInt8] = []
    while let byte = current, byte != quote {
      switch byte {
      case UInt8(ascii: "<"): throw malformed("an attribute's value holds <")
      case UInt8(ascii: "&"): value += try reference()
      default:
        guard byte >= 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else {
          throw malformed("an attribute's value holds a control character")
        }
        value.append(byte < 0x20 ? 0x20 : byte)
        position += 1
      }
    }
    guard current == quote else { throw malformed("an attribute's value does not end") }
    position += 1
    return String(decoding: value, as: UTF8.self)
  }

  private mutating func reference() throws -> String.UTF8View {
    let start = position + 1
    guard let end = bytes[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
      throw malformed("a reference does not end")
    }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    position = end + 1
    switch text {
    case "lt": return "<".utf8
    case "gt": return ">".utf8
    case "amp": return "&".utf8
    case "quot": return "\"".utf8
    case "apos": return "'".utf8
    default:
      let code =
        text.hasPrefix("#x")
        ? UInt32(text.dropFirst(2), radix: 16) : text.hasPrefix("#") ? UInt32(text.dropFirst()) : nil
      guard let scalar = code.flatMap(Unicode.Scalar.init) else { throw malformed("&\(text); is unknown") }
      guard XMLPrinter.canHold(scalar) else { throw malformed("&\(text); stands for no character of XML") }
      return String(Character(scalar)).utf8
    }
  }

  /// Text, comments and CDATA up to the next tag.
  private mutating func readText(of node: XMLNode) throws {
    while let byte = current {
      if starts(with: "<!--") {
        try skip(past: "-->")
      } else if starts(with: "<![CDATA[") {
        let start = position + "<![CDATA[".utf8.count
        try skip(past: "]]>")
        if keepsText { node.append(text: String(decoding: bytes[start..<(position - 3)], as: UTF8.self)) }
      } else if starts(with: "<?") {
        try skip(past: "?>")
      } else if byte == UInt8(ascii: "<") {
        return
      } else if byte == UInt8(ascii: "&"), keepsText {
        node.append(text: String(decoding: Array(try reference()), as: UTF8.self))
      } else {
        let start = position
        position += 1
        while let next = current, next != UInt8(ascii: "<"), next != UInt8(ascii: "&") || !keepsText { position += 1 }
        if keepsText { node.append(text: String(decoding: bytes[start..<position], as: UTF8.self)) }
      }
    }
    throw malformed("an element is not closed")
  }

  private mutating func skipMisc() throws {
    while true {
      skipSpace()
      if starts(with: "<?") {
        try skip(past: "?>")
      } else if starts(with: "<!--") {
        try skip(past: "-->")
      } else if starts(with: "<!DOCTYPE") {
        try skip(past: ">")
      } else {
        return
      }
    }
  }

  private mutating func skip(past mark: String) throws {
    while position < bytes.count {
      if starts(with: mark) {
        position += mark.utf8.count
        return
      }
      position += 1
    }
    throw malformed("\(mark) is missing")
  }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
  }

  private mutating func expect(_ mark: String) throws {
    guard starts(with: mark) else { throw malformed("\(mark) is missing") }
    position += mark.utf8.count
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func starts(with mark: String) -> Bool { bytes[position...].starts(with: mark.utf8) }

  private func malformed(_ why: String) -> ModelFileError {
    let line = 1 + bytes[..<min(position, bytes.count)].count { $0 == 0x0A }
    return ModelFileError("line \(line): the XML is malformed: \(why)", path: path)
  }
}
