import Foundation

/// Text tests with the options of formats.
enum FormatText {
  static func matches(
    _ operation: QueryPredicate.TextOperator, _ text: String, _ pattern: String, _ options: FormatOptions
  ) -> Bool {
    TextMatching.matches(operation, text, pattern, options.textOptions)
  }

  /// By bytes without options, as stores order; else as Foundation compares.
  static func order(_ left: String, _ right: String, _ options: FormatOptions) -> Int? {
    TextMatching.order(left, right, options.textOptions)
  }
}

extension FormatOptions {
  /// What stores test text with. `[n]` says that the texts are prepared already, so that bytes decide.
  var textOptions: TextOptions {
    var options: TextOptions = []
    if contains(.caseInsensitive) { options.insert(.caseInsensitive) }
    if contains(.diacriticInsensitive) { options.insert(.diacriticInsensitive) }
    if contains(.localeSensitive) { options.insert(.localeSensitive) }
    return options
  }
}
