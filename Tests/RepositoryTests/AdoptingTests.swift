import Foundation
import TestKit
import Testing

/// `Examples/Adopting`: the sources of an app on Apple's platforms, which build and run here as they stand.
@Suite struct AdoptingTests {
  private static let example = SharedMaterial.packageRoot.appendingPathComponent("Examples/Adopting")

  @Test func theReadmeShowsTheManifest() throws {
    let page = try String(
      contentsOf: SharedMaterial.packageRoot.appendingPathComponent("README.md"), encoding: .utf8)
    let manifest = try String(contentsOf: Self.example.appendingPathComponent("Package.swift"), encoding: .utf8)
    let block = try #require(page.firstMatch(of: /```\w*\n((?:.|\n)*?)```/))
    #expect(String(block.1) == manifest, "README.md's first code block is not Examples/Adopting/Package.swift")
  }

  /// On Apple's platforms nothing of ours is built: `import SwiftData` is Apple's there.
  @Test func theManifestDependsOnUsElsewhereThanOnApplesPlatforms() throws {
    struct Manifest: Decodable {
      struct Target: Decodable {
        struct Dependency: Decodable { let product: [Part]? }
        let name: String
        let dependencies: [Dependency]
      }
      /// A product's dependency is an array of its names, then the condition.
      enum Part: Decodable {
        case name(String)
        case platforms([String])
        case other

        init(from decoder: any Decoder) throws {
          let container = try decoder.singleValueContainer()
          if let name = try? container.decode(String.self) {
            self = .name(name)
          } else if let condition = try? container.decode([String: [String]].self) {
            self = .platforms(condition["platformNames"] ?? [])
          } else {
            self = .other
          }
        }
      }
      let targets: [Target]
    }
    let dump = try Subprocess(["swift", "package", "--package-path", Self.example.path, "dump-package"]).run()
    try #require(dump.isFine, "\(dump.output)")
    let start = try #require(dump.output.firstIndex(of: "{"))
    let manifest = try JSONDecoder().decode(Manifest.self, from: Data(dump.output[start...].utf8))
    let products = manifest.targets.flatMap { $0.dependencies.compactMap(\.product) }
    #expect(products.count == 1)
    for product in products {
      let platforms = product.compactMap { part in if case .platforms(let names) = part { names } else { nil } }
      #expect(platforms.map { $0.sorted() } == [["android", "linux", "windows"]])
    }
  }

  /// The sources compile against the library of this build, and the program prints what it should.
  @Test func theSourcesCompileAndRun() throws {
    let folder = try TemporaryFolder()
    let built = try BuiltPackage()
    let house = try built.makeLibrary(folder.file("libHouse.so"))
    let search = built.importArguments + ["-I", folder.url.path]
    let library = try SwiftCompiler.build(
      try sources("LibraryModel"), into: folder.file("libLibraryModel.so"), module: "LibraryModel",
      arguments: search + [
        "-parse-as-library", "-emit-library", "-emit-module", "-emit-module-path",
        folder.file("LibraryModel.swiftmodule").path,
      ] + house)
    try #require(library.isFine && library.output.isEmpty, "\(library.output)")
    let program = folder.file("adopting")
    let main = try SwiftCompiler.build(
      try sources("adopting"), into: program, module: "adopting",
      arguments: search + ["-lLibraryModel"] + house)
    try #require(main.isFine && main.output.isEmpty, "\(main.output)")
    let run = try Subprocess([program.path]).run()
    #expect(run.output == "Ursula should have brought back The Dispossessed\n")
    #expect(run.isFine)
  }

  /// The package itself, by its own manifest.
  @Test(.enabled(if: FullRun.isOn, "make test-full")) func thePackageBuildsAndItsTestsPass() throws {
    let scratch = try TemporaryFolder()
    let place = ["--package-path", Self.example.path, "--scratch-path", scratch.url.path]
    let run = try Subprocess(["swift", "run"] + place + ["adopting"]).run()
    #expect(run.isFine && run.output.contains("Ursula should have brought back The Dispossessed"), "\(run.output)")
    let test = try Subprocess(["swift", "test"] + place).run()
    #expect(test.isFine, "\(test.output)")
  }

  private func sources(_ target: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: Self.example.appendingPathComponent("Sources/\(target)"), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
  }
}
