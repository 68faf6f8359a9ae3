import Foundation
import ModelDescription
import TestKit
import Testing

@testable import ModelFiles

/// Models compiled here, and the `.mom` files that Xcode compiled from the same sources (CoreDataPlus).
@Suite(.enabled(if: SharedMaterial.isPresent, "shared material")) struct CompiledModelComparisonTests {
  /// What Xcode compiled, beside its source; of an earlier state of the project too.
  struct Pair: Sendable, CustomTestStringConvertible {
    let folder: String
    let source: String
    let compiled: String
    let versions: Int

    var testDescription: String { "\(folder)/\(compiled)" }
  }

  private static let pairs = [
    Pair(folder: "SampleModel", source: "SampleModel", compiled: "SampleModel", versions: 3),
    Pair(folder: "SampleModel3", source: "SampleModel3", compiled: "SampleModel3", versions: 3),
    Pair(folder: "hist_SampleModel_6739d000", source: "SampleModel", compiled: "SampleModel", versions: 3),
    Pair(folder: "hist_SampleModel_6739d000", source: "SampleModel", compiled: "_SampleModel", versions: 1),
  ]

  private struct Version: Sendable {
    let name: String
    let ours: [String: String]
    let theirs: [String: String]
  }

  private static func versions(of pair: Pair) throws -> [Version] {
    let place = SharedMaterial.url("stores/alemar11__CoreDataPlus/models/\(pair.folder)")
    let source = try ModelFiles.load(place.appendingPathComponent("\(pair.source).xcdatamodeld"))
    let compiled = place.appendingPathComponent("\(pair.compiled).momd")
    let names = try FileManager.default.contentsOfDirectory(atPath: compiled.path).filter { $0.hasSuffix(".mom") }
    return try names.sorted().map { file in
      let name = String(file.dropLast(".mom".count))
      return Version(
        name: "\(pair.folder)/\(pair.compiled).momd/\(name)",
        ours: try ArchiveFields(CompiledModel.write(ResolvedModel(source.version(name).model))).fields,
        theirs: try ArchiveFields(Data(contentsOf: compiled.appendingPathComponent(file))).fields)
    }
  }

  /// Differences that are known, by what version and field end with: this list may only shrink.
  private static let known: [(version: String, suffix: String, reason: String)] = [
    ("", "model.CDMCompilerToolVersion", "the version of Xcode's compiler, which this is not"),
    ("", "model.CDMCompilerXcodeVersion", "the version of Xcode"),
    (
      "SampleModel/SampleModel.momd/SampleModel", "Car.NSProperties.color.NSAttributeValueClassName",
      "a transformable's class, which Xcode left out here, and why is not known"
    ),
    ("_SampleModel.momd/SampleModel", "model.NSVersionIdentifiers", "an identifier that the source got later"),
  ]

  /// An index that was a compound one when Xcode compiled it: it has the name that is made of those of its properties, as a
  /// mutable text. The source beside it says a fetch index with a name.
  private static let formerIndex = (
    version: "hist_SampleModel_6739d000/SampleModel.momd/SampleModel2",
    field: "model.NSEntities.Car.NSFetchIndexDescriptions[0].NSIndexName"
  )

  @Test(arguments: pairs) func fieldsAreThoseOfXcode(pair: Pair) throws {
    let versions = try Self.versions(of: pair)
    #expect(versions.count == pair.versions)
    for version in versions {
      let keys = Set(version.ours.keys).union(version.theirs.keys)
      let different = keys.filter { version.ours[$0] != version.theirs[$0] }
      let unknown = different.filter { key in
        if version.name == Self.formerIndex.version, key.hasPrefix(Self.formerIndex.field) { return false }
        return !Self.known.contains { version.name.hasSuffix($0.version) && key.hasSuffix($0.suffix) }
      }.sorted()
      print(
        "fields of \(version.name) as Xcode compiled them: \(keys.count - different.count) of \(keys.count),"
          + " \(different.count - unknown.count) known differences")
      let lines = unknown.map { "\($0): \(version.ours[$0] ?? "–") | \(version.theirs[$0] ?? "–")" }
      #expect(unknown.isEmpty, "\(lines.prefix(40).joined(separator: "\n"))")
    }
  }
}
