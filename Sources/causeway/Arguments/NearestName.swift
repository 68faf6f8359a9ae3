/// Finds the name that was probably meant.
package enum NearestName {
  /// `; did you mean "--json"?`, or nothing when no candidate is near.
  package static func hint(for word: String, among candidates: some Sequence<String>) -> String {
    guard let name = nearest(to: word, among: candidates) else { return "" }
    return "; did you mean \"\(name)\"?"
  }

  /// The candidate with the fewest edits, at most a third of the word; the first one in order on a tie.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let ranked = candidates.map { ($0, distance(word.lowercased(), $0.lowercased())) }
    guard let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= max(1, word.count / 3) else { return nil }
    return best.0
  }

  /// `; did you mean "title" or "subtitle"?` with up to three near names, else the names there are.
  package static func choice(for word: String, among candidates: some Sequence<String>) -> String {
    let names = Array(candidates)
    let near = names.map { ($0, distance(word.lowercased(), $0.lowercased())) }
      .filter { $0.1 <= max(1, word.count / 3) }.sorted { $0.1 < $1.1 }.prefix(3).map { "\"\($0.0)\"" }
    guard let last = near.last else { return names.isEmpty ? "" : "; there are \(names.joined(separator: ", "))" }
    let first = near.dropLast().joined(separator: ", ")
    return "; did you mean \(first.isEmpty ? "" : first + " or ")\(last)?"
  }

  /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
  static func distance(_ left: String, _ right: String) -> Int {
    let (a, b) = (Array(left), Array(right))
    var older: [Int] = []
    var previous = Array(0...b.count)
    for i in a.indices {
      var current = [i + 1]
      for j in b.indices {
        var cost = min(previous[j + 1] + 1, current[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, older[j - 1] + 1) }
        current.append(cost)
      }
      (older, previous) = (previous, current)
    }
    return previous[b.count]
  }
}
