import Foundation
import ModelDescription
import ModelFiles
import SQLiteDriver
import SQLiteStore
import TestKit
import Testing

@testable import causeway

/// `causeway migrate --to` a Swift package with a `SchemaMigrationPlan`: what is found, compiled, run and proven.
@Suite struct MigratePlanTests {
  private let folder: TemporaryFolder
  private let package: URL
  private let store: String

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Shop",
      dependencies: [.package(name: "causeway", path: "../nowhere")],
      targets: [
        .target(
          name: "Names", dependencies: [.product(name: "CoreData", package: "causeway")], exclude: ["Shelves.xcdatamodeld"],
          resources: [.process("Words"), .copy("Raw")],
          plugins: [.plugin(name: "CompileDataModel", package: "causeway")]),
        .target(
          name: "Models", dependencies: ["Names", .product(name: "SwiftData", package: "causeway")],
          swiftSettings: [.define("WITH_PLAN"), .enableUpcomingFeature("ExistentialAny")]),
        .executableTarget(name: "App", dependencies: ["Models"]),
      ])
    """

  /// Reads resources of each kind; the model's class and the model itself are what the build plugin makes.
  private static let names = """
    import CoreData
    import Foundation

    public var shelfName: String {
      func text(_ name: String) -> String {
        Bundle.module.url(forResource: name, withExtension: nil).flatMap { try? String(contentsOf: $0, encoding: .utf8) }
          ?? "no \\(name)"
      }
      let box = Bundle.module.url(forResource: "Boxes", withExtension: "momd").flatMap {
        NSManagedObjectModel(contentsOf: $0)?.entitiesByName["Shelf"]?.name
      }
      let own = NSPersistentContainer(name: "Shelves").managedObjectModel.entitiesByName["Shelf"]?.managedObjectClassName
      return [
        text("shelf.txt").trimmingCharacters(in: .newlines), text("Raw/deep/number"), box ?? "no model",
        own ?? "no entity", String(describing: Shelf.self),
      ].joined(separator: " ")
    }
    """

  private static let model = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Shelf" representedClassName="Shelf" syncable="YES"KIND>
        <attribute name="code" optional="YES" attributeType="String"/>
      </entity>
    </model>
    """

  /// A value of another target of the package stands in what the stage writes.
  private static let models = """
    import Foundation
    import Names
    import SwiftData

    enum V1: VersionedSchema {
      static var models: [any PersistentModel.Type] { [Book.self, Loan.self] }
      static var versionIdentifier: Schema.Version { .init(1, 0, 0) }
      @Model final class Book {
        var title: String
        var code: String
        @Relationship(inverse: \\Loan.book) var loans: [Loan] = []
        init(title: String, code: String) {
          self.title = title
          self.code = code
        }
      }
      @Model final class Loan {
        var member: String
        var book: Book?
        init(member: String) { self.member = member }
      }
    }

    enum V2: VersionedSchema {
      static var models: [any PersistentModel.Type] { [Book.self, Loan.self] }
      static var versionIdentifier: Schema.Version { .init(2, 0, 0) }
      @Model final class Book {
        @Attribute(originalName: "title") var name: String
        var shelf: String
        @Relationship(inverse: \\Loan.book) var loans: [Loan] = []
        init(name: String, shelf: String) {
          self.name = name
          self.shelf = shelf
        }
      }
      @Model final class Loan {
        var member: String
        var book: Book?
        init(member: String) { self.member = member }
      }
    }

    #if WITH_PLAN
      enum ShopPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
          [
            .custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: nil) { context in
              print("filling shelves")
              for book in try context.fetch(FetchDescriptor<V2.Book>()) {
                book.shelf = shelfName
                switch book.name {
                case "exit": exit(3)
                case "trap": fatalError("no such book")
                default: break
                }
              }
              if let loan = try context.fetch(FetchDescriptor<V2.Loan>()).first { context.delete(loan) }
              try context.save()
            }
          ]
        }
      }
    #endif
    """

  init() throws {
    folder = try TemporaryFolder()
    package = folder.file("Shop")
    store = folder.file("Shop.sqlite").path
    try write(Self.manifest, "Package.swift")
    try write(Self.names, "Sources/Names/Names.swift")
    try write("A1\n", "Sources/Names/Words/shelf.txt")
    try write("2", "Sources/Names/Raw/deep/number")
    for (place, ending) in [("Shelves", " codeGenerationType=\"class\""), ("Words/Boxes", "")] {
      let model = Self.model.replacingOccurrences(of: "KIND", with: ending)
      try write(model, "Sources/Names/\(place).xcdatamodeld/One.xcdatamodel/contents")
    }
    try write(Self.models, "Sources/Models/Models.swift")
    try write("import Models\nprint(\"the app\")\n", "Sources/App/main.swift")
  }

  private func write(_ text: String, _ name: String) throws {
    let file = package.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func run(_ words: [String]) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  /// A store of the first version with made-up rows: its classes are read as a model.
  private func makeStore() throws {
    let models = package.appendingPathComponent("Sources/Models").path
    let document = try SourceHelper.beside.read(models, schema: "V1")
    let model = folder.file("V1.mom")
    try CompiledModel.write(ResolvedModel(document.model)).write(to: model)
    let made = run(["seed", model.path, "--rows", "6", "-o", store])
    try #require(made.status == .fine, "\(made.errors)")
  }

  @Test func aPlanIsCompiledRunAndProven() throws {
    try makeStore()
    let before = try SQLiteStore.description(of: store).metadata.hashes
    let sources = try FolderState(package)
    let explained = run(["migrate", store, "--to", package.path, "--explain"])
    #expect(explained.status == .fine, "\(explained.errors)")
    #expect(
      explained.output.contains("By ShopPlan of the target Models, on a copy:")
        && explained.output.contains("1.0.0 (V1) to 2.0.0 (V2) (custom stage)"), "\(explained.output)")
    #expect(!explained.errors.contains("filling"))

    let copy = folder.file("New.sqlite").path
    let result = run(["migrate", store, "--to", package.path, "-o", copy, "--json"])
    #expect(result.status == .fine, "\(result.output)\(result.errors)")
    #expect(result.errors.contains("filling shelves"))
    let document = try JSONDocument(result.output)
    #expect(document["outcome"]?.string == "migrated" && document["from"]?.string == "1.0.0 (V1)")
    let rows = try #require(document["proof"]?["entities"]?.elements)
    #expect(rows.map { $0["to"]?.string } == ["Book", "Loan"])
    #expect(rows.allSatisfy { $0["before"] == .number(6) })
    #expect(rows.map { $0["after"] } == [.number(6), .number(5)])
    let links = try #require(document["proof"]?["links"]?.elements)
    #expect(links.count == 1 && links[0]["before"] != .number(0))
    #expect(try SQLiteStore.description(of: store).metadata.hashes == before)
    let connection = try Connection(path: copy, mode: .untouched)
    let shelves = try connection.text("SELECT group_concat(DISTINCT ZSHELF) FROM ZBOOK WHERE ZNAME IS NOT NULL")
    #expect(shelves == "A1 2 Shelf Names.Shelf Shelf")
    #expect(document["to"]?.string == "2.0.0 (V2)")
    // What the steps inside the program left out is told outside of it.
    #expect(document["proof"]?["mode"]?.string == "copy")
    let dropped = document["proof"]?["dropped"]?.elements.compactMap(\.string) ?? []
    #expect(dropped.contains { $0.hasPrefix("6 ") && $0.contains("Book.code") }, "\(dropped)")
    #expect(dropped.contains("1 row of Loan, by the code of a stage"), "\(dropped)")
    // Nothing was written into the package, and nothing is left beside the copy.
    #expect(try FolderState(package) == sources)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).allSatisfy { !$0.hasPrefix(".") })

    // What the command says is what its user can do.
    let back = run(["migrate", copy, "--to", package.path, "--version", "1.0.0", "--in-place"])
    #expect(back.status == .findings, "\(back.errors)")
    #expect(
      back.output.contains(
        "which is later than that of the container's models, 1.0.0 (V1). Stores are not taken back:"),
      "\(back.output)")
    #expect(!back.output.contains("allowsSave"), "\(back.output)")
  }

  /// The stage does what a title of the store says.
  @Test func whatAStageThrowsOrEndsIsToldWithItsStage() throws {
    try makeStore()
    let models = Self.models.replacingOccurrences(
      of: "case \"exit\"", with: "case \"throw\": throw Oops.boom\n                case \"exit\"")
    try write(models + "\nenum Oops: Error { case boom }\n", "Sources/Models/Models.swift")
    let stores = folder.file("stores")
    try FileManager.default.createDirectory(at: stores, withIntermediateDirectories: true)
    let titles = ["exit", "throw", "trap", "zzz"]
    for title in titles {
      let copy = stores.appendingPathComponent("\(title).sqlite").path
      try SQLiteStore.copy(store, to: copy)
      try Connection(path: copy, mode: .readWrite).execute("UPDATE ZBOOK SET ZTITLE = '\(title)' WHERE Z_PK = 1")
    }
    // And one of a model that the plan knows nothing of.
    let model = ExampleLibrary.model.path
    let seeded = run(["seed", model, "--rows", "1", "-o", stores.appendingPathComponent("alien.sqlite").path])
    #expect(seeded.status == .fine, "\(seeded.errors)")
    let before = try FolderState(stores)
    let result = run(["migrate", "--from-all", stores.path, "--to", package.path, "--allow-inferred", "--json"])
    #expect(result.status == .findings, "\(result.errors)")
    #expect(try FolderState(stores) == before)
    let document = try JSONDocument(result.output)
    #expect(document["to"]?.string == "2.0.0 (V2)")
    let found = document["stores"]?.elements ?? []
    #expect(found.map { $0["outcome"]?.string } == ["refused", "failed", "refused", "failed", "migrated"])
    let alien = found.first?["problems"]?.elements.compactMap(\.string).joined(separator: "; ") ?? ""
    #expect(
      alien.contains("is of no version of ShopPlan")
        && alien.contains(
          "--allow-inferred is for stores that models only add to; these take away or change Book.shelf, "),
      "\(alien)")
    let problems = found.dropFirst().map { $0["problems"]?.elements.compactMap(\.string).joined(separator: "; ") ?? "" }
    let stage = "the stage 1.0.0 (V1) to 2.0.0 (V2)"
    func path(_ title: String) -> String { stores.appendingPathComponent("\(title).sqlite").path }
    #expect(
      problems[0] == "the code of \(stage) ended the program: exit status 3; \(path("exit")) is as it was")
    #expect(problems[1] == "\(stage) threw Oops.boom; the store is as it was")
    #expect(
      problems[2].hasPrefix("the code of \(stage) ended the program: signal ")
        && problems[2].hasSuffix("; \(path("trap")) is as it was"), "\(problems[2])")
    #expect(result.errors.contains("no such book"))
  }
}

