import Foundation
import ModelDescription

/// What a model's XML says and `NSManagedObjectModel` archives have no known place for: code generation, use of scalar
/// types, Spotlight, predicates in a form that no specimen shows.
///
/// Such facts stand under one key of ours beside Apple's keys, named as in the XML. A keyed unarchiver passes over keys
/// that it does not ask for, so Apple's frameworks do not notice them; models that have none carry no key of ours.
struct SourceFacts {
  static let key = "CausewayFacts"

  private(set) var entries: [String: String] = [:]

  init() {}

  init(_ archive: KeyedArchive, of object: KeyedArchive.Object) {
    for (key, value) in archive.entries(Self.key, of: object) { entries[key] = archive.string(value) }
  }

  subscript(name: String) -> String? {
    get { entries[name] }
    set { entries[name] = newValue }
  }

  /// A flag that the XML writes only when it differs from `normally`; `nil` when nothing is said.
  subscript(flag name: String, normally normally: Bool) -> Bool {
    get { entries[name].map { $0 == "YES" } ?? normally }
    set { entries[name] = newValue == normally ? nil : newValue ? "YES" : "NO" }
  }

  /// What the XML says that nobody understands, as the text of one element.
  func remainder(_ name: String = "unknown") -> SourceRemainder {
    var remainder = SourceRemainder()
    guard let text = entries[name], let node = try? XMLTreeReader.read(Data(text.utf8), path: "") else {
      return remainder
    }
    remainder.attributes = node.attributes
    remainder.elements = node.children.map(\.element)
    return remainder
  }

  mutating func keep(_ remainder: SourceRemainder, _ name: String = "unknown") {
    guard !remainder.withoutSpellings().isEmpty else { return }
    let element = SourceElement(name: "unknown", attributes: remainder.attributes, children: remainder.elements)
    // Text that came from XML can stand in XML.
    guard let text = try? XMLPrinter.print(element, endsWithNewline: false) else { return }
    entries[name] = String(decoding: text, as: UTF8.self)
  }

  /// Adds the key to an object's fields when there is something to say.
  mutating func add(to fields: inout [String: PlistValue], _ archive: inout KeyedArchiveWriter) {
    if archive.isCompiled { entries = entries.filter { !Self.isForEditors($0.key) } }
    guard !entries.isEmpty else { return }
    let sorted = entries.sorted { $0.key < $1.key }.map { (key: $0.key, value: archive.string($0.value)) }
    fields[Self.key] = archive.dictionary(.dictionary, sorted)
  }

  /// Facts without a meaning for stores, queries and validation.
  private static func isForEditors(_ name: String) -> Bool {
    editorFacts.contains(name) || name.hasPrefix("unknown")
  }

  private static let editorFacts: Set<String> = [
    "codeGenerationType", "coreSpotlightDisplayNameExpression", "spotlightIndexingEnabled", "storedInTruthFile",
    "syncable", "usesScalarValueType",
  ]
}
