package import Foundation

/// Text tests over UTF-8 bytes, shared by stores (as SQL functions) and the evaluator, so that both answer alike.
///
/// Without options text is compared byte by byte. With options, two ASCII texts are compared byte by byte with letter
/// case folded; anything else goes through Foundation, which folds as Apple's does.
package enum TextMatching {
  package typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Whether `text` stands in that relation to `pattern`. Empty patterns match, except that nothing contains them in
  /// the localized standard way: so `localizedStandardContains` answers.
  package static func matches(
    _ operation: QueryPredicate.TextOperator, _ text: Bytes, _ pattern: Bytes, _ options: TextOptions
  ) -> Bool {
    if operation == .like { return LikePattern.matches(text, pattern, options) }
    if pattern.isEmpty, operation == .contains, options.contains(.localizedStandard) { return false }
    if options.isEmpty { return matchesBytes(operation, text, pattern) { $0 } }
    if !options.contains(.localeSensitive), isASCII(text), isASCII(pattern) {
      guard options.foldsCase else { return matchesBytes(operation, text, pattern) { $0 } }
      return matchesBytes(operation, text, pattern, fold: lowercased)
    }
    return matchesText(
      operation, String(decoding: text, as: UTF8.self), String(decoding: pattern, as: UTF8.self), options)
  }

  /// The same for strings.
  package static func matches(
    _ operation: QueryPredicate.TextOperator, _ text: String, _ pattern: String, _ options: TextOptions
  ) -> Bool {
    var (text, pattern) = (text, pattern)
    return text.withUTF8 { text in pattern.withUTF8 { matches(operation, text, $0, options) } }
  }

  /// Negative, zero or positive: by bytes without options, else as Foundation compares; of ASCII texts, which fold by
  /// bytes, without making strings.
  package static func order(_ left: Bytes, _ right: Bytes, _ options: TextOptions) -> Int {
    if options.isEmpty { return order(left, right) { $0 } }
    if !options.contains(.localeSensitive), isASCII(left), isASCII(right) {
      return options.foldsCase ? order(left, right, fold: lowercased) : order(left, right) { $0 }
    }
    return order(String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self), options)
  }

  @inline(__always) private static func order(_ left: Bytes, _ right: Bytes, fold: (UInt8) -> UInt8) -> Int {
    let common = min(left.count, right.count)
    for index in 0..<common {
      let (a, b) = (fold(left[index]), fold(right[index]))
      if a != b { return a < b ? -1 : 1 }
    }
    return left.count == right.count ? 0 : left.count < right.count ? -1 : 1
  }

  /// The same for strings.
  package static func order(_ left: String, _ right: String, _ options: TextOptions) -> Int {
    if options.isEmpty { return QueryConstant.string(left).order(.string(right)) ?? 0 }
    let locale = options.contains(.localeSensitive) ? self.locale : nil
    return left.compare(right, options: options.compareOptions, range: nil, locale: locale).rawValue
  }

  /// One fixed language, so that answers do not change with `LANG`; Foundation on Linux names none of the user's either.
  static let locale = Locale(identifier: "en_US")

  /// Negative, zero or positive: the order of lists, in a language that is the same everywhere (`TextCollator`).
  package static func localizedOrder(_ left: Bytes, _ right: Bytes) -> Int {
    if let collator = TextCollator.shared { return collator.order(left, right) }
    return String(decoding: left, as: UTF8.self).compare(
      String(decoding: right, as: UTF8.self),
      options: [.caseInsensitive, .numeric, .widthInsensitive, .forcedOrdering], range: nil, locale: storeLocale
    ).rawValue
  }

  /// Orders in stores are those of no country, so that they change with neither `LANG` nor the machine.
  private static let storeLocale = Locale(identifier: "en_001")

  /// The same for strings.
  package static func localizedOrder(_ left: String, _ right: String) -> Int {
    var (left, right) = (left, right)
    return left.withUTF8 { left in right.withUTF8 { localizedOrder(left, $0) } }
  }

  static func isASCII(_ bytes: Bytes) -> Bool {
    var index = 0
    guard let base = bytes.baseAddress else { return true }
    let raw = UnsafeRawPointer(base)
    while index + 8 <= bytes.count {
      if raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
      index += 8
    }
    while index < bytes.count {
      if bytes[index] >= 0x80 { return false }
      index += 1
    }
    return true
  }

  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  @inline(__always) private static func matchesBytes(
    _ operation: QueryPredicate.TextOperator, _ text: Bytes, _ pattern: Bytes, fold: (UInt8) -> UInt8
  ) -> Bool {
    let (length, wanted) = (text.count, pattern.count)
    func matchesAt(_ start: Int) -> Bool {
      var index = 0
      while index < wanted {
        if fold(text[start + index]) != fold(pattern[index]) { return false }
        index += 1
      }
      return true
    }
    guard length >= wanted else { return false }
    switch operation {
    case .beginsWith: return matchesAt(0)
    case .endsWith: return matchesAt(length - wanted)
    case .equal, .like, .matches: return length == wanted && matchesAt(0)
    case .contains:
      if wanted == 0 { return true }
      let first = fold(pattern[0])
      var start = 0
      while start <= length - wanted {
        if fold(text[start]) == first, matchesAt(start) { return true }
        start += 1
      }
      return false
    }
  }

  private static func matchesText(
    _ operation: QueryPredicate.TextOperator, _ text: String, _ pattern: String, _ options: TextOptions
  ) -> Bool {
    if pattern.isEmpty { return operation == .equal ? text.isEmpty : true }
    let compare = options.compareOptions
    let locale =
      options.contains(.localeSensitive) ? self.locale : options.contains(.localizedStandard) ? storeLocale : nil
    switch operation {
    case .contains: return text.range(of: pattern, options: compare, locale: locale) != nil
    case .beginsWith: return text.range(of: pattern, options: compare.union(.anchored), locale: locale) != nil
    case .endsWith:
      return text.range(of: pattern, options: compare.union([.anchored, .backwards]), locale: locale) != nil
    case .equal, .like, .matches:
      return text.compare(pattern, options: compare, range: nil, locale: locale) == .orderedSame
    }
  }
}

extension TextOptions {
  var foldsCase: Bool { !isDisjoint(with: [.caseInsensitive, .localizedStandard]) }

  /// What Foundation is asked for.
  package var compareOptions: String.CompareOptions {
    var result: String.CompareOptions = []
    if foldsCase { result.insert(.caseInsensitive) }
    if !isDisjoint(with: [.diacriticInsensitive, .localizedStandard]) { result.insert(.diacriticInsensitive) }
    if contains(.localizedStandard) { result.insert(.widthInsensitive) }
    return result
  }
}
