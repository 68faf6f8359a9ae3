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
