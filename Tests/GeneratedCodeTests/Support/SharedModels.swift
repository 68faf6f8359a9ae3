import Foundation
import ModelDescription
import ModelFiles
import TestKit
import Testing

/// The versions of the models beside the repository.
struct SharedModels {
  struct Version: Sendable, CustomTestStringConvertible {
    /// `SwiftGen__SwiftGen/Model.xcdatamodeld`.
    let bundle: String
    let name: String
    let model: ModelDescription

    var url: URL { SharedMaterial.url("models").appendingPathComponent(bundle) }
    var testDescription: String { "\(bundle) \(name)" }
  }

  /// All of them, in order of their paths; none where there is no shared material.
  static let all: [Version] = {
    guard let folder = SharedMaterial.folder?.appendingPathComponent("models") else { return [] }
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL]
    let bundles = (files ?? []).filter { $0.pathExtension == "xcdatamodeld" && !$0.path.contains("/old-format/") }
    return bundles.sorted { $0.path < $1.path }.flatMap { bundle in
      // The suite of ModelFiles says that each can be read.
      ((try? ModelFiles.load(bundle).versions) ?? []).map {
        Version(bundle: String(bundle.path.dropFirst(folder.path.count + 1)), name: $0.name, model: $0.model)
      }
    }
  }()

  /// Ten that differ in what they use.
  static let varied: [Version] = variedNames.compactMap { bundle, name in
    all.first { $0.bundle.hasPrefix(bundle) && $0.name == name }
  }

  static let variedNames = [
    // Derived attributes, bounds.
    ("AvdLee__CoreDataBestPractices/DataModel.", "CoreDataBestPractices"),
    // Two configurations, ordered.
    ("JohnEstropia__CoreStore/Model.", "Model"),
    // Parents, abstract, derived, ordered, fetched properties, templates, indexes, transformables.
    ("SwiftGen__SwiftGen/Model.", "Model 2"),
    // Parents, transformables.
    ("alemar11__CoreDataPlus/SampleModel.", "SampleModel"),
    // Compound indexes, bounds, many dates and numbers.
    ("LoopKit__LoopKit/Model.", "Model"),
    // Constraints.
    ("bignerdranch__CoreDataStack/UniqueConstraintModel.", "UniqueConstraintModel"),
    // Ordered, to itself, indexed.
    ("duckduckgo__BrowserServicesKit/BookmarksModel.", "BookmarksModel 2"),
    // Transformables with classes of Foundation's, ordered.
    ("matrix-org__matrix-ios-sdk/MXCoreDataStore.", "MXCoreDataStore"),
    // Composites.
    ("phimage__MomXML/Model.", "Model"),
    // Names that Swift has, abstract parents, many-to-many.
    ("project-imas__encrypted-core-data/Model.", "Model"),
  ]
}
