/// A place that cannot compile where there is no Objective-C, and what was or can be done about it.
package struct PortabilityFinding: Hashable, Sendable, Codable {
  package var path: String
  package var line: Int
  package var column: Int
  package var kind: Kind
  package var message: String
  /// An edit keeps the meaning on Apple's platforms and compiles elsewhere.
  package var hasEdit: Bool

  package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case objc
    case keyPath
    case selector
    case managed
  }
}

/// A replacement in a file, by offsets in its UTF-8.
struct SourceEdit: Hashable {
  var range: Range<Int>
  var text: String

  /// The text with all edits made; they must not overlap.
  static func apply(_ edits: [SourceEdit], to text: String) -> String {
    var bytes = Array(text.utf8)
    // From the end, so that offsets stay right; where two begin alike, the one listed first comes first.
    for (_, edit) in edits.enumerated().sorted(by: {
      ($0.element.range.lowerBound, $0.offset) > ($1.element.range.lowerBound, $1.offset)
    }) {
      bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
