/// The words of a symbol's identifiers, which later identifiers refer to by a letter.
struct SymbolWords {
  /// Where a word stands in the symbol; `start` counts from the identifier's begin while that is being read.
  private struct Word {
    var start: Int
    var length: Int
  }

  private struct Replacement {
    var position: Int
    /// `nil` for the end of the identifier.
    var word: Int?
  }

  private var words: [Word] = []
  private static let limit = 26

  /// Writes the identifier with its length, repeated words replaced, other than ASCII in the compiler's Punycode.
  mutating func write(_ identifier: String, to text: inout [UInt8]) {
    let bytes = Array(identifier.utf8)
    if Self.needsPunycode(bytes) {
      let encoded = Array(Punycode.encode(identifier).utf8)
      text += "00\(encoded.count)".utf8
      if let first = encoded.first, Self.isDigit(first) || first == UInt8(ascii: "_") { text.append(UInt8(ascii: "_")) }
      text += encoded
      return
    }
    let known = words.count
    var replacements = find(in: bytes, text)
    if !replacements.isEmpty { text.append(UInt8(ascii: "0")) }
    replacements.append(Replacement(position: bytes.count, word: nil))
    var position = 0
    var new = known
    for (index, replacement) in replacements.enumerated() {
      if position < replacement.position {
        text += "\(replacement.position - position)".utf8
        while position < replacement.position {
          if new < words.count, words[new].start == position {
            words[new].start = text.count
            new += 1
          }
          text.append(bytes[position])
          position += 1
        }
      }
      guard let word = replacement.word else { continue }
      position += words[word].length
      let isLast = index == replacements.count - 2
      text.append(UInt8(ascii: isLast ? "A" : "a") + UInt8(word))
      if isLast && position == bytes.count { text.append(UInt8(ascii: "0")) }
    }
  }

  /// The words that are known already, in order; new ones are added.
  private mutating func find(in bytes: [UInt8], _ text: [UInt8]) -> [Replacement] {
    let known = words.count
    var replacements: [Replacement] = []
    var start: Int?
    for position in 0...bytes.count {
      let byte = position < bytes.count ? bytes[position] : 0
      if let begin = start, Self.endsWord(byte, after: bytes[position - 1]) {
        let word = bytes[begin..<position]
        let found =
          words[..<known].firstIndex { text[$0.start..<$0.start + $0.length].elementsEqual(word) }
          ?? words[known...].firstIndex { bytes[$0.start..<$0.start + $0.length].elementsEqual(word) }
        if let found {
          replacements.append(Replacement(position: begin, word: found))
        } else if word.count >= 2 && words.count < Self.limit {
          words.append(Word(start: begin, length: word.count))
        }
        start = nil
      }
      if start == nil && !Self.isDigit(byte) && byte != UInt8(ascii: "_") && byte != 0 { start = position }
    }
    return replacements
  }

  private static func endsWord(_ byte: UInt8, after previous: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == 0 || (!isUpper(previous) && isUpper(byte))
  }

  private static func isUpper(_ byte: UInt8) -> Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte }
  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  private static func needsPunycode(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first else { return false }
    return isDigit(first) || !bytes.allSatisfy(Punycode.isSymbolCharacter)
  }
}
