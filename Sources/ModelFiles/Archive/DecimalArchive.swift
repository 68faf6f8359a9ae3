import Foundation

/// `NSDecimalNumber` in a keyed archive: mantissa words, exponent and sign as its coder writes them.
enum DecimalArchive {
  /// The number as decimal text, or `nil` when the fields are not of that form.
  static func text(_ fields: [String: PlistValue]) -> String? {
    guard case .data(let mantissa)? = fields["NS.mantissa"], case .integer(let exponent)? = fields["NS.exponent"],
      case .integer(let length)? = fields["NS.length"], mantissa.count <= 16, length >= 0
    else { return nil }
    let isNegative = fields["NS.negative"] == .boolean(true) || fields["NS.negative"] == .integer(1)
    // The byte order of the words: 1 is little-endian (the archives seen here), 2 big-endian.
    let isBig = fields["NS.mantissa.bo"] == .integer(2)
    let bytes = [UInt8](mantissa)
    var value = Decimal(0)
    var factor = Decimal(1)
    for word in 0..<min(Int(length), bytes.count / 2) {
      let (first, second) = (UInt16(bytes[2 * word]), UInt16(bytes[2 * word + 1]))
      value += factor * Decimal(isBig ? first << 8 | second : second << 8 | first)
      factor *= 65536
    }
    guard (-128...127).contains(exponent) else { return nil }
    return Decimal(sign: isNegative ? .minus : .plus, exponent: Int(exponent), significand: value).description
  }
}
