/// What the two sides of a comparison are, for the words of reports.
package enum PairingSides: String, Hashable, Sendable, CaseIterable {
  case storeAndClasses, storeAndModel, modelAndClasses

  /// The side that `PairingDifference` calls the store.
  package var first: String { self == .modelAndClasses ? "the model" : "the store" }

  /// The side that `PairingDifference` calls the classes.
  package var second: String { self == .storeAndModel ? "the model" : "the classes" }

  var secondIsClasses: Bool { self != .storeAndModel }
}

extension PairingDifference {
  /// The difference as a sentence about these two sides.
  package func sentence(_ sides: PairingSides) -> String {
    let theirs = classesSay == "no such class" && !sides.secondIsClasses ? "no such entity" : classesSay
    let ours = theirs.hasPrefix("class ") && !sides.secondIsClasses ? "entity " + theirs.dropFirst(6) : theirs
    let verb = sides.secondIsClasses ? "have" : "has"
    return "\(place): \(sides.first) has \(storeSays), \(sides.second) \(verb) \(ours)"
  }
}
