/// How text is compared.
package struct TextOptions: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let caseInsensitive = TextOptions(rawValue: 1)
  package static let diacriticInsensitive = TextOptions(rawValue: 2)
  /// Apple's `localizedStandard…`: case, diacritics and width ignored.
  package static let localizedStandard = TextOptions(rawValue: 4)
  /// `[l]` of formats: as one fixed language compares (`TextMatching.locale`).
  package static let localeSensitive = TextOptions(rawValue: 8)

  /// As formats write them in brackets.
  var letters: String {
    (contains(.caseInsensitive) ? "c" : "") + (contains(.diacriticInsensitive) ? "d" : "")
      + (contains(.localeSensitive) ? "l" : "")
  }
}
