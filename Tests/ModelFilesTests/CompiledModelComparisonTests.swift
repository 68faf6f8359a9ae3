import Foundation
import ModelDescription
import TestKit
import Testing

@testable import ModelFiles

/// Models compiled here, and the `.mom` files that Xcode compiled from the same sources (CoreDataPlus).
@Suite(.enabled(if: SharedMaterial.isPresent, "shared material")) struct CompiledModelComparisonTests {
  private static let folder = "stores/alemar11__CoreDataPlus/models"
  private static let models = ["SampleModel", "SampleModel3"]

  private struct Version: Sendable {
    let name: String
    let ours: [String: String]
    let theirs: [String: String]
  }

  private static func versions(of model: String) throws -> [Version] {
    let place = SharedMaterial.url("\(folder)/\(model)")
    let source = try ModelFiles.load(place.appendingPathComponent("\(model).xcdatamodeld"))
    return try source.versions.map { version in
      let file = place.appendingPathComponent("\(model).momd/\(version.name).mom")
      return Version(
        name: version.name,
        ours: try ArchiveFields(CompiledModel.write(ResolvedModel(version.model))).fields,
        theirs: try ArchiveFields(Data(contentsOf: file)).fields)
    }
  }

  /// Differences that are known, by what they end with: this list may only shrink.
  private static let known: [(suffix: String, reason: String)] = [
    ("model.CDMCompilerToolVersion", "the version of Xcode's compiler, which this is not"),
    ("model.CDMCompilerXcodeVersion", "the version of Xcode"),
    (
      "Car.NSProperties.color.NSAttributeValueClassName",
      "a transformable's class, which Xcode left out here, and why is not known"
    ),
  ]

  @Test(arguments: models) func fieldsAreThoseOfXcode(model: String) throws {
    for version in try Self.versions(of: model) {
      let keys = Set(version.ours.keys).union(version.theirs.keys)
      let different = keys.filter { version.ours[$0] != version.theirs[$0] }
      let unknown = different.filter { key in !Self.known.contains { key.hasSuffix($0.suffix) } }.sorted()
      print(
        "fields of \(version.name) as Xcode compiled them: \(keys.count - different.count) of \(keys.count),"
          + " \(different.count - unknown.count) known differences")
      let lines = unknown.map { "\($0): \(version.ours[$0] ?? "–") | \(version.theirs[$0] ?? "–")" }
      #expect(unknown.isEmpty, "\(lines.prefix(40).joined(separator: "\n"))")
    }
  }
}
