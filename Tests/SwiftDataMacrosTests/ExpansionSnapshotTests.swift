import Foundation
import SwiftDataMacros
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import TestKit
import Testing

/// The whole text that each form of the macros makes, kept in `Snapshots`; `RECORD=1` writes it anew.
@Suite struct ExpansionSnapshotTests {
  struct Form: Sendable, CustomTestStringConvertible {
    let name: String
    let source: String
    var testDescription: String { name }
  }

  private static var macros: [String: any Macro.Type] {
    [
      "Model": PersistentModelMacro.self, "_PersistedProperty": PersistedPropertyMacro.self,
      "_TransformablePersistedProperty": TransformablePersistedPropertyMacro.self,
      "Attribute": AttributePropertyMacro.self, "Relationship": RelationshipPropertyMacro.self,
      "Transient": TransientPropertyMacro.self, "Unique": UniqueConstraintsMacro.self, "Index": IndexMacro.self,
      "Query": QueryMacro.self, "ModelActor": ModelActorMacro.self, "Predicate": PredicateMacro.self,
      "Expression": ExpressionMacro.self,
    ]
  }

  static let forms = [
    Form(name: "FinalClass", source: "@Model final class A {\n  var a: Int\n  init(a: Int) { self.a = a }\n}"),
    Form(name: "OpenClass", source: "@Model open class A {\n  public var a = 1\n  public init() {}\n}"),
    Form(name: "NoProperties", source: "@Model class A {\n  init() {}\n}"),
    Form(
      name: "Subclass",
      source: "@Model public class B: A {\n  var b: String?\n  public override init() { super.init() }\n}"),
    Form(
      name: "Attributes",
      source: """
        @Model final class A {
          @Attribute(.unique, originalName: "x", hashModifier: "2") var a: String
          @Attribute(.externalStorage, .spotlight) var b: Data?
          @Attribute(.transformable(by: Coder.self)) var c: Color?
          @Attribute(.transformable(by: "Coder")) var d: Color?
          @Attribute(.codable) private(set) var e: Money = Money(amount: 1)
          @Attribute var `default`: [String] = []
          init(a: String) { self.a = a }
        }
        """),
    Form(
      name: "InitializerDefaults",
      source: """
        @Model final class A {
          var a: Bool
          var b: [String]
          var c: Date = Date.now
          var d: Int?
          var e: String
          @Relationship var f: [B]
          init(a: Bool = false, b: [String] = [], c: Date = .now, d: Int? = 1, e: String, f: [B] = []) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.e = e
            self.f = f
          }
        }
        """),
    Form(
      name: "Relationships",
      source: """
        @Model final class A {
          @Relationship(deleteRule: .cascade, minimumModelCount: 1, maximumModelCount: 3, inverse: \\B.a) var bs: [B]
          @Relationship(.unique, originalName: "old") var one: B?
          var implicit: [B]? = nil
          init() { bs = [] }
        }
        """),
    Form(
      name: "ListsAndTransients",
      source: """
        @Model final class A {
          #Unique<A>([\\.a], [\\.b, \\.c])
          #Index<A>([\\.a], [\\.b, \\.c])
          var a: Int = 1
          var b: String = ""
          var c: Date = Date.now
          @Transient var open = false
          var computed: Int { a }
          lazy var slow = 2
          static let shared = 3
        }
        """),
    Form(
      name: "IndexKinds",
      source: "@Model class A {\n  #Index<A>(.binary([\\.a]), .rtree([\\.b]))\n  var a = 1\n  var b = 2.0\n}"),
    Form(
      name: "Observers",
      source: """
        @Model class A {
          var a = 1 {
            willSet { print(newValue) }
            didSet { print(oldValue) }
          }
          var b = 1 { didSet(before) { if b == before { return }; a = 0 } }
          var c = 1 { willSet(coming) { a = coming } }
        }
        """),
    Form(
      name: "Queries",
      source: """
        struct A {
          @Query var a: [Book]
          @Query() private var b: Array<Book>
          @Query(filter: #Predicate<Book> { $0.a > 1 }, sort: \\Book.a, order: .reverse) var c: [Book]
          @Query(sort: \\Book.a, sectionBy: \\.b) public var `default`: SectionedResults<Book, String>
          @Query(descriptor) static var d: [Shelf.Book]
        }
        """),
    Form(
      name: "Diagnostics",
      source: """
        @Model struct NotAClass {}
        @Model actor NotAClassEither {}
        @Model class NoInitializer { var a: Int }
        @Model class Constant { let a: Int = 1 }
        @Model class NoType { var a; init() {} }
        @Model class OldSet { var a: NSSet?; init() {} }
        @Model class Reserved { var description: String = "" }
        @Model class Generic<T> { var a = 1 }
        @Model class Both { @Attribute @Relationship var a: B? }
        struct Queries {
          @Query let a: [Book]
          @Query var b
          @Query var c: Book
          @Query var d: [Book] = []
          @Query var e: [Book] { [] }
        }
        @ModelActor final class NotAnActor {}
        """),
    Form(
      name: "ModelActors",
      source: """
        @ModelActor actor A {
          func a() throws { try modelContext.save() }
        }
        @ModelActor public actor B {}
        """),
    Form(
      name: "Predicates",
      source: """
        let a = #Predicate<Book> { $0.pages > 3 && $0.title.localizedStandardContains(word) }
        let b = #Predicate<Book> { book in
          let limit = least + 1
          if let owner = book.owner { return owner.name == "x" } else { return book.pages < limit }
        }
        let c: Predicate<Book> = #Predicate { !($0 is Novel) || ($0 as? Novel)?.author?.isEmpty ?? true }
        let d = #Predicate<Book, Shelf> { book, shelf in shelf.books.contains { $0.pages / 2 == book.pages % 7 } }
        let e = #Predicate<Book>({ (1..<9).contains($0.pages) ? other.evaluate($0) : $0.owner!.name != nil })
        """),
    Form(
      name: "Expressions",
      source: """
        let a = #Expression<Book, Int> { $0.pages * 2 }
        let b = #Expression<Book, Shelf, Bool> { book, shelf in shelf.books.filter { $0.pages > 1 }.count == -book.pages }
        let c: Expression<Book, String?> = #Expression { $0.owner?.name ?? ($0.pages > 1 ? "a" : nil) }
        """),
  ]

  @Test(arguments: forms) func expansion(_ form: Form) throws {
    let file = Parser.parse(source: form.source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Tests", fullFilePath: "Tests.swift")])
    let modelActor = TypeSyntax(IdentifierTypeSyntax(name: .identifier("ModelActor")))
    let specs = Self.macros.map { name, type in
      (name, MacroSpec(type: type, conformances: name == "ModelActor" ? [modelActor] : []))
    }
    let result = file.expand(
      macroSpecs: Dictionary(uniqueKeysWithValues: specs), contextGenerator: { _ in context },
      indentationWidth: .spaces(2))
    let messages = context.diagnostics.map { "// \($0.diagMessage.severity): \($0.message)\n" }
    let text = messages.joined() + (form.name == "Diagnostics" ? "" : result.description + "\n")
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Snapshots/\(form.name).txt")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == text)
  }
}
