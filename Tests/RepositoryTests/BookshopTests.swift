import Foundation
import TestKit
import Testing

/// `Examples/Bookshop`: an app on Core Data, with a model, generated classes and classes that are written by hand.
@Suite struct BookshopTests {
  private static let example = SharedMaterial.packageRoot.appendingPathComponent("Examples/Bookshop")

  /// What the build plugin runs, the compiler on this build's library, and then both programs on one store: the whole app in
  /// either language mode.
  @Test(arguments: ["5", "6"]) func theProgramsBuildAndRun(mode: String) throws {
    let folder = try TemporaryFolder()
    let built = try BuiltPackage()
    let house = try built.makeLibrary(folder.file("libHouse.so"), of: ["CoreData"])
    let search = built.importArguments + ["-I", folder.url.path] + house
    let model = Self.example.appendingPathComponent("Sources/BookshopModel/Bookshop.xcdatamodeld")
    let classes = try SwiftCompiler.build(
      sources("BookshopModel", in: folder, ["--model", model.path]), into: folder.file("libBookshopModel.so"),
      module: "BookshopModel",
      arguments: search + [
        "-parse-as-library", "-emit-library", "-emit-module", "-emit-module-path",
        folder.file("BookshopModel.swiftmodule").path,
      ], languageMode: mode)
    try #require(classes.isFine && classes.output.isEmpty, "\(classes.output)")

    let dependency = [
      "--dependency", "BookshopModel=\(model.deletingLastPathComponent().path)", "--dependency",
      "BookshopModel=\(model.path)",
    ]
    for name in ["Bookshop", "BookshopLedger"] {
      // The ledger is a script: code at the top level of its file.
      let program = try SwiftCompiler.build(
        sources(name, in: folder, dependency), into: folder.file(name), module: name,
        arguments: search + ["-lBookshopModel"] + (name == "Bookshop" ? ["-parse-as-library"] : []),
        languageMode: mode)
      try #require(program.isFine && program.output.isEmpty, "\(program.output)")
    }

    let store = folder.file("Bookshop.sqlite").path
    let day = try Subprocess([folder.file("Bookshop").path, store]).run()
    #expect(day.isFine && day.output.contains("40 of 40 checks hold"), "\(day.output)")
    let ledger = try Subprocess([folder.file("BookshopLedger").path, store]).run()
    #expect(
      ledger.output == """
        No. 1 of Ada: 47.89 for 3 titles, paid
        No. 1 of Bob: 26.97 for 1 titles, open
        11 titles

        """)
    #expect(ledger.isFine)
  }

  /// The package itself, by its own manifest.
  @Test(.enabled(if: FullRun.isOn, "make test-full")) func thePackageBuildsAndRuns() throws {
    let scratch = try TemporaryFolder()
    let run = try Subprocess([
      "swift", "run", "--package-path", Self.example.path, "--scratch-path", scratch.url.path, "Bookshop",
      scratch.file("Bookshop.sqlite").path,
    ]).run()
    #expect(run.isFine && run.output.contains("40 of 40 checks hold"), "\(run.output)")
  }

  /// A target's sources with what the build plugin adds to them.
  private func sources(_ target: String, in folder: TemporaryFolder, _ options: [String]) throws -> [URL] {
    let own = try FileManager.default.contentsOfDirectory(
      at: Self.example.appendingPathComponent("Sources/\(target)"), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
    let output = folder.file("\(target)-generated")
    let tool = try Subprocess(
      [BuiltTool.url().path, "build", "--module", target, "-o", output.path] + options + own.map(\.path)
    ).run()
    try #require(tool.isFine && tool.output.isEmpty, "\(tool.output)")
    return own + ["DataModel.swift", "ManagedAccessors.swift"].map { output.appendingPathComponent($0) }
  }
}
