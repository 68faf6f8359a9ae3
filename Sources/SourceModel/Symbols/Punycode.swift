/// The compiler's form of Punycode: RFC 3492 with `_` as delimiter, and letters alone as digits.
enum Punycode {
  static func isSymbolCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default: false
    }
  }

  static func encode(_ text: String) -> String {
    // Characters of ASCII that symbols cannot have move to a range that no text uses.
    let input = text.unicodeScalars.map { scalar -> UInt32 in
      scalar.value < 0x80 && !isSymbolCharacter(UInt8(scalar.value)) ? scalar.value + 0xD800 : scalar.value
    }
    var output = input.filter { $0 < 0x80 }.map { UInt8($0) }
    let basic = output.count
    var handled = basic
    if basic > 0 { output.append(UInt8(ascii: "_")) }
    var (n, delta, bias): (UInt32, Int, Int) = (0x80, 0, 72)
    while handled < input.count {
      let next = input.filter { $0 >= n }.min() ?? n
      delta += Int(next - n) * (handled + 1)
      n = next
      for value in input {
        if value < n { delta += 1 }
        guard value == n else { continue }
        var q = delta
        var k = 36
        while true {
          let t = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias
          if q < t { break }
          output.append(digit(t + (q - t) % (36 - t)))
          q = (q - t) / (36 - t)
          k += 36
        }
        output.append(digit(q))
        bias = adapt(delta, handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      n += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func digit(_ value: Int) -> UInt8 {
    value < 26 ? UInt8(ascii: "a") + UInt8(value) : UInt8(ascii: "A") + UInt8(value - 26)
  }

  private static func adapt(_ delta: Int, _ points: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / points
    var k = 0
    while delta > 455 {
      delta /= 35
      k += 36
    }
    return k + 36 * delta / (delta + 38)
  }
}
