import Foundation
import TestKit
import Testing

/// The pages about the module: their links lead somewhere, and their code compiles.
@Suite struct DocumentationPageTests {
  private static let catalogue = SharedMaterial.packageRoot.appendingPathComponent("Sources/SwiftData/SwiftData.docc")

  private func pages() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: Self.catalogue, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }
  }

  /// Each page's code is a type of its own in one module.
  @Test func codeCompiles() throws {
    var source = "import SwiftData\n"
    // A block with a test stands in a test target of the page's package.
    var tests = """
      import CausewayTesting
      import SwiftData
      import Testing
      extension Bundle { static var module: Bundle { .main } }

      """
    var blocks = 0
    for page in try pages() {
      let text = try String(contentsOf: page, encoding: .utf8)
      let code = text.matches(of: /```swift\n((?:.|\n)*?)```/).map { $0.1.replacing("import SwiftData\n", with: "") }
      guard !code.isEmpty else { continue }
      blocks += code.count
      let name = page.deletingPathExtension().lastPathComponent
      source += "enum \(name) {\n\(code.filter { !$0.contains("@Test") }.joined(separator: "\n"))}\n"
      for test in code where test.contains("@Test") { tests += "extension \(name) {\nstruct Tests {\n\(test)}\n}\n" }
    }
    let folder = try TemporaryFolder()
    let file = folder.file("Pages.swift")
    try Data(source.utf8).write(to: file)
    let testFile = folder.file("PageTests.swift")
    try Data(tests.utf8).write(to: testFile)
    let outcome = try SwiftCompiler.typecheck(
      [file, testFile],
      arguments: BuiltPackage().importArguments + ["-parse-as-library"])
    #expect(outcome.status == 0, "\(outcome.output)")
    print("pages: \(blocks) of \(blocks) blocks compile")
  }

  /// The toolchain's own tool says which links lead nowhere.
  @Test func linksResolve() throws {
    let folder = try TemporaryFolder()
    let built = try BuiltPackage()
    let extraction = try Subprocess(
      [
        "swift-symbolgraph-extract", "-module-name", "SwiftData", "-minimum-access-level", "public", "-target",
        target(), "-output-dir", folder.url.path,
      ] + symbolArguments(built)
    ).run()
    try #require(extraction.isFine, "\(extraction.output)")
    let conversion = try Subprocess([
      "docc", "convert", Self.catalogue.path, "--additional-symbol-graph-dir", folder.url.path, "--output-path",
      folder.file("SwiftData.doccarchive").path, "--fallback-bundle-identifier", "SwiftData",
      "--fallback-display-name", "SwiftData",
    ]).run()
    #expect(conversion.isFine, "\(conversion.output)")
    // Not every parameter needs a word.
    let complaints = conversion.output.split(separator: "\n").filter {
      $0.contains("warning: ") && !$0.contains("is missing documentation")
    }
    #expect(complaints.isEmpty, "\(conversion.output)")
  }

  private func target() throws -> String {
    struct Info: Decodable {
      struct Target: Decodable { let triple: String }
      let target: Target
    }
    let output = try Subprocess(["swiftc", "-print-target-info"]).run().output
    return try JSONDecoder().decode(Info.self, from: Data(output.utf8)).target.triple
  }

  /// The tool reads modules and runs no macros.
  private func symbolArguments(_ built: BuiltPackage) -> [String] {
    var arguments = built.importArguments
    while let place = arguments.firstIndex(of: "-load-plugin-executable") {
      arguments.removeSubrange(place...(place + 1))
    }
    return arguments
  }
}
