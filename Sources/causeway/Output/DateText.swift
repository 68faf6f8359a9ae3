package import Foundation

/// Dates as the tool writes them.
package enum DateText {
  /// The days that Foundation's calendar can tell: from noon of the first of January 4713 BC to February 506713.
  private static let calendarRange = -210_866_760_000.0..<15_928_153_804_800

  /// ISO 8601 in UTC; fractional seconds, to the millisecond, only where there are some.
  ///
  /// Days before 15 October 1582 are those of the Julian calendar, as Foundation prints them: `Date.distantPast` is
  /// 0001-01-01. The year before 0001 is 0000, and one of more than four digits has its sign.
  package static func iso8601(_ date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    guard seconds.isFinite, calendarRange.contains(seconds) else {
      return "\(date.timeIntervalSinceReferenceDate) s since 2001-01-01T00:00:00Z"
    }
    let milliseconds = (seconds * 1000).rounded()
    let whole = (milliseconds / 1000).rounded(.down)
    let fraction = Int(milliseconds - whole * 1000)
    let style = Date.ISO8601FormatStyle(timeZone: .gmt)
    var text = style.format(Date(timeIntervalSince1970: whole))
    if text.prefix(while: \.isNumber).count > 4 { text = "+" + text }
    guard fraction != 0, text.hasSuffix("Z") else { return text }
    let digits = String(fraction)
    return text.dropLast() + "." + String(repeating: "0", count: 3 - digits.count) + digits + "Z"
  }
}
