import SourceModel
import SwiftParser
import Testing

@Suite struct ModelReadingTests {
  private func read(_ text: String) -> SourceFileReader { SourceFileReader(Parser.parse(source: text)) }

  @Test func entity() throws {
    let reader = read(
      """
      extension Library {
        @Model public final class Book: Named {
          #Unique<Book>([\\.title, \\.pages], [\\.isbn])
          #Index<Book>(.binary([\\.title]), .rtree([\\.place.x]))
          @Attribute(.unique, .transformable(by: Coder.self), originalName: "name", hashModifier: "2") private var title: String
          var pages = 12
          var note: Optional<String> = nil
          @Relationship(.unique, deleteRule: .cascade, maximumModelCount: 3, inverse: \\Loan.book) var loans: [Loan]? = []
          @Transient var open = false
          var short: String { title }
          lazy var slow = 1
          static var all = 1
          var seen: Date = Date.now
          init() {}
        }
      }
      """)
    #expect(reader.problems.isEmpty)
    let book = try #require(reader.entities.first)
    #expect(book.qualifiedName == "Library.Book")
    #expect(book.accessLevel == .public && book.isFinal && book.hasInitializer && book.inheritedTypes == ["Named"])
    #expect(book.uniquenessConstraints == [["title", "pages"], ["isbn"]])
    #expect(
      book.indexes == [
        SourceIndex(propertyNames: ["title"]), SourceIndex(kind: .rtree, propertyNames: ["place.x"]),
      ])
    #expect(book.properties.map(\.name) == ["title", "pages", "note", "loans", "seen"])
    #expect(book.properties.map(\.typeText) == ["String", "Int", "String", "[Loan]", "Date"])
    #expect(book.properties.map(\.isOptional) == [false, false, true, true, false])
    #expect(book.unpersistedProperties.map(\.reason) == [.transient, .computed, .lazy])
    let title = try #require(book.properties.first)
    #expect(title.isTransformable && title.accessLevel == .private)
    #expect(
      title.attribute?.options == [
        .init(name: "unique"), .init(name: "transformable", argument: "Coder", isArgumentType: true),
      ])
    #expect(title.attribute?.originalName == "name" && title.attribute?.hashModifier == "2")
    let loans = try #require(book.properties[3].relationship)
    #expect(loans.deleteRule == "cascade" && loans.options == ["unique"] && loans.maximumModelCount == 3)
    #expect(loans.inverseTypeName == "Loan" && loans.inverseName == "book")
  }

  /// The argument of `a`, by the class's initialisers; `nil` where none says it for sure.
  @Test(
    arguments: [
      ("init(a: Int = 1) { self.a = a }", "1 Int"),
      ("init(a: Int = -1) { a = a }", "-1 Int"),
      ("init(_ start: Int = 1) { self.a = start }", "1 Int"),
      ("init(from start: Int = .zero) { print(start); self.a = start }", ".zero Int"),
      ("init(`default`: Int = Int(\"1\")) { self.a = `default` }", "Int(\"1\") Int"),
      ("init(a: [String: Int] = [\"x\": 1]) { self.a = a }", "[\"x\": 1] [String: Int]"),
      ("init(a: Kind = Kind.common) { self.a = a }", "Kind.common Kind"),
      ("init(a: Money = Money(amount: 1, .euro)) { self.a = a }", "Money(amount: 1, .euro) Money"),
      ("init(a: Date = Date.now.start()) { self.a = a }", "Date.now.start() Date"),
      ("init(a: Int = 1) { self.a = a }\n init(b: Int) { self.a = b }", "1 Int"),
      ("init(a: Int = 1) { self.a = a }\n convenience init(a: Int = 1, b: Int) { self.a = a }", "1 Int"),
      ("@inline(never) init(a: Int = 1) { self.a = a }", "1 Int"),
      // Two that differ, no default, another value, a variable in between, a closure, a value that needs more.
      ("init(a: Int = 1) { self.a = a }\n init(b: Int = 2) { self.a = b }", nil),
      ("init(a: Int) { self.a = a }", nil),
      ("init(a: Int = 1) { self.a = a + 1 }", nil),
      ("init(a: Int? = nil) { self.a = a ?? 1 }", nil),
      ("init(a: Int = 1) { let a = a + 1; self.a = a }", nil),
      ("init(a: Int = 1) { other.a = a }", nil),
      ("init(a: Int = { 1 }()) { self.a = a }", nil),
      ("init(a: Int = first()) { self.a = a }", nil),
      ("init(a: String = \"\\(name)\") { self.a = a }", nil),
      ("init(a: Int = #line) { self.a = a }", nil),
      ("init(a: some P = One()) { self.a = a }", nil),
      ("init<P>(a: Int = 1, p: P) { self.a = a }", nil),
      ("@MainActor init(a: Int = 1) { self.a = a }", nil),
    ] as [(String, String?)])
  func initializerDefaults(_ initializers: String, _ expected: String?) throws {
    let reader = read("@Model class A {\n var a: Int\n \(initializers)\n}")
    let property = try #require(reader.entities.first?.properties.first)
    #expect(property.initializerDefault.map { "\($0.text) \($0.typeText)" } == expected)
  }

  @Test(
    arguments: [
      ("@Model struct A {}", .notAClass),
      ("@Model actor A {}", .notAClass),
      ("@Model class A { var a: Int }", .noInitializer),
      ("@Model class A { let a: Int = 1 }", .constant),
      ("@Model class A { var a; init() {} }", .noType),
      ("@Model class A { var a: NSSet?; init() {} }", .unsupportedType),
      ("@Model class A { var a: NSOrderedSet; init() {} }", .unsupportedType),
      ("@Model class A { var description: String = \"\" }", .reservedName),
      ("@Model class A { @Transient var a: Int; init() {} }", .transientWithoutDefault),
      ("@Model class A { var a = 1, b = 2 }", .severalBindings),
      ("@Model class A { var (a, b) = (1, 2) }", .pattern),
      ("@Model class A { @Attribute @Relationship var a: B? }", .attributeAndRelationship),
      ("@Model class A { #Unique<A>([\\.a])\n#Unique<A>([\\.a])\nvar a = 1 }", .severalUnique),
      ("@Model class A { #Index<A>([\\.a])\n#Index<A>([\\.a])\nvar a = 1 }", .severalIndex),
      ("@Model class A { #Unique<A>(list)\nvar a = 1 }", .keyPath),
      ("@Model class A<T> { var a = 1 }", .genericClass),
      ("@Model class A { var a = 1\n#if DEBUG\nvar b = 2\n#endif\n}", .conditional),
      ("@Model class A { var a = 1\n#if DEBUG\n#if X\n#else\nvar b = 2\n#endif\n#endif\n}", .conditional),
      ("@Model class A { var a = 1\n#if DEBUG\n#Index<A>([\\.a])\n#endif\n}", .conditional),
    ] as [(String, SourceProblem.Kind)])
  func problem(_ text: String, _ kind: SourceProblem.Kind) {
    #expect(read(text).problems.map(\.kind) == [kind])
  }

  @Test func conditionsMayHoldWhatIsNotStored() throws {
    let reader = read(
      """
      @Model class A {
        var a: Int
        #if DEBUG
        var text: String { "\\(a)" }
        static var all = 1
        func show() {}
        init(a: Int) { self.a = a }
        #else
        init(a: Int) { self.a = a }
        #endif
      }
      """)
    #expect(reader.problems.isEmpty)
    #expect(reader.entities.first?.properties.map(\.name) == ["a"])
  }
}
