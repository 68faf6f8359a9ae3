package import Foundation
import ModelDescription

extension ModelFiles {
  /// What a `.momd` folder holds: a `.mom` for every version, and the list of their hashes.
  ///
  /// As those of CoreDataPlus; the checksums are those that stores have since iOS 17 (StoreFormat.md section 10).
  ///
  /// - Throws: `ModelFileError` that names the version which cannot be compiled.
  package static func compile(_ bundle: ModelBundle) throws -> [(name: String, data: Data)] {
    let current = try bundle.version().name
    var files: [(name: String, data: Data)] = []
    var hashes: [String: PlistValue] = [:]
    var checksums: [String: PlistValue] = [:]
    for version in bundle.versions {
      guard !version.name.isEmpty, !version.name.contains("/"), hashes[version.name] == nil else {
        throw ModelFileError("the version name \"\(version.name)\" cannot be a file's", path: bundle.path)
      }
      do {
        let model = try ResolvedModel(version.model)
        files.append(("\(version.name).mom", CompiledModel.write(model)))
        hashes[version.name] = .dictionary(model.versionHashes().mapValues { .data($0) })
        checksums[version.name] = .string(model.versionChecksum())
      } catch {
        throw ModelFileError("\(error)", path: version.path)
      }
    }
    let info: [String: PlistValue] = [
      "NSManagedObjectModel_CurrentVersionName": .string(current),
      "NSManagedObjectModel_VersionHashes": .dictionary(hashes),
      "NSManagedObjectModel_VersionChecksums": .dictionary(checksums),
    ]
    files.append(("VersionInfo.plist", BinaryPlistWriter.data(.dictionary(info))))
    return files
  }
}