/// The same before anything is compiled.
@Suite struct MigratePlanRefusalTests {
  private let folder: TemporaryFolder
  private let store: String

  init() throws {
    folder = try TemporaryFolder()
    let model = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld").path
    store = folder.file("Library.sqlite").path
    let captured = CapturedOutput()
    #expect(Tool.run(["seed", model, "--rows", "1", "-o", store], console: captured.console) == .fine)
  }

  private func errors(_ words: [String]) -> String {
    let captured = CapturedOutput()
    let status = Tool.run(["migrate", store] + words, console: captured.console)
    #expect(status == .failure && captured.output.isEmpty, "\(words): \(captured.output)")
    #expect(captured.errors.split(separator: "\n").count == 1, "\(captured.errors)")
    return captured.errors
  }

  private func package(_ name: String, _ targets: String, _ files: [String: String]) throws -> String {
    let root = folder.file(name)
    for (file, text) in files.merging(
      [
        "Package.swift": """
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(name: "P", dependencies: [.package(path: "../other")], targets: [\(targets)])
        """
      ], uniquingKeysWith: { given, _ in given })
    {
      let url = root.appendingPathComponent(file)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    return root.path
  }

  private static let plan = """
    import SwiftData
    enum One: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [] }
      static var stages: [MigrationStage] { [] }
    }
    """

  @Test func whatIsNoPackageIsToldApart() throws {
    let empty = folder.file("empty")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
    #expect(errors(["--to", empty.path]).contains("there is no Package.swift in it or above it"))
    #expect(errors(["--to", empty.path, "--allow-loss"]).contains("--allow-loss goes with a model"))
    #expect(errors(["--to", store, "--plan", "X"]).contains("--plan and --causeway go with --to DIR"))
    let manifest = try package("manifest", "", [:]) + "/Package.swift"
    #expect(
      errors(["--to", manifest]).contains("is a Swift file; --to takes a model, or the folder of a Swift package"))
    let broken = try package("broken", "", ["Package.swift": "// swift-tools-version: 5.9\nlet x = \n"])
    #expect(errors(["--to", broken]).contains("broken/Package.swift: "))
  }

