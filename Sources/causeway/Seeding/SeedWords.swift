/// Texts that look like what a property's name promises.
enum SeedWords {
  /// The likeliest text first, then others in case the model sets a pattern.
  static func candidates(
    for property: String, index: Int, isUnique: Bool, using generator: inout SeedGenerator
  ) -> [String] {
    let name = property.lowercased()
    let given = pick(givenNames, &generator)
    let family = pick(familyNames, &generator)
    let thing = "The \(pick(adjectives, &generator)) \(pick(nouns, &generator))"
    let number = String(1000 + index)
    let mail = "\(given.lowercased()).\(index + 1)@example.org"
    let person = "\(given) \(family)"
    let likely: String
    if name.contains("mail") {
      likely = mail
    } else if name.contains("isbn") {
      likely = "978-0-\(100_000 + index)-0"
    } else if name.contains("url") || name.contains("link") {
      likely = "https://example.org/\(index + 1)"
    } else if name.contains("code") || name.contains("number") || name == "id" {
      likely = "\(property.prefix(1).uppercased())-\(number)"
    } else if name.contains("title") || name.contains("subject") {
      likely = thing
    } else if name.contains("name") {
      likely = person
    } else {
      likely = "\(pick(adjectives, &generator)) \(pick(nouns, &generator))"
    }
    // Mails, numbers and addresses tell rows apart already.
    let isOwn = likely == mail || likely.contains(number) || name.contains("isbn") || likely.hasPrefix("https:")
    let suffix = isUnique && !isOwn ? " \(index + 1)" : ""
    return [likely + suffix, mail, number, "x\(number)", "https://example.org/\(index + 1)"]
  }

  private static func pick(_ words: [String], _ generator: inout SeedGenerator) -> String {
    words[Int(generator.next() % UInt64(words.count))]
  }

  private static let givenNames = ["Ada", "Björn", "Chidi", "Dalia", "Emre", "Fumiko", "Grace", "Hana", "Ines", "João"]
  private static let familyNames = ["Lindqvist", "Okafor", "Haddad", "Yılmaz", "Tanaka", "Hopper", "Novák", "Moreau"]
  private static let adjectives = ["quiet", "amber", "northern", "hollow", "bright", "last", "borrowed", "salt"]
  private static let nouns = ["harbour", "orchard", "lantern", "atlas", "river", "ledger", "winter", "garden"]
}
