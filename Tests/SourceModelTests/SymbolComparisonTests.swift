import Foundation
import SourceModel
import TestKit
import Testing
import causeway_source

/// Symbols that are computed from source, and those that the compiler asks for.
@Suite struct SymbolComparisonTests {
  /// The undefined symbols of a source's own members, and the computed ones.
  private static func compare(_ text: String, _ arguments: [String] = []) throws -> (
    wanted: Set<String>, computed: Set<String>
  ) {
    let folder = try TemporaryFolder()
    let coreData = try StandInCoreData.shared()
    let file = folder.file("Declarations.swift")
    try text.write(to: file, atomically: true, encoding: .utf8)
    let object = folder.file("Declarations.o")
    let compiled = try Subprocess(
      ["swiftc", "-module-name", "App", "-parse-as-library", "-suppress-warnings", "-c", file.path, "-o", object.path]
        + coreData.arguments + arguments
    ).run()
    try #require(compiled.isFine, "\(compiled.output)")
    let symbols = try Subprocess(["nm", "-u", object.path]).run()
    let wanted = symbols.output.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) }
      .filter { $0.hasPrefix("$s") && ["vg", "vs", "F"].contains(where: $0.hasSuffix) }
      .filter { $0.contains("3App") && !$0.hasPrefix("$s8CoreData15NSManagedObjectC3get") }
    let units = SourceParsing.units([SourceText(name: file.path, text: text)], module: "App")
    let reader = ManagedReader(units, module: "App", discriminator: SourceParsing.discriminator)
    #expect(reader.problems.isEmpty, "\(reader.problems)")
    return (Set(wanted), Set(reader.members.flatMap(\.symbols)))
  }

  @Test func thousandDeclarations() throws {
    let declarations = ManagedDeclarations(count: 1000, seed: 11)
    let (wanted, computed) = try Self.compare(declarations.text)
    let missing = wanted.subtracting(computed)
    #expect(missing.isEmpty, "\(missing.sorted().prefix(10))")
    #expect(wanted.count > 1500)
    print(
      "symbols of \(declarations.count) @NSManaged declarations: \(wanted.count - missing.count) of \(wanted.count)")
  }

  @Test func knownTypes() throws {
    let arguments = ["Dictionary": "<String, Int>", "Measurement": "<UnitLength>", "NSMeasurement": "<UnitLength>"]
    var (fields, uses) = ("", "")
    for (index, name) in KnownTypes.typeNames.enumerated() where name != "Void" && name != "NSMeasurement" {
      let list =
        arguments[name]
        ?? (name == "NSFetchRequest" ? "<NSManagedObject>" : KnownTypes.argumentCount(name) == 1 ? "<Int>" : "")
      fields += "  @NSManaged var p\(index): \(name)\(list)\n"
      uses += "  o.p\(index) = o.p\(index)\n"
    }
    for (index, name) in KnownTypes.protocolNames.enumerated() where name != "NSFetchRequestResult" {
      fields += "  @NSManaged var q\(index): (any \(name))?\n"
      uses += "  o.q\(index) = o.q\(index)\n"
    }
    let text = "import CoreData\nclass Owner: NSManagedObject {\n\(fields)}\nfunc use(_ o: Owner) {\n\(uses)}\n"
    let (wanted, computed) = try Self.compare(text)
    #expect(wanted.subtracting(computed).isEmpty, "\(wanted.subtracting(computed).sorted())")
    #expect(computed.subtracting(wanted).isEmpty, "\(computed.subtracting(wanted).sorted())")
    print("symbols of properties of every known type: \(wanted.intersection(computed).count) of \(wanted.count)")
  }

  @Test func placesOfDeclarations() throws {
    let text = """
      import CoreData
      extension NSManagedObject { class Extended: NSManagedObject { @NSManaged var own: Extended? } }
      extension NSManagedObject { @NSManaged var extra: Int }
      extension Data { class Inside: NSManagedObject { @NSManaged var inside: Inside? } }
      class Base: NSManagedObject { enum Level { case low }; typealias Label = String? }
      class Derived: Base { @NSManaged var level: Level; @NSManaged var label: Label; @NSManaged var me: Set<Derived>? }
      private extension Derived { @NSManaged var hidden: Int }
      #if os(macOS)
      extension Derived { @NSManaged var apple: NSColor }
      #elseif canImport(UIKit) && !FLAG
      extension Derived { @NSManaged var apple: UIColor }
      #else
      extension Derived { @NSManaged var other: Int }
      #endif
      @MainActor class Main: NSManagedObject { @NSManaged var first, second: Double }
      func use(_ e: NSManagedObject.Extended, _ i: Data.Inside, _ d: Derived) {
        e.own = e.own; e.extra += 1; i.inside = i.inside; d.level = d.level; d.label = d.label; d.me = d.me
        d.hidden = 1; d.other += 1
      }
      @MainActor func use(_ m: Main) { m.first = m.second; m.second = m.first }
      """
    let (wanted, computed) = try Self.compare(text)
    #expect(wanted.subtracting(computed).isEmpty, "\(wanted.subtracting(computed).sorted())")
    #expect(wanted.count == 19)
  }
}
