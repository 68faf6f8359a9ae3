import Foundation
import TestKit
import Testing
import causeway_source

/// Edits for platforms without Objective-C: what they are, that the result compiles here, and that they are made once.
@Suite struct PortabilityTests {
  private static let source = """
    import Foundation

    @objc(CDLoan)
    public class Loan: NSObject {
      @objc dynamic var title: String?
      @available(*, deprecated) @objc(rank:) public func rank(_ value: Int) {}
      static let keys = [#keyPath(Loan.title), #keyPath(Loan.book.name), #keyPath(title)]
      #if canImport(ObjectiveC)
      @objc func apple() {}
      #endif
      func observe() {
        print("before")
        add(self, #selector(changed))
        print("after")
      }
      func add(_ target: Any, _ selector: Any) {}
      @objc
      private func changed() {}
    }
    @objcMembers class Other: NSObject { @objc var x = 1 }

    """
  private static let expected = """
    import Foundation

    #if canImport(ObjectiveC)
    @objc(CDLoan)
    #endif
    public class Loan: NSObject {
      #if canImport(ObjectiveC)
      @objc
      #endif
      dynamic var title: String?
      #if canImport(ObjectiveC)
      @objc(rank:)
      #endif
      @available(*, deprecated) public func rank(_ value: Int) {}
      static let keys = ["title", "book.name", "title"]
      #if canImport(ObjectiveC)
      @objc func apple() {}
      #endif
      func observe() {
        print("before")
        #if canImport(ObjectiveC)
        add(self, #selector(changed))
        #endif
        print("after")
      }
      func add(_ target: Any, _ selector: Any) {}
      #if canImport(ObjectiveC)
      @objc
      #endif
      private func changed() {}
    }
    #if canImport(ObjectiveC)
    @objcMembers
    #endif
    class Other: NSObject {\u{20}
    #if canImport(ObjectiveC)
    @objc
    #endif
    var x = 1 }

    """

  @Test func editsKeepTheMeaning() throws {
    let portability = Portability([SourceText(name: "Loan.swift", text: Self.source)])
    #expect(portability.findings.map(\.line) == [3, 5, 6, 7, 7, 7, 13, 17, 20, 20])
    #expect(portability.findings.filter(\.hasEdit).count == 10)
    let edited = try #require(portability.edited.first)
    #expect(edited.text == Self.expected)
    #expect(Portability(portability.edited).findings.isEmpty)
    let folder = try TemporaryFolder()
    try edited.text.write(to: folder.file("Loan.swift"), atomically: true, encoding: .utf8)
    let outcome = try SwiftCompiler.typecheck([folder.file("Loan.swift")], arguments: [], languageMode: "5")
    #expect(outcome.isFine, "\(outcome.output)")
  }

  private static let byHand: [(source: String, words: String)] = [
    ("@objc protocol P {\n  @objc optional func a()\n}", "optional"),
    ("let a = #selector(Foo.bar)", "closure"),
    ("func f() -> Any { #selector(Foo.bar) }", "closure"),
    ("let a = #keyPath(Foo)", "key"),
    ("let a = #keyPath(Foo.URL.path)", "key"),
    ("class A { @objc(b) var a = 1 }\nlet k = #keyPath(A.a)", "another name"),
    ("class A { var a: Bool { @objc(isA) get { true } } }", "whole declaration"),
    ("#if FOO\n@objc\n#endif\nclass A {}", "whole declaration"),
    ("func f() {\n  a()\n  add(#selector(b)); c()\n}", "closure"),
    ("class A: NSManagedObject { @NSManaged var a: Elsewhere }", "Elsewhere"),
  ]

  @Test(arguments: byHand.indices) func whatPeopleMustDecideIsListed(index: Int) {
    let (source, words) = Self.byHand[index]
    let findings = Portability([SourceText(name: "A.swift", text: source)]).findings.filter { !$0.hasEdit }
    #expect(findings.count == 1)
    #expect(findings.first?.message.contains(words) == true)
  }

  @Test func whatHasNoEditLeavesTheRestOfItsFileEditable() {
    let text = "@objc class A {\n  var a: Bool { @objc(isA) get { true } }\n}\n"
    let portability = Portability([SourceText(name: "A.swift", text: text)])
    #expect(portability.findings.map(\.hasEdit) == [true, false])
    #expect(portability.edited.first?.text == "#if canImport(ObjectiveC)\n@objc\n#endif\n" + text.dropFirst(6))
  }

  @Test func aLinkToAFileOfTheFolderIsNotASecondOne() throws {
    let folder = try TemporaryFolder()
    try Self.source.write(to: folder.file("Loan.swift"), atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      at: folder.file("Again.swift"), withDestinationURL: folder.file("Loan.swift"))
    #expect(try SourceFolder(folder.url).sources().map(\.name) == ["Loan.swift"])
  }

  @Test func aFileThatDoesNotParseIsLeftAlone() {
    let portability = Portability([SourceText(name: "A.swift", text: "@objc class A {")])
    #expect(portability.edited.isEmpty && portability.findings.count == 1 && portability.findings[0].hasEdit == false)
  }

  @Test func filesAreEditedInPlace() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("Loan.swift")
    try Self.source.write(to: file, atomically: true, encoding: .utf8)
    let listed = try PortableVerb([folder.url.path]).run()
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.source)
    let edited = try PortableVerb([folder.url.path, "--apply"]).run()
    #expect(edited == listed)
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.expected)
    let left = try PortableVerb([folder.url.path]).run()
    #expect(left == "[]")
  }
}
