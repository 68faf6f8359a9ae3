import Foundation
import FoundationAdditions
import QueryModel
import Testing

/// A class as users write it: no conformance, no key-value coding.
private class Person: NSObject {
  let name: String
  let age: Int
  let nickname: String?
  var friends: [Person] = []

  init(_ name: String, _ age: Int, nickname: String? = nil) {
    (self.name, self.age, self.nickname) = (name, age, nickname)
  }
}

private final class Employee: Person {
  let salary = 12.5
}

private struct NoKey: Error {}

/// An object whose properties are computed.
private struct Computed: KeyedValues {
  func value(forKey key: String) throws -> Any? {
    if key == "double" { return 42 }
    throw NoKey()
  }
}

/// Foundation's own property, which it deprecates, asked without a warning.
private protocol Printing {
  var predicateFormat: String { get }
}

extension NSPredicate: Printing {}

@Suite struct PredicateTests {
  private let people = [Person("Ann", 30, nickname: "A"), Person("bob", 40), Employee("Émile", 20)]

  private func names(_ predicate: NSPredicate) -> [String] {
    people.filter { predicate.evaluate(with: $0) }.map(\.name)
  }

  @Test func formatsAreRead() {
    #expect(names(NSPredicate(format: "age > 25")) == ["Ann", "bob"])
    #expect(names(NSPredicate(format: "name == %@ OR age < %d", "bob", 25)) == ["bob", "Émile"])
    #expect(names(NSPredicate(format: "%K BEGINSWITH[cd] %@", "name", "e")) == ["Émile"])
    #expect(names(NSPredicate(format: "nickname == nil")) == ["bob", "Émile"])
    #expect(names(NSPredicate(format: "nickname == %@", nil as String?)) == ["bob", "Émile"])
    #expect(names(NSPredicate(format: "age IN %@", [20, 30])) == ["Ann", "Émile"])
    #expect(names(NSPredicate(format: "age == %@", argumentArray: [40])) == ["bob"])
    #expect(names(NSPredicate(format: "age == 40", argumentArray: nil)) == ["bob"])
    #expect(names(NSPredicate(format: "TRUEPREDICATE")).count == 3)
    #expect(NSPredicate(format: "SELF > 3").evaluate(with: 4))
    #expect(NSPredicate(format: "a.b == 1").evaluate(with: ["a": ["b": 1]]))
    #expect(NSPredicate(format: "a.b == nil").evaluate(with: [String: Any]()))
    #expect(NSPredicate(format: "double == 42").evaluate(with: Computed()))
    let date = Date(timeIntervalSinceReferenceDate: 5)
    #expect(NSPredicate(format: "SELF == %@", date as NSDate).evaluate(with: date))
  }

  /// A variable argument list of C, as Objective-C's callers give it.
  @Test func argumentListsOfCAreRead() {
    withVaList([30, 2.5, Int32(7)]) { list in
      let predicate = NSPredicate(format: "age == %ld AND rate == %f AND small == %d", arguments: list)
      #expect(predicate.formatText == "age == 30 AND rate == 2.5 AND small == 7")
    }
    let text = NSString(string: "bob")
    withVaList([text]) { list in
      #expect(NSPredicate(format: "name == %@", arguments: list).formatText == "name == \"bob\"")
    }
  }

  /// What Apple's parser makes: code that asks for the class finds it.
  @Test func partsHaveTheirClasses() {
    let compound = NSPredicate(format: "a == 1 AND NOT b IN {1, 2}") as? NSCompoundPredicate
    #expect(compound?.compoundPredicateType == .and)
    #expect(compound?.subpredicates.count == 2)
    #expect(compound?.subpredicates.first?.formatText == "a == 1")
    #expect((compound?.subpredicates.last as? NSCompoundPredicate)?.compoundPredicateType == .not)
    #expect(NSPredicate(format: "TRUEPREDICATE") == NSPredicate(value: true))
  }

