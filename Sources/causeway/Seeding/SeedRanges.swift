/// Numbers that look like what a property's name promises.
enum SeedRanges {
  /// The range for a property whose name says what it counts or measures; bounds of the model win.
  static func range(for property: String) -> ClosedRange<Double>? {
    let words = words(property)
    for (names, range) in ranges where names.contains(where: words.contains) { return range }
    return nil
  }

  /// `pageCount` is page and count; `language` is no age.
  static func words(_ name: String) -> Set<String> {
    var words: Set<String> = []
    var word = ""
    for character in name {
      if character.isUppercase || !character.isLetter {
        words.insert(word.lowercased())
        word = ""
      }
      if character.isLetter { word.append(character) }
    }
    words.insert(word.lowercased())
    return words
  }

  private static let ranges: [(names: [String], range: ClosedRange<Double>)] = [
    (["latitude", "lat"], -90...90), (["longitude", "lon", "lng"], -180...180),
    (["age"], 1...99), (["year"], 1950...2030), (["month"], 1...12), (["day", "days"], 1...28),
    (["hour", "hours"], 0...23), (["minute", "minutes", "second", "seconds"], 0...59),
    (["percent", "percentage"], 0...100), (["progress", "ratio", "fraction", "opacity", "alpha"], 0...1),
    (["rating", "stars"], 1...5), (["price", "cost", "amount"], 1...500),
    (["count", "quantity", "pages"], 1...400), (["width", "height", "size"], 1...2000),
  ]
}
