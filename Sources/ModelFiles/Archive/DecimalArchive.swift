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

  /// The fields of a number, or `nil` for "not a number".
  static func fields(_ value: Decimal) -> [String: PlistValue]? {
    guard !value.isNaN else { return nil }
    let digits = value.significand.magnitude.description
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    var words = [UInt32](repeating: 0, count: 8)
    for digit in digits.utf8 {
      var carry = UInt32(digit - 0x30)
      for index in words.indices {
        carry += words[index] * 10
        words[index] = carry & 0xFFFF
        carry >>= 16
      }
      guard carry == 0 else { return nil }
    }
    let length = words.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    return [
      "NS.mantissa": .data(Data(words.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })), "NS.mantissa.bo": .integer(1),
      // Zero has neither digits nor exponent nor sign; with the sign set it would be "not a number".
      "NS.exponent": .integer(length == 0 ? 0 : Int64(value.exponent)), "NS.length": .integer(Int64(length)),
      "NS.negative": .boolean(length > 0 && value.isSignMinus), "NS.compact": .boolean(true),
    ]
  }
}
