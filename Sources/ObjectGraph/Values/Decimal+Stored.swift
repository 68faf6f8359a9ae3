import Foundation

/// Decimals out of what SQLite makes of them: text, or a real number where its affinity saw nothing lost (StoreFormat.md
/// section 2).
extension Decimal {
  /// `nil` for a text that is no number.
  init?(stored text: String) {
    guard let value = Decimal(string: text, locale: Self.plain) else {
      guard text == "NaN" else { return nil }
      self = .nan
      return
    }
    self = value
  }

  /// By the number's shortest text, since a conversion of the number itself adds digits of its own; the nearest decimal
  /// where none has that value.
  init(stored real: Double) {
    guard real.isFinite else {
      self = real.isNaN ? .nan : real < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
      return
    }
    let text = "\(abs(real))"
    let parts = text.split(separator: "e", maxSplits: 1)
    let digits = parts[0].split(separator: ".", maxSplits: 1)
    let fraction = digits.count > 1 && digits[1] != "0" ? digits[1] : ""
    var exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - fraction.count
    if Self.exponents.contains(exponent), let value = Decimal(string: "\(real)", locale: Self.plain) {
      self = value
      return
    }
    var mantissa = UInt128(digits[0] + fraction) ?? 0
    while exponent > Self.exponents.upperBound {
      let (product, overflow) = mantissa.multipliedReportingOverflow(by: 10)
      (mantissa, exponent) = overflow ? (.max, Self.exponents.upperBound) : (product, exponent - 1)
    }
    while exponent < Self.exponents.lowerBound, mantissa > 0 {
      let isLast = exponent + 1 == Self.exponents.lowerBound
      (mantissa, exponent) = ((mantissa + (isLast ? 5 : 0)) / 10, exponent + 1)
    }
    let nearest = "\(real < 0 ? "-" : "")\(mantissa)e\(exponent)"
    self = mantissa == 0 ? 0 : Decimal(string: nearest, locale: Self.plain) ?? .nan
  }

  /// Of the powers of ten that a decimal can have.
  private static let exponents = -128...127
  private static let plain = Locale(identifier: "en_US_POSIX")
}
