import SwiftData

extension SemanticSample {
  /// The rows that Swift says in more words than a format: through `flatMap`, `filter` or an order of texts.
  static var more: [String: Predicate<SemanticSample>] {
    let (noNumber, largest) = (Double.nan, Double(Int.max))
    var all: [String: Predicate<SemanticSample>] = [:]
    all["number < 1"] = #Predicate { $0.nothing.flatMap { $0 < 1 } ?? false }
    all["NOT number < 1"] = #Predicate { !($0.nothing.flatMap { $0 < 1 } ?? false) }
    all["number BETWEEN {0, 1}"] = #Predicate { $0.nothing.flatMap { (0...1).contains($0) } ?? false }
    all["nothing !=[c] \"x\""] = #Predicate { $0.noText?.caseInsensitiveCompare("x") != .orderedSame }
    all["nothing MATCHES \".*\""] = #Predicate { $0.noText?.contains(#/^.*$/#) ?? false }
    all["one + number == nil"] = #Predicate { s in s.nothing.flatMap { s.one + $0 } == nil }
    all["nan < 1"] = #Predicate { $0.nan.flatMap { $0 < 1 } ?? false }
    all["nan > 1"] = #Predicate { $0.nan.flatMap { $0 > 1 } ?? false }
    all["nan <= 1"] = #Predicate { $0.nan.flatMap { $0 <= 1 } ?? false }
    all["nan >= nan"] = #Predicate { s in s.nan.flatMap { n in s.nan.flatMap { n >= $0 } ?? false } ?? false }
    all["NOT nan <= 1"] = #Predicate { !($0.nan.flatMap { $0 <= 1 } ?? false) }
    all["nan IN {1, 2}"] = #Predicate { [1.0, 2.0].contains($0.nan) }
    all["nan IN {1, nil}"] = #Predicate { [1.0, nil].contains($0.nan) }
    all["nan BETWEEN {0, 1}"] = #Predicate { $0.nan.flatMap { (0.0...1.0).contains($0) } ?? false }
    all["nan + 1 == nil"] = #Predicate { $0.nan.flatMap { $0 + 1 } == nil }
    all["nan + 1 > 0"] = #Predicate { $0.nan.flatMap { $0 + 1 > 0 } ?? false }
    all["infinite - infinite > 0"] = #Predicate { $0.infinite - $0.infinite > 0 }
    all["infinite + 1 == infinite"] = #Predicate { $0.infinite + 1 == $0.infinite }
    all["one == CAST(\"nan\", \"NSNumber\")"] = #Predicate { $0.real == noNumber }
    all["one != CAST(\"nan\", \"NSNumber\")"] = #Predicate { $0.real != noNumber }
    all["infinite > max"] = #Predicate { $0.infinite > largest }
    all["0.0 == -0.0"] = #Predicate { $0.real - 1 == -0.0 }
    all["few.@count == 2"] = #Predicate { $0.few.count == 2 }
    all["few[SIZE] == 2 AND noneOf[SIZE] == 0"] = #Predicate { $0.few.count == 2 && $0.noneOf.count == 0 }
    all["missing.few[SIZE] == nil"] = #Predicate { $0.missing?.few.count == nil }
    all["SUBQUERY(few, $x, $x.number == 1).@count == 1"] = #Predicate { $0.few.filter { $0.number == 1 }.count == 1 }
    all["SUBQUERY(few, $x, $x.number == nil).@count < 2"] = #Predicate { $0.few.filter { $0.number == nil }.count < 2 }
    all["1 IN few.number"] = #Predicate { $0.few.contains { $0.number == 1 } }
    all["few.number CONTAINS 2"] = #Predicate { $0.few.contains { $0.number == 2 } }
    all["1 IN SUBQUERY(few, $x, $x.number != nil).number"] = #Predicate {
      $0.few.filter { $0.number != nil }.contains { $0.number == 1 }
    }
    all["SUBQUERY(missing.few, $x, TRUEPREDICATE).@count == 0"] = #Predicate {
      $0.missing?.few.filter { $0.number != 5 }.count == 0
    }
    all["7.0 / 2 == 3.5"] = #Predicate { $0.real * 7 / 2 == 3.5 }
    all["zero != 0 AND one / zero > 0"] = #Predicate { $0.zero != 0 && $0.one / $0.zero > 0 }
    all["nfc != nfd"] = #Predicate { $0.nfc != $0.nfd }
    all["nfd < nfc"] = #Predicate { $0.nfd < $0.nfc }
    all["nfc BEGINSWITH nfd"] = #Predicate { $0.nfc.starts(with: $0.nfd) }
    all["nfd BEGINSWITH plain"] = #Predicate { $0.nfd.starts(with: "e") }
    all["nfd MATCHES \"e.\""] = #Predicate { $0.nfd.contains(#/^e.$/#) }
    all["nfc MATCHES \"e.\""] = #Predicate { $0.nfc.contains(#/^e.$/#) }
    all["nfc ==[l] nfd"] = #Predicate { $0.nfc.localizedCompare($0.nfd) == .orderedSame }
    all["nfc ==[c] plain"] = #Predicate { $0.nfc.caseInsensitiveCompare("e") == .orderedSame }
    all["upper <[c] lower"] = #Predicate { $0.upper.caseInsensitiveCompare($0.lower) == .orderedAscending }
    all["lower <[c] \"ABD\""] = #Predicate { $0.lower.caseInsensitiveCompare("ABD") == .orderedAscending }
    all["nothing <[c] \"x\""] = #Predicate { $0.noText?.caseInsensitiveCompare("x") == .orderedAscending }
    all["lower MATCHES \"[a-c]+\""] = #Predicate { $0.lower.contains(#/^[a-c]+$/#) }
    all["lower MATCHES \"a\""] = #Predicate { $0.lower.contains(#/^a$/#) }
    all["upper MATCHES[c] \"a.*\""] = #Predicate { $0.upper.contains(#/(?i)^a.*$/#) }
    all["length(street) == 6"] = #Predicate { $0.street.count == 6 }
    all["FUNCTION(lower, \"length\") == 3"] = #Predicate { $0.lower.count == 3 }
    all["{1, 2} CONTAINS one"] = #Predicate { [1, 2].contains($0.one) }
    all["TERNARY(one == 1, lower, upper) == \"abc\""] = #Predicate { ($0.one == 1 ? $0.lower : $0.upper) == "abc" }
    return all
  }
}
