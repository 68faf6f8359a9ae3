import Foundation
import Synchronization

/// Regular expressions within a time: over the whole text as `MATCHES` has them, or somewhere in it.
enum FormatRegex {
  /// What one match may take; a pattern that backtracks for longer throws.
  static let timeLimit = Duration.seconds(1)
  /// Reports of progress, one for each ten thousand steps. ICU gives a match up by itself, as if there were none, after
  /// some three thousand of them (measured).
  private static let reportLimit = 1000

  private struct Key: Hashable {
    let pattern: String
    let ignoresCase: Bool
    let isWhole: Bool
  }

  private static let compiled = Mutex<[Key: NSRegularExpression]>([:])

  static func matches(
    _ text: String, _ pattern: String, _ options: FormatOptions, isWhole: Bool = true
  ) throws -> Bool {
    let ignoresDiacritics = options.contains(.diacriticInsensitive)
    func folded(_ text: String) -> String {
      ignoresDiacritics ? text.folding(options: .diacriticInsensitive, locale: nil) : text
    }
    let expression = try expression(
      Key(pattern: folded(pattern), ignoresCase: options.contains(.caseInsensitive), isWhole: isWhole))
    let text = folded(text)
    let deadline = ContinuousClock.now + timeLimit
    var isFound = false
    var isLate = false
    var reports = 0
    // `reportProgress` has the closure called during long matches, where it can stop them.
    expression.enumerateMatches(
      in: text, options: .reportProgress, range: NSRange(text.startIndex..., in: text)
    ) { result, _, stop in
      if result != nil { isFound = true }
      reports += 1
      isLate = !isFound && (reports > reportLimit || ContinuousClock.now > deadline)
      if isFound || isLate { stop.pointee = true }
    }
    if isLate {
      throw FormatComparing.Problem(
        code: .timeout,
        message: "the pattern \"\(pattern)\" takes too many steps; simplify it")
    }
    return isFound
  }

  private static func expression(_ key: Key) throws -> NSRegularExpression {
    if let known = compiled.withLock({ $0[key] }) { return known }
    let made: NSRegularExpression
    do {
      // By itself first: `a)|(?:b` would become a pattern only by what is put around it.
      if key.isWhole { _ = try NSRegularExpression(pattern: key.pattern) }
      made = try NSRegularExpression(
        pattern: key.isWhole ? "\\A(?:\(key.pattern))\\z" : key.pattern,
        options: key.ignoresCase ? .caseInsensitive : [])
    } catch {
      throw FormatComparing.Problem(
        code: .mismatch, message: "\"\(key.pattern)\" is no regular expression that ICU understands")
    }
    compiled.withLock {
      // Patterns made from data would otherwise pile up.
      if $0.count >= 64 { $0.removeAll() }
      $0[key] = made
    }
    return made
  }
}
