public import Foundation
import ModelDescription
import ModelFiles

/// A model that is looked up when it is needed, with the checksum that it has to have.
open class NSManagedObjectModelReference: NSObject {
  private enum Place {
    case model(NSManagedObjectModel)
    case file(URL)
    case hashes([String: Data], Bundle?)
    case name(String, Bundle?)
  }

  private let place: Place
  private let checksum: String

  public init(model: NSManagedObjectModel, versionChecksum: String) {
    place = .model(model)
    checksum = versionChecksum
  }

  public init(fileURL: URL, versionChecksum: String) {
    place = .file(fileURL)
    checksum = versionChecksum
  }

  public init(entityVersionHashes versionHash: [AnyHashable: Any], in bundle: Bundle?, versionChecksum: String) {
    let hashes = versionHash.compactMap { key, value in
      (key as? String).flatMap { name in (value as? Data).map { (name, $0) } }
    }
    place = .hashes(Dictionary(hashes, uniquingKeysWith: { first, _ in first }), bundle)
    checksum = versionChecksum
  }

  public init(name modelName: String, in bundle: Bundle?, versionChecksum: String) {
    place = .name(modelName, bundle)
    checksum = versionChecksum
  }

  open var versionChecksum: String { checksum }

  /// The model. One that is not found, or has another checksum, stops the program as Apple's exception does;
  /// `resolve()` throws instead.
  open var resolvedModel: NSManagedObjectModel {
    do {
      return try resolve()
    } catch {
      preconditionFailure("\((error as NSError).localizedDescription)")
    }
  }

  /// The model.
  ///
  /// - Throws: an error with the code `NSManagedObjectModelReferenceNotFoundError` that says where it was looked for.
  public final func resolve() throws -> NSManagedObjectModel {
    let candidates: [ModelDescription]
    let looked: String
    switch place {
    case .model(let model):
      if model.versionChecksum == checksum { return model }
      throw notFound("the model has the checksum \(model.versionChecksum)")
    case .file(let url):
      looked = url.path
      do {
        candidates = try ModelFiles.load(url).versions.map(\.model)
      } catch {
        throw notFound("\(error)")
      }
    case .name(let name, let bundle):
      let search = ModelSearch(bundle.map { [$0] })
      looked = search.folders.map(\.path).joined(separator: ", ")
      // A version's own name, or the name of the bundle that holds it.
      candidates = search.all().flatMap { url in
        ((try? ModelFiles.load(url).versions) ?? []).filter { version in
          version.name == name || url.deletingPathExtension().lastPathComponent == name
        }.map(\.model)
      }
    case .hashes(let hashes, let bundle):
      let search = ModelSearch(bundle.map { [$0] })
      looked = search.folders.map(\.path).joined(separator: ", ")
      let versions = search.all().flatMap { (try? ModelFiles.load($0).versions) ?? [] }.map(\.model)
      candidates = (try? ModelMerge.model(among: versions, havingHashes: hashes)).map { [$0] } ?? []
    }
    for candidate in candidates {
      let model = NSManagedObjectModel(candidate)
      if model.versionChecksum == checksum { return model }
    }
    throw notFound(
      candidates.isEmpty
        ? "none was found in \(looked)" : "none of the \(candidates.count) models in \(looked) has it")
  }

  private func notFound(_ reason: String) -> NSError {
    NSError(
      domain: NSCocoaErrorDomain, code: NSManagedObjectModelReferenceNotFoundError,
      userInfo: [
        NSLocalizedDescriptionKey: "There is no model with the version checksum \(checksum): \(reason)."
      ])
  }
}
