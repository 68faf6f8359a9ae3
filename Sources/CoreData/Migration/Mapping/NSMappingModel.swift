public import Foundation
import FoundationAdditions
import ModelDescription
import ModelEvolution
import ObjectGraph

/// What becomes of each entity of a model in another one.
open class NSMappingModel: NSObject {
  private var mappings: [NSEntityMapping] = []
  /// Nothing but what follows from the two models: it can be done by moving rows.
  package final private(set) var isInferred = false

  /// A mapping to be filled by a program.
  public override init() {}

  /// Finds a mapping in the bundles: there is none here, since compiled mapping models (`.cdm`) are not read.
  public init?(
    from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
    destinationModel: NSManagedObjectModel?
  ) {
    let folders = (bundles ?? [.main]).map { $0.resourceURL ?? $0.bundleURL }
    let files = folders.flatMap { folder in
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    }.filter { ["cdm", "xcmappingmodel"].contains($0.pathExtension) }
    if !files.isEmpty {
      Notice.show(["mapping models are not read from files: \(files.map(\.lastPathComponent).joined(separator: ", "))"])
    }
    return nil
  }

  /// Reads a compiled mapping model: not supported, so that there is none.
  public init?(contentsOf url: URL?) {
    Notice.show(["mapping models are not read from files: \(url?.path ?? "no file")"])
    return nil
  }

  /// The mapping that follows from the two models alone.
  ///
  /// - Throws: an error with the code `NSInferredMappingModelError` that names what cannot be inferred, and why.
  public class func inferredMappingModel(
    forSourceModel sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel
  ) throws -> NSMappingModel {
    let mapping = ModelMapping.inferred(from: try sourceModel.resolved(), to: try destinationModel.resolved())
    guard mapping.isLightweight else {
      throw CoreDataError.error(
        NSInferredMappingModelError,
        "A mapping cannot be inferred: \(mapping.obstacles.map(\.description).joined(separator: " "))")
    }
    let model = NSMappingModel()
    model.mappings = InferredMappings(mapping).entityMappings
    for mapping in model.mappings {
      for property in (mapping.attributeMappings ?? []) + (mapping.relationshipMappings ?? []) {
        property.isTouched = false
      }
      mapping.isTouched = false
    }
    model.isInferred = true
    return model
  }

  /// In the order in which they run.
  open var entityMappings: [NSEntityMapping]! {
    get { mappings }
    set {
      mappings = newValue ?? []
      isInferred = false
    }
  }

  open var entityMappingsByName: [String: NSEntityMapping] {
    Dictionary(
      mappings.compactMap { mapping in mapping.name.map { ($0, mapping) } }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether rows can be moved as inferred: a program may have changed one of the mappings.
  package final var isPlain: Bool {
    isInferred
      && mappings.allSatisfy { mapping in
        let properties = (mapping.attributeMappings ?? []) + (mapping.relationshipMappings ?? [])
        return !mapping.isTouched && properties.allSatisfy { !$0.isTouched }
      }
  }
}
