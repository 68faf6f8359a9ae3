import Foundation
import ModelCodegen
import ModelDescription
import ModelFiles
import TestKit
import Testing
import causeway_source

/// The classes that Xcode would generate: their text, and that they compile and work.
@Suite struct ManagedClassTests {
  private static let model = ModelDescription(entities: [
    EntityDescription(
      name: "Loan", className: ".Loan", codeGeneration: .class,
      attributes: [
        AttributeDescription(name: "title", type: .string, isOptional: true),
        AttributeDescription(name: "dueAt", type: .date, usesScalarValueType: false),
        AttributeDescription(name: "stamp", type: .date, usesScalarValueType: true),
        AttributeDescription(name: "renewals", type: .integer16, usesScalarValueType: true),
        AttributeDescription(name: "count", type: .integer64, usesScalarValueType: false),
        AttributeDescription(name: "isLate", type: .boolean, usesScalarValueType: true),
        AttributeDescription(name: "price", type: .decimal, isOptional: true),
        AttributeDescription(name: "class", type: .string, isOptional: true),
        AttributeDescription(name: "color", type: .transformable, isOptional: true, valueClassName: "[Int]"),
        AttributeDescription(name: "shape", type: .transformable, isOptional: true),
        AttributeDescription(name: "link", type: .uri, isOptional: true),
        AttributeDescription(name: "hash", type: .string, isOptional: true),
      ],
      relationships: [
        RelationshipDescription(name: "book", destinationEntityName: "Book", inverseName: "loans", isToMany: false)
      ]),
    EntityDescription(
      name: "Book", className: "Book", codeGeneration: .class,
      attributes: [AttributeDescription(name: "name", type: .string, isOptional: true)],
      relationships: [
        RelationshipDescription(name: "loans", destinationEntityName: "Loan", inverseName: "book", isToMany: true),
        RelationshipDescription(
          name: "pages", destinationEntityName: "Page", inverseName: "book", isToMany: true, isOrdered: true),
      ]),
    EntityDescription(
      name: "Novel", superentityName: "Book", className: ".Novel", codeGeneration: .class,
      attributes: [AttributeDescription(name: "kind", type: .integer32, usesScalarValueType: true)]),
    EntityDescription(
      name: "Page", className: "Other.SpecialPage", codeGeneration: .category,
      attributes: [AttributeDescription(name: "text", type: .string, isOptional: true)],
      relationships: [
        RelationshipDescription(name: "book", destinationEntityName: "Book", inverseName: "pages", isToMany: false)
      ]),
    EntityDescription(
      name: "Manual", className: ".Manual", attributes: [AttributeDescription(name: "a", type: .string)]),
    EntityDescription(name: "Plain", codeGeneration: .class),
  ])

  @Test func writesWhatXcodeWrites() throws {
    let code = try ManagedClassGenerator(Self.model, title: "Library", style: .managed).generate(bySetting: true)
    #expect(
      code.files.map(\.name) == [
        "Book+CoreDataClass.swift", "Book+CoreDataProperties.swift", "Loan+CoreDataClass.swift",
        "Loan+CoreDataProperties.swift", "Novel+CoreDataClass.swift", "Novel+CoreDataProperties.swift",
        "SpecialPage+CoreDataProperties.swift",
      ])
    let loan = try #require(code.files.first { $0.name == "Loan+CoreDataProperties.swift" }?.text)
    let expected = """
      extension Loan {
        @nonobjc public class func fetchRequest() -> NSFetchRequest<Loan> {
          NSFetchRequest<Loan>(entityName: "Loan")
        }

        @NSManaged public var `class`: String?
        @NSManaged public var color: [Int]?
        @NSManaged public var count: NSNumber?
        @NSManaged public var dueAt: Date?
        @NSManaged public var isLate: Bool
        @NSManaged public var link: URL?
        @NSManaged public var price: NSDecimalNumber?
        @NSManaged public var renewals: Int16
        @NSManaged public var shape: NSObject?
        @NSManaged public var stamp: TimeInterval
        @NSManaged public var title: String?
        @NSManaged public var book: Book?
      }

      extension Loan: Identifiable {
      }
      """
    #expect(loan.contains(expected), "\(loan)")
    let book = try #require(code.files.first { $0.name == "Book+CoreDataProperties.swift" }?.text)
    for line in [
      "@NSManaged public var loans: NSSet?", "@NSManaged public var pages: NSOrderedSet?",
      "@NSManaged public func addToLoans(_ values: NSSet)", "@NSManaged public func removeFromLoans(_ value: Loan)",
      "@objc(insertObject:inPagesAtIndex:)",
      "@NSManaged public func replacePages(at idx: Int, with value: SpecialPage)",
    ] { #expect(book.contains(line), "\(line)") }
    #expect(code.findings.map(\.description).contains { $0.contains("Loan.hash") })
    #expect(code.findings.map(\.description).contains { $0.contains("Plain") })
  }

