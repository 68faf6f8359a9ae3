import SwiftData

/// The object that the rows of `Documentation/QuerySemantics.md` are about, as a model.
@Model final class SemanticSample {
  var nothing: Int?
  var noText: String?
  var one = 1
  var zero = 0
  var max = Int.max
  var nan: Double? = Double.nan
  var infinite = Double.infinity
  var real = 1.0
  var price = Decimal(15) / 10
  var empty: String? = ""
  var lower = "abc"
  var upper = "ABC"
  var nfc = "\u{e9}"
  var nfd = "e\u{301}"
  var street = "straße"
  var missing: SemanticSample?
  @Relationship(inverse: \SemanticPart.owner) var few: [SemanticPart] = []
  @Relationship(inverse: \SemanticPart.nobody) var noneOf: [SemanticPart] = []

  init() {}
}

@Model final class SemanticPart {
  var number: Int?
  var owner: SemanticSample?
  var nobody: SemanticSample?

  init(number: Int?) { self.number = number }
}

extension SemanticSample {
  /// The rows that `#Predicate` can say.
  static var spellings: [String: Predicate<SemanticSample>] {
    let decomposed = "e\u{301}"
    var all: [String: Predicate<SemanticSample>] = [:]
    all["nothing == nil"] = #Predicate { $0.nothing == nil }
    all["nothing != nil"] = #Predicate { $0.nothing != nil }
    all["number == 1"] = #Predicate { $0.nothing == 1 }
    all["number != 1"] = #Predicate { $0.nothing != 1 }
    all["number IN {1, 2}"] = #Predicate { [1, 2].contains($0.nothing) }
    all["number IN {1, nil}"] = #Predicate { [1, nil].contains($0.nothing) }
    all["nothing CONTAINS \"x\""] = #Predicate { $0.noText?.contains("x") ?? false }
    all["nothing BEGINSWITH \"\""] = #Predicate { $0.noText?.starts(with: "") ?? false }
    all["missing.number == nil"] = #Predicate { $0.missing?.nothing == nil }
    all["missing == nil"] = #Predicate { $0.missing == nil }
    all["nan == nan"] = #Predicate { $0.nan == $0.nan }
    all["nan != nan"] = #Predicate { $0.nan != $0.nan }
    all["nan == nil"] = #Predicate { $0.nan == nil }
    all["infinite == infinite"] = #Predicate { $0.infinite == $0.infinite }
    all["empty == nil"] = #Predicate { $0.empty == nil }
    all["empty == \"\""] = #Predicate { $0.empty == "" }
    all["lower CONTAINS \"\""] = #Predicate { $0.lower.contains("") }
    all["lower BEGINSWITH \"\""] = #Predicate { $0.lower.starts(with: "") }
    all["one IN {}"] = #Predicate { [Int]().contains($0.one) }
    all["ANY noneOf.number == 1"] = #Predicate { $0.noneOf.contains { $0.number == 1 } }
    all["ALL noneOf.number == 1"] = #Predicate { $0.noneOf.allSatisfy { $0.number == 1 } }
    all["NONE noneOf.number == 1"] = #Predicate { !$0.noneOf.contains { $0.number == 1 } }
    all["noneOf.@count == 0"] = #Predicate { $0.noneOf.count == 0 }
    all["ANY few.number == nil"] = #Predicate { $0.few.contains { $0.number == nil } }
    all["ALL few.number == 1"] = #Predicate { $0.few.allSatisfy { $0.number == 1 } }
    all["ANY missing.few.number == 1"] = #Predicate { $0.missing?.few.contains { $0.number == 1 } ?? false }
    all["ALL missing.few.number == 1"] = #Predicate { $0.missing?.few.allSatisfy { $0.number == 1 } ?? false }
    all["missing.few.@count == nil"] = #Predicate { $0.missing?.few.count == nil }
    all["max + 1 > 0"] = #Predicate { $0.max + 1 > 0 }
    all["max * 2 > 0"] = #Predicate { $0.max * 2 > 0 }
    all["0 - max - 2 < 0"] = #Predicate { 0 - $0.max - 2 < 0 }
    all["one / zero == 1"] = #Predicate { $0.one / $0.zero == 1 }
    all["7 / 2 == 3"] = #Predicate { $0.one * 7 / 2 == 3 }
    all["-7 / 2 == -3"] = #Predicate { -7 * $0.one / 2 == -3 }
    all["-7 %% 3 == -1"] = #Predicate { -7 * $0.one % 3 == -1 }
    all["nfc == nfd"] = #Predicate { $0.nfc == $0.nfd }
    all["nfc CONTAINS nfd"] = #Predicate { $0.nfc.contains($0.nfd) }
    all["nfc IN {nfd}"] = #Predicate { [decomposed].contains($0.nfc) }
    all["lower == upper"] = #Predicate { $0.lower == $0.upper }
    all["lower ==[c] upper"] = #Predicate { $0.lower.caseInsensitiveCompare($0.upper) == .orderedSame }
    all["nfc ==[c] nfd"] = #Predicate { $0.nfc.caseInsensitiveCompare($0.nfd) == .orderedSame }
    all["nfc CONTAINS[cd] \"E\""] = #Predicate { $0.nfc.localizedStandardContains("E") }
    all["upper < lower"] = #Predicate { $0.upper < $0.lower }
    all["street ==[c] \"STRASSE\""] = #Predicate { $0.street.caseInsensitiveCompare("STRASSE") == .orderedSame }
    all["street CONTAINS[cd] \"ss\""] = #Predicate { $0.street.localizedStandardContains("ss") }
    all["street CONTAINS \"ss\""] = #Predicate { $0.street.contains("ss") }
    return all.merging(more) { $1 }.merging(cells) { $1 }
  }
}
