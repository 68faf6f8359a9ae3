import Foundation
import TestKit
import Testing

/// What a store and the objects in memory answer changes with neither the language nor the time zone around a program.
@Suite struct SurroundingsTests {
  private static let program = #"""
    import SwiftData

    @Model final class Word {
      var text: String
      var at: Date
      var rank: Int

      init(_ text: String, _ rank: Int) {
        self.text = text
        self.rank = rank
        at = Date(timeIntervalSinceReferenceDate: Double(rank) * 43_200)
      }
    }

    let texts = [
      "Zebra", "äpfel", "Apfel", "apfel", "ähre", "İstanbul", "istanbul", "ISTANBUL", "ıllinois", "i", "I", "öl", "Öl",
      "o", "z10", "z9", "straße", "STRASSE", "e\u{301}", "é", "E", "ñ", "n", "llama", "lz", "Ch", "cz", "Å", "aa",
    ]
    let context = ModelContext(
      try ModelContainer(for: Word.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    for (rank, text) in texts.enumerated() { context.insert(Word(text, rank)) }

    func report(_ context: ModelContext) throws -> [String] {
      var lines: [String] = []
      func order(_ name: String, _ sorts: SortDescriptor<Word>...) throws {
        lines.append("\(name): " + (try context.fetch(FetchDescriptor(sortBy: sorts))).map(\.text).joined(separator: " "))
      }
      func ask(_ name: String, _ predicate: Predicate<Word>) throws {
        let found = try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.rank)]))
        lines.append("\(name): " + found.map(\.text).joined(separator: " "))
      }
      try order("bytes", SortDescriptor(\.text, comparator: .lexical))
      try order("standard", SortDescriptor(\.text, comparator: .localizedStandard))
      try order("reversed", SortDescriptor(\.text, comparator: .localizedStandard, order: .reverse))
      try order("dates", SortDescriptor(\.at, order: .reverse))
      let day = Date(timeIntervalSinceReferenceDate: 86_400 * 5)
      try ask("before", #Predicate { $0.at < day })
      try ask("same day", #Predicate { $0.at == day })
      try ask("i", #Predicate { $0.text.localizedStandardContains("i") })
      try ask("O", #Predicate { $0.text.localizedStandardContains("O") })
      try ask("ISTANBUL", #Predicate { $0.text.caseInsensitiveCompare("ISTANBUL") == .orderedSame })
      try ask("less", #Predicate { $0.text < "i" })
      try ask("prefix", #Predicate { $0.text.starts(with: "I") })
      try ask("pattern", #Predicate { $0.text.contains(#/(?i)^i/#) })
      return lines
    }

    let inMemory = try report(context)
    try context.save()
    let inStore = try report(context)
    print(inMemory == inStore ? "memory and store agree" : "memory: \(inMemory)")
    for line in inStore { print(line) }
    print("Locale.current: \(Locale.current.identifier)")
    let formats = [
      "text ==[c] 'istanbul'", "text CONTAINS[cd] 'i'", "text LIKE[c] 'I*'", "text MATCHES[c] 'i.*'",
      "text <[l] 'o'", "text >=[l] 'z'", "text ==[cl] 'i'", "text CONTAINS[l] 'i'", "text BEGINSWITH[cdl] 'o'",
      "uppercase(text) == 'I'", "lowercase(text) BEGINSWITH 'i'", "canonical(text) == 'ol'", "text <[c] 'I'",
      "at < CAST('2001-01-03T00:00:00Z', 'NSDate')", "at == CAST(86400, 'NSDate')",
    ]
    for format in formats {
      let predicate = NSPredicate(format: format)
      let found = texts.enumerated().filter { rank, text in
        predicate.evaluate(with: ["text": text, "at": Date(timeIntervalSinceReferenceDate: Double(rank) * 43_200)])
      }
      print("\(format): " + found.map(\.element).joined(separator: " "))
    }

    """#

  @Test func languageAndTimeZoneChangeNothing() throws {
    let folder = try TemporaryFolder()
    let built = try BuiltPackage()
    let house = try built.makeLibrary(folder.file("libHouse.so"))
    let (source, program) = (folder.file("main.swift"), folder.file("words"))
    try Data(Self.program.utf8).write(to: source)
    let compiled = try SwiftCompiler.build(
      [source], into: program, module: "words",
      arguments: built.importArguments + house)
    try #require(compiled.isFine, "\(compiled.output)")
    // nil is a variable that is not there.
    let surroundings: [(language: String?, zone: String?)] = [
      (nil, nil), ("C", "UTC"), ("POSIX", "UTC"), ("de_DE.UTF-8", "UTC"), ("tr_TR.UTF-8", "UTC"),
      ("sv_SE.UTF-8", "UTC"), ("da_DK.UTF-8", "UTC"),
      ("cs_CZ.UTF-8", "UTC"), ("", "UTC"), ("C", "Asia/Kolkata"), ("tr_TR.UTF-8", "America/St_Johns"),
      ("de_DE.UTF-8", "Pacific/Kiritimati"), ("C", ""),
    ]
    var answers: [String] = []
    for (language, zone) in surroundings {
      let variables = ["LANG": language, "LC_ALL": language, "LANGUAGE": language, "TZ": zone]
      let removed = variables.filter { $0.value == nil }.keys.flatMap { ["-u", $0] }
      let outcome = try Subprocess(removed + [program.path], environment: variables.compactMapValues(\.self)).run()
      #expect(
        outcome.isFine && outcome.output == answers.first ?? outcome.output, "LANG=\(language ?? "-") TZ=\(zone ?? "-")"
      )
      answers.append(outcome.output)
    }
    let first = try #require(answers.first)
    #expect(first.hasPrefix("memory and store agree\n"), "\(first)")
    // It has found something, so that it says something.
    #expect(first.contains("\ni: İstanbul istanbul ISTANBUL"), "\(first)")
    #expect(first.contains("\ntext ==[c] 'istanbul': istanbul ISTANBUL\n"), "\(first)")
    // As Documentation/QuerySemantics.md has it: English everywhere, in which ö is an o and i and I are one letter.
    #expect(
      first.contains("\ntext ==[cl] 'i': i I\n") && first.contains("\ntext BEGINSWITH[cdl] 'o': öl Öl o\n"), "\(first)")
    #expect(first.contains("\nLocale.current: en_001\n"), "\(first)")
    print("answers alike in \(answers.filter { $0 == first }.count) of \(surroundings.count) surroundings")
  }
}
