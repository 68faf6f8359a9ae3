import SourceModel
import Testing
import causeway_source

/// What a scan cannot decide is said with its place and what to do.
@Suite struct ManagedProblemTests {
  private static func problems(_ text: String) -> [String] {
    let units = SourceParsing.units([SourceText(name: "Loan.swift", text: text)], module: "App")
    let reader = ManagedReader(units, module: "App", discriminator: SourceParsing.discriminator)
    let file = AccessorFile(reader, module: "App")
    return (reader.problems + file.problems).map(\.description)
  }

  private static let cases: [(source: String, words: [String])] = [
    ("class Loan: NSManagedObject {\n  @NSManaged var a: Elsewhere?\n}", ["Loan.swift:2:18: error", "a", "Elsewhere"]),
    ("class Loan: NSManagedObject { @NSManaged var a: (Int, Int) }", ["tuple"]),
    ("class Loan: NSManagedObject { @NSManaged var a: () -> Void }", ["() -> Void"]),
    ("class Loan<T>: NSManagedObject { @NSManaged var a: Int }", ["generic"]),
    ("private class Loan: NSManagedObject { @NSManaged var a: Int }", ["private", "internal"]),
    ("class Loan: NSManagedObject { @NSManaged func work() }", ["work", "body"]),
    ("class Loan: NSManagedObject { @NSManaged func addToX(_ a: Int) throws }", ["throws"]),
    ("struct Loan { @NSManaged var a: Int }", ["no class"]),
    ("typealias A = B; typealias B = A; class Loan: NSManagedObject { @NSManaged var a: A }", ["round"]),
    (
      "#if X\nenum K {}\n#else\nstruct K {}\n#endif\nclass Loan: NSManagedObject { @NSManaged var a: K }",
      ["K", "several"]
    ),
    ("struct Box<T> {}; class Loan: NSManagedObject { @NSManaged var a: Box<Int> }", ["Box", "generic"]),
    ("class Loan: NSManagedObject { @NSManaged var a: NSSecureCoding & NSCoding }", ["composition"]),
    ("@NSManaged var a: Int", ["outside a class"]),
  ]

  @Test(arguments: cases.indices) func saysWhatAndWhere(index: Int) {
    let (source, words) = Self.cases[index]
    let problems = Self.problems(source)
    #expect(problems.count == 1, "\(problems)")
    for word in words { #expect(problems.first?.contains(word) == true, "\(problems) lacks \(word)") }
  }

  @Test func leavesApplesConditionsAlone() {
    let text = """
      class Loan: NSManagedObject {
        #if canImport(UIKit)
        @NSManaged var color: UIColor?
        #elseif os(Linux)
        @NSManaged var color: String?
        #endif
        #if DEBUG
        @NSManaged var trace: Int
        #endif
      }
      """
    #expect(Self.problems(text).isEmpty)
    let units = SourceParsing.units([SourceText(name: "Loan.swift", text: text)], module: "App")
    let reader = ManagedReader(units, module: "App", discriminator: SourceParsing.discriminator)
    #expect(reader.members.map(\.name) == ["color", "trace"])
    #expect(AccessorFile(reader, module: "App").text.contains("#if (DEBUG)\nextension Loan {"))
  }

  @Test func refusesOtherCompilers() {
    let text = AccessorFile(ManagedReader([], module: "App") { _ in "" }, module: "App").text
    #expect(text.contains("#error(") && text.contains("CAUSEWAY_ANY_COMPILER"))
  }
}
