import Foundation
import SQLiteDriver
import TestKit
import Testing

@testable import causeway

@Suite struct HashStoreTests {
  private static let model = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld")
    .path

  private func run(_ words: [String]) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(["hash"] + words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  private func seed(_ folder: TemporaryFolder) throws -> String {
    let path = folder.file("Library.sqlite").path
    let captured = CapturedOutput()
    let words = ["seed", Self.model, "--version", "Library", "--rows", "1", "-o", path]
    try #require(Tool.run(words, console: captured.console) == .fine, "\(captured.errors)")
    return path
  }

  @Test func aStoreStatesWhatItsModelHashes() throws {
    let folder = try TemporaryFolder()
    let path = try seed(folder)
    let document = try JSONDocument(run([path, "--json"]).output)
    #expect(document["kind"]?.string == "store")
    #expect(document["stated"] == document["computed"])
    #expect(document["disagreements"] == .array([]))
    let model = try JSONDocument(run([Self.model, "--json"]).output)
    let version = try #require(model["versions"]?.elements.first { $0["name"]?.string == "Library" })
    #expect(version["entities"] == document["stated"]?["entities"])
    #expect(version["digest"] == document["stated"]?["digest"])
    #expect(version["current"] == .boolean(false))
    let text = run([path])
    #expect(text.status == .fine)
    #expect(text.output.hasSuffix("\nThe model that the store keeps of itself has the same hashes.\n"))
  }

  @Test func anotherModelInTheStoreIsToldByEntity() throws {
    let (one, two) = (try TemporaryFolder(), try TemporaryFolder())
    let path = try seed(one)
    let other = two.file("Other.sqlite").path
    let captured = CapturedOutput()
    _ = Tool.run(["seed", Self.model, "--rows", "1", "-o", other], console: captured.console)
    try Connection(path: path, mode: .readWrite).execute(
      "ATTACH '\(other)' AS other; UPDATE Z_MODELCACHE SET Z_CONTENT = (SELECT Z_CONTENT FROM other.Z_MODELCACHE)")
    let result = run([path])
    #expect(result.status == .findings)
    #expect(result.output.hasSuffix("Not alike: Book, Shelf, digest, checksum.\n"))
  }

  @Test func aStoreWithoutAReadableModelSaysSo() throws {
    let folder = try TemporaryFolder()
    let path = try seed(folder)
    try Connection(path: path, mode: .readWrite).execute("DELETE FROM Z_MODELCACHE")
    let missing = run([path])
    #expect(missing.status == .fine && missing.output.contains("The store keeps no model of itself; "))
    try Connection(path: path, mode: .readWrite).execute("INSERT INTO Z_MODELCACHE VALUES (x'00FF')")
    let broken = run([path])
    #expect(broken.status == .findings && broken.output.contains("The store keeps a model of itself that is broken: "))
  }

  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func storesOfTheFrameworksStateWhatTheirModelsHash() throws {
    var (good, modelled, all) = (0, 0, 0)
    for store in try RealStores.all() {
      all += 1
      let result = run([store.path, "--json"])
      #expect(result.status == .fine, "\(store.name): \(result.errors)")
      good += result.status == .fine ? 1 : 0
      if result.output.contains("\"computed\": {") { modelled += 1 }
    }
    print("hash agrees with the metadata: \(good) of \(all) stores, \(modelled) of them by a model of their own")
    #expect(good == all && modelled > 0)
  }
}
