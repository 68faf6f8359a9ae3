import Foundation
import ModelDescription
import ModelFiles

/// The versions of a model that a store or classes are compared with, resolved and hashed.
struct ModelVersions {
  let path: String
  let all: [Version]
  /// Every version of the model, also those that `all` leaves out.
  private let known: [Version]
  /// The current one, where the model says which it is.
  let currentName: String?
  let currentIndex: Int?

  struct Version {
    let name: String
    let model: ResolvedModel
    let hashes: [String: Data]
  }

  /// - Parameter only: the one version to compare with; `nil` takes every version.
  /// - Throws: an error that names the file and version which is no model.
  init(_ bundle: ModelBundle, only name: String?) throws {
    path = bundle.path
    currentName = bundle.currentName
    let only = try name.map { try bundle.version($0) }
    known = try bundle.versions.map { version in
      let model = try ModelInput.resolve(version)
      return Version(name: version.name, model: model, hashes: model.versionHashes())
    }
    all = known.filter { only == nil || $0.name == only?.name }
    currentIndex = all.firstIndex { [currentName] in $0.name == currentName }
  }

  /// The first version with these hashes, the current one before others, and the names of all that have them.
  func version(withHashes hashes: [String: Data]) -> (version: Version, alike: [String])? {
    let alike = all.filter { $0.hashes == hashes }
    guard let version = alike.first(where: { $0.name == currentName }) ?? alike.first else { return nil }
    return (version, alike.map(\.name).filter { $0 != version.name })
  }

  /// The model with these hashes, whichever version it is: that of a store which keeps none of itself.
  func model(withHashes hashes: [String: Data]) -> ResolvedModel? { known.first { $0.hashes == hashes }?.model }
}
