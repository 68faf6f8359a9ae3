import Foundation
import SourceModel
import TestKit
import Testing
import causeway_source

/// Programs with hand-written `@NSManaged` classes: they link with the generated file, and the values are the objects' own.
@Suite struct AccessorProgramTests {
  private static let classes = """
    public import CoreData
    public import Foundation

    public enum Kind: Int16 { case none, paper, audio }

    public protocol Named { var name: String { get set } }

    open class Person: NSManagedObject, Named, Identifiable {
      @NSManaged open var name: String
      @NSManaged public var id: UUID?
      @NSManaged public private(set) var visits: Int64
    }

    open class Loan: NSManagedObject {
      @NSManaged public var title: String?
      @NSManaged public var `class`: String?
      @NSManaged public var renewals: Int16
      @NSManaged public var isLate: Bool
      @NSManaged public var fee: Double
      @NSManaged public var price: NSDecimalNumber?
      @NSManaged public var number: NSNumber?
      @NSManaged public var dueAt: Date
      @NSManaged public var returnedAt: Date?
      @NSManaged public var stamp: TimeInterval
      @NSManaged public var length: TimeInterval
      @NSManaged public var link: URL?
      @NSManaged public var cover: Data?
      @NSManaged public var tags: [String]?
      @NSManaged public var extra: [String: Any]?
      @NSManaged public var kind: Kind
      @NSManaged public var person: Person?
      @NSManaged public var keeper: Person
      @NSManaged public var notes: NSSet?
      @NSManaged public var others: Set<Loan>
      @NSManaged public var pages: NSOrderedSet?
      @NSManaged public var größe: Float
      @NSManaged var primitiveTitle: String?
      @NSManaged public func addToNotes(_ value: Loan)
      @NSManaged public func addToNotes(_ values: NSSet)
      @NSManaged public func removeFromNotes(_ value: Loan)
      @NSManaged public func insertIntoPages(_ value: Loan, at idx: Int)
      @NSManaged public func removeFromPages(at idx: Int)
      @NSManaged public func insertIntoPages(_ values: [Loan], at indexes: NSIndexSet)
      @NSManaged public func replacePages(at idx: Int, with value: Loan)
      @NSManaged public func addToPages(_ value: Loan)
    }
    """
  private static let main = """
    import CoreData
    import Foundation

    func check(_ flag: Bool, _ line: Int = #line) { if !flag { print("wrong in line", line) } }
    func rename(_ value: inout some Named) { value.name += "!" }

    @main struct Main {
      static func main() {
        let loan = Loan()
        let other = Loan()
        var person = Person()
        check(loan.title == nil && loan.renewals == 0 && !loan.isLate && loan.fee == 0 && loan.others.isEmpty)
        check(loan.dueAt == Date(timeIntervalSinceReferenceDate: 0) && loan.kind == .none && person.name == "")
        loan.title = "One"
        loan.title? += " and two"
        loan.class = "first"
        loan.renewals += 3
        loan.isLate.toggle()
        loan.fee = 2.5
        loan.price = NSDecimalNumber(string: "1.20")
        loan.number = 4
        loan.dueAt = Date(timeIntervalSinceReferenceDate: 9)
        loan.returnedAt = loan.dueAt
        loan.link = URL(string: "https://example.com")
        loan.cover = Data([1, 2])
        loan.tags = ["a"]
        loan.extra = ["a": 1]
        loan.kind = .audio
        loan.größe = 1.5
        loan.others.insert(other)
        loan.primitiveTitle = "raw"
        person.name = "Ada"
        rename(&person)
        loan.person = person
        check(loan.title == "One and two" && loan.class == "first" && loan.renewals == 3 && loan.isLate && loan.fee == 2.5)
        check(loan.price == NSDecimalNumber(string: "1.2") && loan.number == 4 && loan.returnedAt == loan.dueAt)
        check(loan.link?.host == "example.com" && loan.cover?.count == 2 && loan.tags == ["a"] && loan.extra?["a"] as? Int == 1)
        check(loan.kind == .audio && loan.values["kind"] as? Int16 == 2 && loan.größe == 1.5 && loan.others == [other])
        check(loan.primitives["title"] as? String == "raw" && loan.person === person && person.name == "Ada!")
        check(loan.values["renewals"] as? Int16 == 3)
        loan.makeDate("stamp")
        loan.stamp = 5
        loan.length += 6
        check(loan.stamp == 5 && loan.values["stamp"] is Date && loan.length == 6 && loan.values["length"] is Double)
        loan.title = nil
        check(loan.title == nil && loan.values["title"] == nil)
        // Values as a store's object holds them.
        loan.values["renewals"] = NSNumber(value: 7)
        loan.values["isLate"] = NSNumber(value: false)
        loan.values["fee"] = NSNumber(value: 3)
        loan.values["others"] = NSMutableSet(array: [loan, other])
        loan.values["größe"] = NSNumber(value: 2.25)
        loan.values["price"] = Decimal(3)
        check(loan.renewals == 7 && !loan.isLate && loan.fee == 3 && loan.others == [loan, other] && loan.größe == 2.25)
        check(loan.price == NSDecimalNumber(string: "3"))
        loan.values["notes"] = Set<AnyHashable>()
        loan.addToNotes(other)
        loan.addToNotes(NSSet(array: [loan]))
        check(loan.notes?.count == 2)
        loan.removeFromNotes(other)
        check(loan.notes?.contains(loan) == true && loan.notes?.count == 1)
        loan.addToPages(loan)
        loan.insertIntoPages(other, at: 0)
        check(loan.pages?.array as? [Loan] == [other, loan])
        loan.removeFromPages(at: 0)
        let third = Loan()
        loan.insertIntoPages([third, other], at: NSIndexSet(indexesIn: NSRange(location: 0, length: 2)))
        check(loan.pages?.array as? [Loan] == [third, other, loan])
        loan.replacePages(at: 1, with: Loan())
        check(loan.pages?.count == 3 && loan.pages?.contains(other) == false)
        let path = \\Loan.title
        loan[keyPath: path] = "by path"
        check(__KeyPathNames.name(path) == "title" && __KeyPathNames.name(\\Loan.isLate) == "isLate")
        check(__KeyPathNames.name(\\Loan.class) == "class" && __KeyPathNames.name(\\Person.visits) == "visits")
        check(loan.title == "by path" && person.visits == 0 && person.id == nil)
        // A case that this program does not have.
        loan.values["kind"] = NSNumber(value: 9)
        check(loan.kind == .none)
        // What the model has does not fit the declaration, and what has to be there is not.
        loan.values["renewals"] = "seven"
        check(loan.renewals == 0)
        loan.standIns["keeper"] = person
        check(loan.keeper === person)
        print("fine")
      }
    }
    """

