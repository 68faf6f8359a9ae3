public import Foundation
import FoundationAdditions
import ModelDescription
package import ModelEvolution
import ModelFiles
import ObjectGraph

/// What becomes of each entity of a model in another one.
open class NSMappingModel: NSObject {
  private var mappings: [NSEntityMapping] = []
  /// Nothing but what follows from the two models: it can be done by moving rows.
  package final private(set) var isInferred = false

  /// A mapping to be filled by a program.
  public override init() {}

  /// A mapping that was read from a file.
  package convenience init(_ mapping: AuthoredMapping) {
    self.init()
    mappings = AuthoredMappings(mapping).entityMappings
  }

  /// Finds the mapping model between two models in bundles, the main one for `nil`: by the version hashes of the
  /// entities that it maps.
  ///
  /// Looked for are Xcode's own `.xcmappingmodel` files, which the build puts into the program or a target copies as
  /// resources. `nil` where none fits; one line on the standard error says which there are, and of which entities the
  /// hashes differ.
  public convenience init?(
    from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
    destinationModel: NSManagedObjectModel?
  ) {
    guard let sourceModel, let destinationModel else { return nil }
    let found = MappingSearch(bundles).mapping(
      from: sourceModel.entityVersionHashesByName, to: destinationModel.entityVersionHashesByName)
    guard let (mapping, _) = found.mapping else {
      Notice.show(found.reason.map { [$0] } ?? [])
      return nil
    }
    self.init(mapping)
  }

  /// Reads a mapping model: an `.xcmappingmodel`, or the `xcmapping.xml` in it.
  ///
  /// `nil` for a file that cannot be read, and for a compiled one (`.cdm`), whose form is not known; one line on the
  /// standard error says why, since Apple's initializer cannot.
  public convenience init?(contentsOf url: URL?) {
    guard let url else { return nil }
    do {
      let file = try MappingModelFile.load(url)
      Notice.show(file.warnings)
      self.init(try AuthoredMapping(file.description))
    } catch let error as ModelFileError {
      Notice.show(["no mapping model is read: \(error)"])
      return nil
    } catch {
      Notice.show(["no mapping model is read from \(url.path): \(error)"])
      return nil
    }
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
