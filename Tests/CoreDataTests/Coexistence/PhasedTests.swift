import Foundation
import TestKit
import Testing

/// `Examples/Phased`: an app's move in four phases, each built as it stands and run on the store of the one before.
@Suite struct PhasedTests {
  private static let example = SharedMaterial.packageRoot.appendingPathComponent("Examples/Phased")

  @Test func everyPhaseGoesOnWithTheStoreOfTheOneBefore() throws {
    let folder = try TemporaryFolder()
    let built = try BuiltPackage()
    let house = try built.makeLibrary(folder.file("libHouse.so"), of: ["SwiftData", "CoreData"])
    let arguments = built.importArguments + ["-I", folder.url.path] + house
    for module in ["Library", "ClassicLibrary"] {
      let outcome = try SwiftCompiler.build(
        sources(module), into: folder.file("lib\(module).so"), module: module,
        arguments: arguments + [
          "-parse-as-library", "-emit-library", "-emit-module", "-emit-module-path",
          folder.file("\(module).swiftmodule").path,
        ])
      try #require(outcome.isFine && outcome.output.isEmpty, "\(outcome.output)")
    }
    let store = folder.file("Library.sqlite").path
    let said = try (1...4).map { phase in
      let program = folder.file("phase\(phase)")
      let libraries = phase == 4 ? ["-lLibrary"] : ["-lLibrary", "-lClassicLibrary"]
      let outcome = try SwiftCompiler.build(
        sources("Phase\(phase)"), into: program, module: "Phase\(phase)", arguments: arguments + libraries)
      try #require(outcome.isFine && outcome.output.isEmpty, "\(outcome.output)")
      let run = try Subprocess([program.path, store]).run()
      #expect(run.isFine)
      return run.output
    }
    #expect(
      said.joined() == """
        Phase 1: 2 books, 1 members, 2 loans
          Ada has Dune
        Phase 2: 3 books, 2 members, 3 loans
          Grace has Kim
          Ada has Emma
          Ada has Dune, renewed 1 times
          saves: classic 2, modern 1
        Phase 3: 3 books, 3 members, 4 loans; Emma has 512 pages
        Phase 4: 4 books, 3 members, 4 loans
          Grace has Kim
          Alan has Emma
          Ada has Emma
          Ada has Dune, renewed 1 times
          7 saves from the beginning on

        """)
    let integrity = try Subprocess(["sqlite3", store, "PRAGMA integrity_check"]).run()
    #expect(!integrity.isFine || integrity.output == "ok\n")
  }

  /// The package itself, by its own manifest.
  @Test(.enabled(if: FullRun.isOn, "make test-full")) func thePackageBuilds() throws {
    let scratch = try TemporaryFolder()
    let outcome = try Subprocess([
      "swift", "build", "--package-path", Self.example.path, "--scratch-path", scratch.url.path,
    ]).run()
    #expect(outcome.isFine, "\(outcome.output)")
  }

  private func sources(_ target: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: Self.example.appendingPathComponent("Sources/\(target)"), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
  }
}
