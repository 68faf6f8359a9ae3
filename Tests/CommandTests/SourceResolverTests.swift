import ModelDescription
import ModelFiles
import Testing
import causeway_source

@Suite struct SourceResolverTests {
  private static let book = """
    import SwiftData
    @Model final class Book {
      #Unique<Book>([\\.isbn])
      #Index<Book>([\\.title, \\.isbn])
      @Attribute(originalName: "name") var title: String
      var isbn: String
      var pages: Int16? = 0
      var price: Foundation.Decimal
      @Attribute(.externalStorage) var cover: Data?
      var keywords: [String] = []
      var format: Format
      var publisher: Address?
      var when: Moment
      var mystery: Elsewhere
      var guess = make()
      @Relationship(deleteRule: .cascade, inverse: \\Loan.book) var loans: [Loan]? = []
      @Transient var cache: Int = 0
    }
    """
  private static let rest = """
    enum Format: String, Codable { case paper, audio }
    struct Address: Codable { var street: String; var tags: [String] }
    typealias Moment = Date
    @Model class Loan {
      var dueAt: Date
      var book: Book
      init(dueAt: Date, book: Book) { self.dueAt = dueAt; self.book = book }
    }
    """

  private static func resolver(_ texts: [String]) -> SourceResolver {
    SourceResolver(sources: texts.enumerated().map { SourceText(name: "File\($0).swift", text: $1) })
  }

  @Test func resolvesOverAllFiles() throws {
    let resolver = Self.resolver([Self.book, Self.rest])
    let book = try #require(resolver.model.entity(named: "Book"))
    let attributes = Dictionary(uniqueKeysWithValues: book.attributes.map { ($0.name, $0) })
    #expect(
      book.attributes.map(\.name) == [
        "title", "isbn", "pages", "price", "cover", "keywords", "format", "publisher", "when",
      ])
    #expect(attributes["title"]?.renamingIdentifier == "name")
    #expect(attributes["pages"]?.type == .integer16)
    #expect(attributes["pages"]?.isOptional == true)
    #expect(attributes["price"]?.type == .decimal)
    #expect(attributes["cover"]?.allowsExternalStorage == true)
    #expect(attributes["keywords"]?.valueClassName == "Array<String>")
    #expect(attributes["format"]?.elements.map(\.name) == ["format"])
    #expect(attributes["publisher"]?.elements.map(\.type) == [.string, .binary])
    #expect(attributes["when"]?.type == .date)
    #expect(book.uniquenessConstraints == [["isbn"]])
    #expect(book.indexes.map(\.name) == ["SwiftDataIndexOnBinarytitleisbn"])
    let loans = try #require(book.relationships.first)
    #expect(loans.isToMany && loans.isOptional && loans.deleteRule == .cascade && loans.inverseName == "book")
    #expect(resolver.model.entity(named: "Loan")?.relationships.first?.inverseName == "loans")
    _ = try ResolvedModel(resolver.model)
  }

  @Test func reportsWhatItCannotResolve() {
    let findings = Self.resolver([Self.book, Self.rest]).findings.filter { $0.kind == .unresolved }
    #expect(findings.map(\.property) == ["mystery", "guess"])
  }

  @Test func leavesOutClassesDeclaredTwice() {
    let resolver = Self.resolver([
      "enum V1 { @Model class A { var x: Int = 0\\n init() {} } }",
      "enum V2 { @Model class A { var y: Int = 0\\n init() {} } }",
    ])
    #expect(resolver.model.entities.isEmpty)
    #expect(resolver.findings.map(\.entity) == ["A"])
  }

  @Test func aTopLevelAliasPicksOneOfSeveralVersions() {
    let resolver = Self.resolver([
      "enum V1 { @Model class A { var x: Int = 0\n init() {} } }",
      "enum V2 { @Model class A { var y: Int = 0\n init() {} } }", "typealias A = V2.A",
    ])
    #expect(resolver.model.entities.map { $0.attributes.map(\.name) } == [["y"]])
    #expect(resolver.findings.isEmpty)
  }

  @Test(arguments: [
    ("Set<String>", "Set<String>"), ("[String: Int]", "Dictionary<String, Int>"),
    ("Dictionary<String, [Double]>", "Dictionary<String, [Double]>"), ("[Point]", "Array<Point>"),
    ("[[Int]]", "Array<[Int]>"),
  ])
  func collectionsOfValuesAreArchives(_ text: String, _ className: String) {
    let resolver = Self.resolver([
      "struct Point: Codable { var x: Double }", "@Model class A { var list: \(text) = make()\n init() {} }",
    ])
    let list = resolver.model.entities.first?.attributes.first
    #expect(list?.type == .transformable)
    #expect(list?.valueClassName == className)
    #expect(resolver.findings.isEmpty)
  }

  @Test func aRelationshipToAClassOfSeveralVersionsIsNotResolved() throws {
    let resolver = Self.resolver([
      "enum V1 { @Model class A { init() {} } }", "enum V2 { @Model class A { init() {} } }",
      "@Model class B { var a: A?\n var n: Int = 0\n init() {} }",
    ])
    #expect(resolver.findings.map { [$0.entity, $0.property] } == [["A", nil], ["B", "a"]])
    #expect(resolver.model.entities.map(\.name) == ["B"])
    _ = try ResolvedModel(resolver.model)
  }

  @Test func whatCannotBeAModelHasItsPlace() {
    let resolver = Self.resolver(["struct B {}\n\n@Model class A {\n  let x: Int\n  init() { x = 1 }\n}"])
    #expect(resolver.findings.map(\.kind) == [.invalid])
    #expect(resolver.findings.map(\.place) == ["File0.swift:4"])
  }

  @Test func whatStandsInsideAConditionIsNotResolved() {
    let resolver = Self.resolver([
      "@Model class A {\n var a = 1\n #if DEBUG\n var b = 1\n #else\n var b = 2.0\n #Unique<A>([\\.a])\n #endif\n}"
    ])
    #expect(resolver.findings.map(\.kind) == [.unresolved, .unresolved])
    #expect(resolver.findings.map(\.property) == ["b", nil])
    #expect(resolver.findings.allSatisfy { $0.entity == "A" && $0.message.contains("inside '#if'") })
    #expect(resolver.model.entities.first?.attributes.map(\.name) == ["a"])
  }

  @Test func indexesHaveTheNamesOfSwiftData() {
    let resolver = Self.resolver([
      "@Model class A {\n #Index<A>(.binary([\\.a]), .rtree([\\.a, \\.b]))\n var a = 1.0\n var b = 1.0\n}"
    ])
    #expect(
      resolver.model.entities.first?.indexes.map(\.name) == ["SwiftDataIndexOnBinarya", "SwiftDataIndexOnRTreeab"])
  }

  @Test func infersOnlyTheOnlyInverse() {
    let resolver = Self.resolver([
      "@Model class A { var b: B?\\n var x: C?\\n init() {} }", "@Model class B { var a: A?\\n init() {} }",
      "@Model class C { var p: A?\\n var q: A?\\n init() {} }",
    ])
    #expect(resolver.model.entity(named: "A")?.relationships.map(\.inverseName) == ["a", nil])
    #expect(resolver.findings.map(\.entity) == ["A", "C", "C"])
  }
}
