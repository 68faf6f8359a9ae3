/// The values of one book, the same that `baseline.c` makes.
struct BookFacts {
  var title: String
  var isbn: String
  var pageCount: Int
  var rating: Double
  var publishedOn: Double
  var inPrint: Bool

  static let words = [
    "alder", "birch", "cedar", "dogwood", "elm", "fir", "ginkgo", "hazel", "ivy", "juniper", "larch", "maple", "oak",
    "poplar", "rowan", "spruce",
  ]

  init(_ index: Int, _ random: inout SplitMix) {
    let bits = Int(truncatingIfNeeded: random.next())
    func word(_ shift: Int) -> String { Self.words[bits >> shift & 15] }
    title = "\(word(0)) \(word(4)) \(word(8)) \(Self.padded(index, to: 6))"
    isbn = "978" + Self.padded(Int(random.next() % 10_000_000_000), to: 10)
    pageCount = 50 + Int(random.next() % 951)
    inPrint = bits >> 12 & 1 == 1
    publishedOn = Double(random.next() % 788_918_400) + 0.5
    rating = Double(random.next() % 501) / 100
  }

  static func all() -> [BookFacts] {
    var random = SplitMix(state: 42)
    return (0..<Workload.books).map { BookFacts($0, &random) }
  }

  static func padded(_ number: Int, to length: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, length - digits.count)) + digits
  }
}

/// The generator of `baseline.c`.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
