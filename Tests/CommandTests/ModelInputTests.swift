import Foundation
import SQLiteDriver
import TestKit
import Testing

@testable import causeway

/// What counts as a MODEL, and which warnings a verb gives.
@Suite struct ModelInputTests {
  private let folder: TemporaryFolder
  private static let model = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld")
    .path

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: [String]) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  private func seeded() throws -> String {
    let path = folder.file("Old.sqlite").path
    let result = run(["seed", Self.model, "--version", "Library", "--rows", "2", "-o", path])
    try #require(result.status == .fine, "\(result.errors)")
    return path
  }

  @Test func aStoreServesAsModel() throws {
    let store = try seeded()
    let classes = folder.file("classes").path
    #expect(run(["generate", store, "-o", classes]).status != .failure)
    let check = run(["check", "--model", store, "--swift", classes])
    #expect(check.status == .fine && check.errors == "", "\(check)")
    #expect(check.output.contains("same: the classes are version \"Old\" of the model."))
    let other = folder.file("Other.sqlite").path
    #expect(run(["seed", store, "--rows", "3", "-o", other]).status == .fine)
    #expect(run(["check", "--model", store, "--store", other]).output.contains("same: the store is version \"Old\""))
    #expect(run(["inspect", other, "--model", store]).status == .fine)
  }

  @Test func aStoreWithoutModelIsRefusedAsOne() throws {
    let store = try seeded()
    let connection = try Connection(path: store, mode: .readWrite)
    try connection.execute("DELETE FROM Z_MODELCACHE")
    for words in [["generate", store, "-o", folder.file("x").path], ["check", "--model", store, "--store", store]] {
      let result = run(words)
      #expect(result.status == .failure && result.output == "")
      #expect(
        result.errors == "causeway: \(store): the store keeps no model of itself; name a model file instead\n")
    }
  }

  /// Three versions: the middle one has an inverse that is not mutual, the last is current.
  private func bundle() throws -> String {
    let path = folder.file("Model.xcdatamodeld").path
    let odd = #"""
      <entity name="A"><attribute name="x" attributeType="String"/>
      <relationship name="one" optional="YES" maxCount="1" destinationEntity="B" inverseName="a" inverseEntity="B"/>
      <relationship name="two" optional="YES" maxCount="1" destinationEntity="B" inverseName="a" inverseEntity="B"/>
      </entity><entity name="B">
      <relationship name="a" optional="YES" maxCount="1" destinationEntity="A" inverseName="one" inverseEntity="A"/></entity>
      """#
    let good = #"<entity name="A"><attribute name="x" attributeType="String"/></entity>"#
    for (name, elements) in [("One", good), ("Two", odd), ("Three", good)] {
      try BadModelTests.Input.write(BadModelTests.Input.model(elements), to: path + "/\(name).xcdatamodel")
    }
    let plist = try PropertyListSerialization.data(
      fromPropertyList: ["_XCCurrentVersionName": "Three.xcdatamodel"], format: .xml, options: 0)
    try plist.write(to: URL(fileURLWithPath: path + "/.xccurrentversion"))
    return path
  }

  @Test func onlyTheVersionInUseIsWarnedOf() throws {
    let model = try bundle()
    let classes = folder.file("classes").path
    let generated = run(["generate", model, "-o", classes])
    #expect(generated.status == .fine && generated.errors == "", "\(generated)")
    #expect(
      run(["check", "--model", model, "--swift", classes]).errors
        == "note: 1 warning of 1 other version not shown; \"causeway hash \(model)\" lists them\n")
    #expect(run(["check", "--model", model, "--swift", classes, "--version", "Three"]).errors == "")
    let asked = run(["check", "--model", model, "--swift", classes, "--version", "Two"]).errors
    #expect(asked.hasPrefix("warning: ") && asked.contains("A.two") && asked.split(separator: "\n").count == 1)
    #expect(run(["hash", model]).errors.contains("A.two"))
  }

  /// What is missing weighs more than what classes cannot say: artsy's classes lack the inverses that one version has not.
  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func theNearestVersionIsTheOneThatTheClassesCameFrom() throws {
    let model = SharedMaterial.url("models/artsy__energy/ArtsyPartner.xcdatamodeld").path
    let classes = folder.file("classes").path
    #expect(run(["generate", model, "-o", classes]).status != .failure)
    let check = run(["check", "--model", model, "--swift", classes])
    #expect(check.output.contains("none of 19 versions; nearest is \"ArtsyFolio v2.7.0\"."), "\(check.output)")
    #expect(check.output.contains("SwiftData pairs the two on its own"))
    #expect(!check.output.contains("with no inverse."))
  }
}
