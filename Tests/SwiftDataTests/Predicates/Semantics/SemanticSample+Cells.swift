import SwiftData

extension SemanticSample {
  /// The cells of each operator beside nil, NaN, empty text, overflow, zero, normal forms, case and diacritics.
  static var cells: [String: Predicate<SemanticSample>] {
    numberCells.merging(textCells) { $1 }
  }

  private static var numberCells: [String: Predicate<SemanticSample>] {
    var all: [String: Predicate<SemanticSample>] = [:]
    all["number == number"] = #Predicate { $0.nothing == $0.nothing }
    all["number <= 1"] = #Predicate { $0.nothing.flatMap { $0 <= 1 } ?? false }
    all["number > 1"] = #Predicate { $0.nothing.flatMap { $0 > 1 } ?? false }
    all["number - 1 == nil"] = #Predicate { $0.nothing.flatMap { $0 - 1 } == nil }
    all["number * 2 == nil"] = #Predicate { $0.nothing.flatMap { $0 * 2 } == nil }
    all["number / 2 == nil"] = #Predicate { $0.nothing.flatMap { $0 / 2 } == nil }
    all["number %% 2 == nil"] = #Predicate { $0.nothing.flatMap { $0 % 2 } == nil }
    all["number / zero == nil"] = #Predicate { s in s.nothing.flatMap { $0 / s.zero } == nil }
    all["nan == 1"] = #Predicate { $0.nan == 1 }
    all["nan != 1"] = #Predicate { $0.nan != 1 }
    all["nan - 1 == nil"] = #Predicate { $0.nan.flatMap { $0 - 1 } == nil }
    all["nan * 2 == nil"] = #Predicate { $0.nan.flatMap { $0 * 2 } == nil }
    all["nan / 2 == nil"] = #Predicate { $0.nan.flatMap { $0 / 2 } == nil }
    all["nan / 0.0 == nil"] = #Predicate { $0.nan.flatMap { $0 / 0.0 } == nil }
    all["nan * 2 > 0 OR nan - 1 < 0 OR nan / 2 > 0"] = #Predicate {
      $0.nan.flatMap { $0 * 2 > 0 || $0 - 1 < 0 || $0 / 2 > 0 } ?? false
    }
    all["max * max > 0"] = #Predicate { $0.max * $0.max > 0 }
    all["max - (0 - one) > 0"] = #Predicate { $0.max - (0 - $0.one) > 0 }
    all["(0 - max - 1) / (0 - one) > 0"] = #Predicate { (0 - $0.max - 1) / (0 - $0.one) > 0 }
    all["(0 - max - 1) %% (0 - one) == 0"] = #Predicate { (0 - $0.max - 1) % (0 - $0.one) == 0 }
    all["-(0 - max - 1) > 0"] = #Predicate { -(0 - $0.max - 1) > 0 }
    all["-max < 0"] = #Predicate { -$0.max < 0 }
    all["one %% zero == 1"] = #Predicate { $0.one % $0.zero == 1 }
    all["zero / one == 0 AND zero %% one == 0"] = #Predicate { $0.zero / $0.one == 0 && $0.zero % $0.one == 0 }
    all["price * zero == 0"] = #Predicate { $0.price * 0 == 0 }
    return all
  }

  private static var textCells: [String: Predicate<SemanticSample>] {
    let (composed, decomposed) = ("\u{e9}", "e\u{301}")
    let bounds = decomposed...decomposed
    let none: String? = nil
    var all: [String: Predicate<SemanticSample>] = [:]
    all["lower CONTAINS nothing"] = #Predicate { s in s.noText.flatMap { s.lower.contains($0) } ?? false }
    all["lower BEGINSWITH nothing"] = #Predicate { s in s.noText.flatMap { s.lower.starts(with: $0) } ?? false }
    all["lower IN {nothing}"] = #Predicate { none == $0.lower }
    all["nothing IN {\"abc\"}"] = #Predicate { ["abc"].contains($0.noText) }
    all["lower ==[c] nothing"] = #Predicate { s in
      s.noText.flatMap { s.lower.caseInsensitiveCompare($0) } == .orderedSame
    }
    all["lower <[c] nothing"] = #Predicate { s in
      s.noText.flatMap { s.lower.caseInsensitiveCompare($0) } == .orderedAscending
    }
    all["empty != nil"] = #Predicate { $0.empty != nil }
    all["empty != \"\""] = #Predicate { $0.empty != "" }
    all["empty < lower"] = #Predicate { ($0.empty ?? "x") < $0.lower }
    all["empty < \"\""] = #Predicate { ($0.empty ?? "x") < "" }
    all["empty <= \"\" AND empty >= \"\""] = #Predicate { ($0.empty ?? "x") <= "" && ($0.empty ?? "x") >= "" }
    all["empty CONTAINS \"\""] = #Predicate { $0.empty?.contains("") ?? false }
    all["empty CONTAINS \"a\""] = #Predicate { $0.empty?.contains("a") ?? false }
    all["empty BEGINSWITH \"a\""] = #Predicate { $0.empty?.starts(with: "a") ?? false }
    all["empty MATCHES \"^$\""] = #Predicate { $0.empty?.contains(#/^$/#) ?? false }
    all["empty MATCHES \".*\""] = #Predicate { $0.empty?.contains(#/^.*$/#) ?? false }
    all["empty MATCHES \".\""] = #Predicate { $0.empty?.contains(#/^.$/#) ?? false }
    all["lower MATCHES \"^$\""] = #Predicate { $0.lower.contains(#/^$/#) }
    all["\"\" IN lower"] = #Predicate { $0.lower.contains("") }
    all["empty IN {\"\", \"a\"}"] = #Predicate { ["", "a"].contains($0.empty) }
    all["empty ==[c] \"\""] = #Predicate { $0.empty?.caseInsensitiveCompare("") == .orderedSame }
    all["lower CONTAINS[cd] \"\""] = #Predicate { $0.lower.localizedStandardContains("") }
    all["nfc > nfd"] = #Predicate { $0.nfc > $0.nfd }
    all["nfc <= nfd"] = #Predicate { $0.nfc <= $0.nfd }
    all["nfd >= nfc"] = #Predicate { $0.nfd >= $0.nfc }
    all["nfc BETWEEN {nfd, nfd}"] = #Predicate { bounds.contains($0.nfc) }
    all["nfc CONTAINS[cd] nfd"] = #Predicate { $0.nfc.localizedStandardContains($0.nfd) }
    all["nfc !=[c] nfd"] = #Predicate { $0.nfc.caseInsensitiveCompare($0.nfd) != .orderedSame }
    all["nfd <[c] nfc"] = #Predicate { $0.nfd.caseInsensitiveCompare($0.nfc) == .orderedAscending }
    all["lower != upper"] = #Predicate { $0.lower != $0.upper }
    all["lower !=[c] upper"] = #Predicate { $0.lower.caseInsensitiveCompare($0.upper) != .orderedSame }
    all["upper CONTAINS \"bc\""] = #Predicate { $0.upper.contains("bc") }
    all["upper CONTAINS[cd] \"bc\""] = #Predicate { $0.upper.localizedStandardContains("bc") }
    all["upper BEGINSWITH \"ab\""] = #Predicate { $0.upper.starts(with: "ab") }
    all["upper IN {\"abc\"}"] = #Predicate { ["abc"].contains($0.upper) }
    all["upper MATCHES \"a.*\""] = #Predicate { $0.upper.contains(#/^a.*$/#) }
    all["lower >=[c] upper"] = #Predicate { $0.lower.caseInsensitiveCompare($0.upper) != .orderedAscending }
    all["nfc == plain"] = #Predicate { $0.nfc == "e" }
    all["nfc CONTAINS plain"] = #Predicate { $0.nfc.contains("e") }
    all["plain < nfc"] = #Predicate { "e" < $0.nfc && composed == $0.nfc }
    all["nfc MATCHES[c] \"E\""] = #Predicate { $0.nfc.contains(#/(?i)^E$/#) }
    return all
  }
}