  @Test(arguments: [["-Onone"], ["-O", "-wmo"]]) func linksAndRuns(mode: [String])
    throws
  {
    let folder = try TemporaryFolder()
    let coreData = try StandInCoreData.shared()
    let files = ["Classes.swift", "Main.swift", "Accessors.swift"].map { folder.file($0) }
    try Self.classes.write(to: files[0], atomically: true, encoding: .utf8)
    try Self.main.write(to: files[1], atomically: true, encoding: .utf8)
    let verb = try AccessorsVerb(["--module", "App", "-o", files[2].path, files[0].path, files[1].path])
    let (text, problems) = try verb.run()
    #expect(problems.isEmpty, "\(problems)")
    try verb.write(text)
    let program = folder.file("program")
    let made = try Subprocess(
      ["swiftc", "-swift-version", "6", "-parse-as-library", "-module-name", "App", "-o", program.path] + mode
        + coreData.arguments
        + files.map(\.path) + [coreData.object]
    ).run()
    #expect(made.isFine && !made.output.contains("warning"), "\(made.output)")
    let run = try Subprocess([program.path]).run()
    let lines = """
      Causeway: Loan.kind is 9, which is no Kind; it reads as empty
      Causeway: Loan.renewals is declared as Int16, and the model gives it a String; it reads as empty
      Causeway: Loan.keeper is nil and declared as Person; it reads as a deleted object

      """
    #expect(run.output == lines + "fine\n" && run.isFine, "\(run.output)")
  }

  /// A class of one module whose members another uses and extends.
  @Test func twoModules() throws {
    let folder = try TemporaryFolder()
    let coreData = try StandInCoreData.shared()
    func write(_ name: String, _ text: String) throws -> String {
      try text.write(to: folder.file(name), atomically: true, encoding: .utf8)
      return folder.file(name).path
    }
    func accessors(_ words: [String], _ name: String) throws -> String {
      let verb = try AccessorsVerb(words + ["-o", folder.file(name).path])
      let (text, problems) = try verb.run()
      #expect(problems.isEmpty, "\(problems)")
      try verb.write(text)
      return folder.file(name).path
    }
    func compile(_ module: String, _ files: [String]) throws -> String {
      let object = folder.file("\(module).o").path
      let made = try Subprocess(
        [
          "swiftc", "-swift-version", "6", "-parse-as-library", "-wmo", "-module-name", module, "-emit-module",
          "-emit-module-path", folder.file("\(module).swiftmodule").path, "-I", folder.url.path, "-c", "-o", object,
        ] + coreData.arguments + files
      ).run()
      #expect(made.isFine, "\(made.output)")
      return object
    }
    let classes = try write("Classes.swift", Self.classes)
    let model = try compile("Model", [classes, try accessors(["--module", "Model", classes], "ModelAccessors.swift")])
    let main = try write(
      "Main.swift",
      """
      import CoreData
      import Model
      extension Loan { @NSManaged var mine: Int; @NSManaged var owner: Person?; @NSManaged var sort: Kind }
      class Special: Loan { @NSManaged var special: Set<Loan>? }
      @main struct Main {
        static func main() {
          let loan = Special()
          loan.mine += 4
          loan.title = "a"
          loan.title?.append("b")
          let path = \\Loan.title
          loan[keyPath: path]?.append("c")
          loan.special = [loan]
          loan.owner = Person()
          loan.owner?.name += "x"
          loan.sort = .paper
          loan.addToNotes(loan)
          print(loan.mine, loan.title ?? "", loan.special?.count ?? 0, loan.owner?.name ?? "", loan.sort, loan.notes?.count ?? 0)
        }
      }
      """)
    let generated = try accessors(
      ["--module", "App", "--dependency", "Model=\(classes)", main], "AppAccessors.swift")
    let app = try compile("App", [main, generated])
    let program = folder.file("program").path
    let linked = try Subprocess(
      ["swiftc", "-o", program, app, model, coreData.object]
    ).run()
    #expect(linked.isFine, "\(linked.output)")
    #expect(try Subprocess([program]).run().output == "4 abc 1 x paper 1\n")
  }
}
