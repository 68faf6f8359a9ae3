import Foundation
import FoundationXML

/// Reads a small XML document into nodes. External entities are never loaded.
final class XMLTreeReader: NSObject, XMLParserDelegate {
  private var root: XMLNode?
  private var open: [XMLNode] = []

  static func read(_ data: Data, path: String) throws -> XMLNode {
    let delegate = XMLTreeReader()
    let parser = XMLParser(data: data)
    parser.shouldResolveExternalEntities = false
    parser.delegate = delegate
    guard parser.parse(), let root = delegate.root else {
      throw ModelFileError("line \(max(parser.lineNumber, 1)): the XML is malformed", path: path)
    }
    return root
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName qName: String?,
    attributes attributeDict: [String: String] = [:]
  ) {
    let node = XMLNode(name: elementName, attributes: attributeDict)
    if let parent = open.last { parent.append(node) } else { root = node }
    open.append(node)
    if open.count > 256 { parser.abortParsing() }
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName qName: String?
  ) {
    _ = open.popLast()
  }
}