  @Test func printsComparesAndCopies() throws {
    let predicate = NSPredicate(format: "age > %d AND (name == 'x' OR flag == YES)", 5)
    #expect(predicate.formatText == "age > 5 AND (name == \"x\" OR flag == 1)")
    #expect(predicate.description == predicate.formatText)
    #expect(predicate == NSPredicate(format: predicate.formatText))
    #expect(predicate.hash == NSPredicate(format: predicate.formatText).hash)
    #expect(predicate != NSPredicate(format: "age > 6"))
    #expect(predicate.copy() as? NSPredicate == predicate)
    let made = NSCompoundPredicate(
      andPredicateWithSubpredicates: [
        NSPredicate(format: "a == 1"), NSCompoundPredicate(notPredicateWithSubpredicate: NSPredicate(value: true)),
      ])
    #expect(made.formatText == "a == 1 AND (NOT TRUEPREDICATE)")
    #expect(NSPredicate(format: "a == 1 AND NOT TRUEPREDICATE") == made)
    #expect(NSPredicate(value: false).formatText == "FALSEPREDICATE")
    #expect(NSPredicate(block: { _, _ in true }).formatText == "BLOCKPREDICATE")
  }

  /// `predicateFormat` itself: what a format makes prints as `formatText` does, and reads back equal.
  @Test(arguments: [
    "TRUEPREDICATE", "FALSEPREDICATE", "a == 1", "a ==[cd] \"x\"", "NOT a == 1", "a == 1 AND b == 2",
    "a == 1 OR (b == 2 AND c == 3)", "NOT (a == 1 OR b BETWEEN {1, 2})", "ANY a.b == 3",
    "SUBQUERY(a, $x, $x.b == 1 AND $x.c == 2).@count > 0", "(a == 1 AND b == 2) OR (NOT c IN {1, nil})",
    "a LIKE \"x*\" AND NOT TRUEPREDICATE", "a == $V OR b == %@",
  ]) func foundationsPropertyPrintsFormats(_ format: String) throws {
    func text(_ predicate: any Printing) -> String { predicate.predicateFormat }
    let arguments = format.contains("%@") ? ["y"] : []
    let predicate = NSPredicate(format: format, argumentArray: arguments)
    #expect(text(predicate) == predicate.formatText)
    let again = try NSPredicate.parse(text(predicate))
    #expect(again == predicate && text(again) == text(predicate))
    let parts = (predicate as? NSCompoundPredicate)?.subpredicates ?? []
    for part in parts { #expect(try NSPredicate.parse(text(part)) == part) }
  }

  /// Compounds of Foundation's own initializers are instances of Foundation's own class, whose property cannot be
  /// replaced; `Documentation/Coverage.md` says so. `formatText` prints them, and they answer and compare as others.
  @Test func compoundsMadeInCodePrintByFormatText() throws {
    let (a, b) = (NSPredicate(format: "a == 1"), NSPredicate(format: "b == 2"))
    for (made, format) in [
      (NSCompoundPredicate(andPredicateWithSubpredicates: [a, b]), "a == 1 AND b == 2"),
      (NSCompoundPredicate(orPredicateWithSubpredicates: [a, b]), "a == 1 OR b == 2"),
      (NSCompoundPredicate(notPredicateWithSubpredicate: a), "NOT a == 1"),
      (NSCompoundPredicate(type: .and, subpredicates: [a, b]), "a == 1 AND b == 2"),
    ] {
      #expect(made.formatText == format)
      #expect(try NSPredicate.parse(made.formatText) == made)
      #expect(made.evaluate(with: ["a": 1, "b": 2]) == NSPredicate(format: format).evaluate(with: ["a": 1, "b": 2]))
      // Inside a format they print as they should.
      #expect(NSPredicate(format: "c == 3 AND %@", made).description == "c == 3 AND (\(format))")
    }
    #expect((NSCompoundPredicate(type: .and, subpredicates: [a]) as any Printing).predicateFormat == "FALSEPREDICATE")
  }

  @Test func compoundsOfEveryKindAnswer() {
    let block = NSPredicate(block: { object, _ in (object as? Person)?.age == 30 })
    let mixed = NSCompoundPredicate(orPredicateWithSubpredicates: [block, NSPredicate(format: "age == 40")])
    #expect(names(mixed) == ["Ann", "bob"])
    #expect(names(NSPredicate(format: "%@ AND name == 'Ann'", mixed)) == ["Ann"])
  }

  @Test func variables() throws {
    let template = NSPredicate(format: "age > $AGE AND name != $NAME")
    #expect(template.evaluate(with: people[1], substitutionVariables: ["AGE": 35, "NAME": "x"]))
    #expect(template.evaluate(with: people[1]) == false)
    let half = template.withSubstitutionVariables(["AGE": 35])
    #expect(half.formatText == "age > 35 AND name != $NAME")
    #expect(half.withSubstitutionVariables(["NAME": "x"]).evaluate(with: people[1]))
    let error = try #require(throws: PredicateFormatError.self) { try half.matches(people[1]) }
    #expect(error.code == .unboundVariable && error.text == "$NAME")
    #expect(NSPredicate(value: true).withSubstitutionVariables(["x": 1]) == NSPredicate(value: true))
    // Foundation's own compounds take values as well.
    let made = NSCompoundPredicate(andPredicateWithSubpredicates: [template])
    #expect(made.withSubstitutionVariables(["AGE": 1, "NAME": "y"]).evaluate(with: people[0]))
    // Closures are given the values too.
    let closure = NSPredicate(block: { _, variables in variables?["x"] as? Int == 3 })
    let compound = NSPredicate(format: "%@ AND 1 == 1", closure)
    #expect(compound.evaluate(with: nil, substitutionVariables: ["x": 3]))
  }

  @Test func errorsAreThrownWhereTheyCan() throws {
    let error = try #require(throws: PredicateFormatError.self) { try NSPredicate.parse("age ==") }
    #expect(error.code == .syntax && error.position == 6)
    #expect(error.localizedDescription == error.description)
    #expect(throws: PredicateFormatError.self) { try NSPredicate.parse("age == %@") }
    #expect(throws: PredicateFormatError.self) { try NSPredicate.parse("age == 1", arguments: [1]) }
    let fault = try #require(throws: PredicateFormatError.self) {
      try NSPredicate.parse("age / 0 == 1").matches(people[0])
    }
    #expect(fault.code == .arithmetic && fault.text == "age / 0")
    #expect(NSPredicate(format: "age / 0 == 1").evaluate(with: people[0]) == false)
    let unknown = try #require(throws: PredicateFormatError.self) {
      try NSPredicate(format: "size == 1").matches(people[0])
    }
    #expect(unknown.code == .unknownKey && unknown.description.contains("no stored property \"size\""), "\(unknown)")
    #expect(throws: NoKey.self) { try NSPredicate(format: "other == 1").matches(Computed()) }
    #expect(try NSPredicate.parse("salary == 12.5").matches(people[2]))
  }

  #if os(Linux)
    @Test func aMistakeInTheProgramStopsItWithTheReason() async throws {
      let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = NSPredicate(format: "age ==")
      }
      let text = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(text.contains("at character 6: expected a value, found the end"), "\(text)")
    }

    @Test func askingAnExpressionForAPartThatItLacksStopsTheProgramWithTheReason() async throws {
      let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = __Deprecated.Expression(format: "age + 1").keyPath
      }
      let text = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(text.contains("age + 1 has no ") && text.contains("ask its expressionType first"), "\(text)")
    }
  #endif

  @Test func filtersFoundationsCollections() {
    let array = NSArray(array: [1, 2, 3, 4])
    #expect(array.filtered(using: NSPredicate(format: "SELF %% 2 == 0")) as? [Int] == [2, 4])
    #expect(
      NSOrderedSet(array: ["a", "B"]).filtered(using: NSPredicate(format: "SELF ==[c] 'b'")).array as? [String] == ["B"]
    )
  }

  @Test func predicatesOfTheLanguageAreAsked() {
    let predicate = NSPredicate(#Predicate<NSString> { $0.length > 2 })
    #expect(predicate?.evaluate(with: NSString(string: "abc")) == true)
    #expect(predicate?.evaluate(with: NSString(string: "a")) == false)
    #expect(predicate?.evaluate(with: 5) == false)
  }

  /// Instances come from the runtime and not from an initializer: they live and die like others.
  @Test func manyCanBeMadeAndFreed() {
    for number in 0..<5_000 {
      let predicate = NSPredicate(format: "a == %d", number)
      #expect(predicate.evaluate(with: ["a": number]))
    }
  }
}
