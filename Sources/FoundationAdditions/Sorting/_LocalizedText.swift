import Foundation

/// Text in the order of Finder: `localizedStandardCompare`.
public struct _LocalizedText: Comparable, Sendable {
  private let text: String

  init(_ text: String) { self.text = text }

  public static func < (left: _LocalizedText, right: _LocalizedText) -> Bool {
    left.text.localizedStandardCompare(right.text) == .orderedAscending
  }

  public static func == (left: _LocalizedText, right: _LocalizedText) -> Bool {
    left.text.localizedStandardCompare(right.text) == .orderedSame
  }
}

// What sort descriptors over text append to the property's key path, for want of a comparator that Linux's Foundation
// would take.
extension String {
  public var _localizedText: _LocalizedText { _LocalizedText(self) }
}

extension Optional<String> {
  public var _localizedText: _LocalizedText? { map { _LocalizedText($0) } }
}