  private static let main = """
    import CoreData
    import Foundation
    func check(_ flag: Bool, _ line: Int = #line) { if !flag { print("wrong in line", line) } }
    open class SpecialPage: NSManagedObject {}
    @main struct Main {
      static func main() {
        let (loan, book, page) = (Loan(), Novel(), SpecialPage())
        loan.title = "a"
        loan.renewals += 2
        loan.class = "c"
        loan.color = [1, 2]
        loan.isLate = true
        loan.count = 4
        loan.book = book
        check(loan.title == "a" && loan.renewals == 2 && loan.class == "c" && loan.color == [1, 2] && loan.isLate)
        loan.makeDate("stamp")
        loan.stamp = 5
        check(loan.values["stamp"] is Date)
        check(loan.count == 4 && loan.dueAt == nil && loan.stamp == 5 && loan.book === book && loan.price == nil)
        book.addToLoans(loan)
        check(book.loans?.count == 1)
        book.addToPages(page)
        book.insertIntoPages(SpecialPage(), at: 0)
        check(book.pages?.count == 2 && book.pages?.index(of: page) == 1)
        let request: NSFetchRequest<Novel> = Novel.fetchRequest()
        let other: NSFetchRequest<Book> = Book.fetchRequest()
        check(request.entityName == "Novel" && other.entityName == "Book")
        check(__KeyPathNames.name(\\Loan.title) == "title" && __KeyPathNames.name(\\Loan.class) == "class")
        print("fine")
      }
    }
    """

  private static let modes: [(ManagedClassGenerator.Style, String)] =
    FullRun.isOn
    ? [(.managed, "-Onone"), (.managed, "-O"), (.computed, "-Onone"), (.computed, "-O")]
    : [(.managed, "-Onone"), (.computed, "-O")]

  @Test(arguments: modes)
  func compilesAndWorks(style: ManagedClassGenerator.Style, mode: String) throws {
    let folder = try TemporaryFolder()
    let coreData = try StandInCoreData.shared()
    var files: [String] = []
    func write(_ name: String, _ text: String) throws {
      try text.write(to: folder.file(name), atomically: true, encoding: .utf8)
      files.append(folder.file(name).path)
    }
    let code = try ManagedClassGenerator(Self.model, title: "Library", style: style).generate(bySetting: true)
    for file in code.files { try write(file.name, file.text) }
    try write("Main.swift", Self.main)
    let verb = try AccessorsVerb(["--module", "App", "-o", folder.file("Accessors.swift").path] + files)
    let (text, problems) = try verb.run()
    #expect(problems.isEmpty, "\(problems)")
    try write("Accessors.swift", text)
    let program = folder.file("program").path
    let made = try Subprocess(
      ["swiftc", mode, "-wmo", "-swift-version", "6", "-parse-as-library", "-module-name", "App", "-o", program]
        + coreData.arguments
        + files + [coreData.object]
    ).run()
    #expect(made.isFine && (style == .computed || !made.output.contains("warning")), "\(made.output)")
    #expect(try Subprocess([program]).run().output == "fine\n")
  }

  /// Every model of real projects gives classes that compile, with stand-ins for the classes the models leave to people.
  @Test(.enabled(if: SharedMaterial.isPresent && FullRun.isOn, "make test-full with shared material"))
  func realModelsCompile() throws {
    let folder = try TemporaryFolder()
    let coreData = try StandInCoreData.shared()
    let models = try FileManager.default.subpathsOfDirectory(atPath: SharedMaterial.url("stores").path)
      .filter { $0.hasSuffix(".xcdatamodeld") }.sorted()
    var compiled = 0
    for path in models {
      guard let model = try? ModelFiles.load(SharedMaterial.url("stores").appendingPathComponent(path)).version().model,
        var code = try? ManagedClassGenerator(model, title: path, style: .managed).generate(bySetting: false)
      else { continue }
      code.files.removeAll { $0.text.contains("NSObject") && $0.text.contains("[[") }
      let place = folder.file("model\(compiled)")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      let files = try code.files.map { file in
        let url = place.appendingPathComponent(file.name)
        try file.text.write(to: url, atomically: true, encoding: .utf8)
        return url.path
      }
      guard !files.isEmpty else { continue }
      let made = try Subprocess(["swiftc", "-typecheck", "-module-name", "Generated"] + coreData.arguments + files)
        .run()
      // Classes of transformables live in the projects.
      let lacksTypes = made.output.contains("cannot find type")
      #expect(made.isFine || lacksTypes, "\(path): \(made.output.prefix(600))")
      if made.isFine { compiled += 1 }
    }
    #expect(compiled > 0)
    print("classes of real models that compile: \(compiled) of \(models.count)")
  }
}
