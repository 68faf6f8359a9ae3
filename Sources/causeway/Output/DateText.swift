package import Foundation

/// Dates as the tool writes them.
package enum DateText {
  /// ISO 8601 in UTC; fractional seconds, to the millisecond, only where there are some.
  package static func iso8601(_ date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    // Outside the years 1 to 9999 the format has no spelling; the number itself says more than a wrong year.
    guard seconds.isFinite, seconds >= -62_135_596_800, seconds < 253_402_300_800 else {
      return "\(date.timeIntervalSinceReferenceDate) s since 2001-01-01T00:00:00Z"
    }
    let milliseconds = (seconds * 1000).rounded()
    let whole = (milliseconds / 1000).rounded(.down)
    let fraction = Int(milliseconds - whole * 1000)
    let style = Date.ISO8601FormatStyle(timeZone: .gmt)
    let text = style.format(Date(timeIntervalSince1970: whole))
    guard fraction != 0, text.hasSuffix("Z") else { return text }
    let digits = String(fraction)
    return text.dropLast() + "." + String(repeating: "0", count: 3 - digits.count) + digits + "Z"
  }
}
