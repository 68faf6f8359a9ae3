/// Why a predicate format cannot be read or answered, with the place in its text.
package struct FormatError: Error, Hashable, Sendable, CustomStringConvertible {
  package var code: Code
  /// What is wrong and what to do, in one sentence without a full stop.
  package var message: String
  /// The format, or the printed form of the expression that is to blame.
  package var text: String
  /// Characters before the place in `text`, for errors of reading.
  package var position: Int?

  package enum Code: Hashable, Sendable {
    /// The text is not a predicate or expression.
    case syntax
    /// The values given do not fit the format's specifiers.
    case arguments
    /// An object has no value under a key.
    case unknownKey
    /// A value of that kind cannot take part.
    case mismatch
    /// Division by zero, overflow, a root of a negative number.
    case arithmetic
    /// The form exists on Apple's platforms but cannot be supported here.
    case unsupported
    /// A `$VARIABLE` has no value.
    case unboundVariable
    /// An answer that takes too long to find.
    case timeout
  }

  package init(_ code: Code, _ message: String, text: String, position: Int? = nil) {
    self.code = code
    self.message = message
    self.text = text
    self.position = position
  }

  package var description: String {
    guard let position else { return "Cannot evaluate \(text): \(message)." }
    return
      "Cannot read the predicate format at character \(position): \(message). The format: \(excerpt(around: position))"
  }

  /// A long format is cut to the neighbourhood of the error.
  private func excerpt(around position: Int) -> String {
    let (before, after) = (60, 60)
    let characters = Array(text)
    let start = max(0, min(position, characters.count) - before)
    let end = min(characters.count, position + after)
    return (start > 0 ? "…" : "") + String(characters[start..<end]) + (end < characters.count ? "…" : "")
  }
}