  @Test func thePlanIsTheOneThatThereIsOrTheOneThatIsNamed() throws {
    let none = try package("none", ".target(name: \"A\")", ["Sources/A/A.swift": "let a = 1"])
    #expect(errors(["--to", none]).contains("no type of its targets conforms to SchemaMigrationPlan"))
    let two = try package(
      "two", ".target(name: \"A\"), .executableTarget(name: \"B\")",
      [
        "Sources/A/A.swift": Self.plan,
        "Sources/B/main.swift":
          "import SwiftData\nenum Outer {\n}\nextension Outer {\nstruct Two: SwiftData.SchemaMigrationPlan {}\n}",
      ])
    #expect(
      errors(["--to", two]).contains(
        "there are several plans: One (target A), Outer.Two (target B); name one with --plan"))
    #expect(
      errors(["--to", two, "--plan", "Three"]).contains("there is no plan Three; there is One (target A), Outer.Two"))
    // A folder of one target holds one plan; it is compiled with what is not there.
    let elsewhere = errors(["--to", two + "/Sources/A", "--causeway", folder.url.path])
    #expect(elsewhere.contains("no checkout of Causeway"), "\(elsewhere)")
  }

  @Test func whatCannotBeCompiledHereIsNamed() throws {
    let foreign = try package(
      "foreign", ".target(name: \"A\", dependencies: [.product(name: \"Other\", package: \"other\")])",
      ["Sources/A/A.swift": Self.plan])
    #expect(errors(["--to", foreign]).contains("the target A needs the product Other of another package"))
    let wrong = try package(
      "wrong", ".target(name: \"A\")", ["Sources/A/A.swift": Self.plan + "\nlet x: Int = \"no\"\n"])
    let error = errors(["--to", wrong])
    #expect(error.contains("the target A of \(folder.url.path)") || error.contains("the target A of"), "\(error)")
    #expect(
      error.contains("Sources/A/A.swift:6:14: error: cannot convert value") && error.contains("the whole log is /"))
    func log(_ error: String) throws -> String {
      try #require(error.split(separator: " ").last.map { String($0).trimmingCharacters(in: .newlines) })
    }
    let first = try log(error)
    #expect(try String(contentsOfFile: first, encoding: .utf8).contains("cannot convert value"))
    // One for each package, and none when it compiles.
    #expect(try log(errors(["--to", wrong])) == first && first.contains("-wrong-"))
    _ = try package("wrong", ".target(name: \"A\")", ["Sources/A/A.swift": Self.plan])
    let captured = CapturedOutput()
    _ = Tool.run(["migrate", store, "--to", wrong], console: captured.console)
    #expect(!captured.errors.contains("does not compile"), "\(captured.errors)")
    #expect(!FileManager.default.fileExists(atPath: first))
  }

  @Test func whatIsNoSourceIsNamed() throws {
    let embedded = try package(
      "embedded", ".target(name: \"A\", resources: [.embedInCode(\"key.txt\")])",
      ["Sources/A/A.swift": Self.plan, "Sources/A/key.txt": "k"])
    #expect(
      errors(["--to", embedded]).contains("the target A embeds key.txt in its code, which causeway cannot compile"))
    let plugin = try package(
      "plugin", ".target(name: \"A\", plugins: [.plugin(name: \"Gen\", package: \"other\")])",
      ["Sources/A/A.swift": Self.plan])
    #expect(errors(["--to", plugin]).contains("the target A uses the build plugin Gen, which causeway cannot compile"))
  }

  @Test func theRoomsAreThoseOfTheTable() throws {
    var rooms = try ArchitectureTable.closure(of: "SwiftData").union(ArchitectureTable.closure(of: "CoreData"))
    rooms.subtract(try ArchitectureTable.closure(of: "SwiftDataMacros"))
    #expect(Set(CausewayBuild.rooms) == rooms)
  }
}
