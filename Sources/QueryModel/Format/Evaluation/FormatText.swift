import Foundation

/// Text tests with the options of formats.
enum FormatText {
  static func matches(
    _ operation: QueryPredicate.TextOperator, _ text: String, _ pattern: String, _ options: FormatOptions
  ) -> Bool {
    guard options.contains(.localeSensitive), operation != .like else {
      return TextMatching.matches(operation, text, pattern, options.textOptions)
    }
    if pattern.isEmpty { return operation == .equal ? text.isEmpty : true }
    let compare = options.compareOptions
    switch operation {
    case .beginsWith: return text.range(of: pattern, options: compare.union(.anchored), locale: locale) != nil
    case .endsWith:
      return text.range(of: pattern, options: compare.union([.anchored, .backwards]), locale: locale) != nil
    case .contains: return text.range(of: pattern, options: compare, locale: locale) != nil
    case .equal, .like: return text.compare(pattern, options: compare, range: nil, locale: locale) == .orderedSame
    }
  }

  /// By bytes without options, as stores order; else as Foundation compares.
  static func order(_ left: String, _ right: String, _ options: FormatOptions) -> Int? {
    let isLocalized = options.contains(.localeSensitive)
    if !isLocalized, options.compareOptions.isEmpty { return QueryConstant.string(left).order(.string(right)) }
    return left.compare(right, options: options.compareOptions, range: nil, locale: isLocalized ? locale : nil).rawValue
  }

  /// The user's language, or a fixed one where the environment names none, so that answers do not change with `LANG`.
  static let locale: Locale = {
    let current = Locale.current
    let unnamed = ["", "C", "POSIX", "en_US_POSIX", "en_001", "001"]
    return unnamed.contains(current.identifier) ? Locale(identifier: "en_US") : current
  }()
}

extension FormatOptions {
  /// What stores test text with.
  var textOptions: TextOptions {
    var options: TextOptions = []
    if contains(.caseInsensitive) { options.insert(.caseInsensitive) }
    if contains(.diacriticInsensitive) { options.insert(.diacriticInsensitive) }
    return options
  }

  var compareOptions: String.CompareOptions { textOptions.compareOptions }
}
