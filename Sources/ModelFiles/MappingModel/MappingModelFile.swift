package import Foundation
package import ModelDescription

/// A mapping model read from a file: Xcode's `.xcmappingmodel`, or the `xcmapping.xml` in it.
package struct MappingModelFile: Sendable {
  /// The file's name without its ending.
  package var name: String
  package var path: String
  package var description: MappingModelDescription
  /// What was not read, each named.
  package var warnings: [String]

  /// The endings of mapping models' names.
  package static let endings = ["xcmappingmodel", "cdm"]

  /// - Throws: `ModelFileError` with the file, the entity mapping and the property.
  package static func load(_ url: URL) throws -> MappingModelFile {
    let name = self.name(of: url)
    guard url.pathExtension != "cdm" else {
      throw ModelFileError(
        "is a compiled mapping model, whose form is not known here; take the .xcmappingmodel that it was compiled from",
        path: url.path)
    }
    var file = url
    if FileKind.of(url) == .folder {
      file = url.appendingPathComponent("xcmapping.xml")
      guard FileKind.of(file) != .missing else {
        throw ModelFileError("the folder holds no mapping model: it has no xcmapping.xml", path: url.path)
      }
    }
    let kind = FileKind.of(file)
    if kind == .missing { throw ModelFileError("there is no such file or folder", path: file.path) }
    guard kind == .regular else {
      throw ModelFileError("is \(kind.words), not a file with a mapping model", path: file.path)
    }
    guard let data = try? Data(contentsOf: file) else {
      throw ModelFileError("the file cannot be read", path: file.path)
    }
    return try read(data, name: name, path: file.path)
  }

  /// - Parameter data: what an `xcmapping.xml` holds.
  package static func read(_ data: Data, name: String, path: String) throws -> MappingModelFile {
    if data.isEmpty { throw ModelFileError("the file is empty", path: path) }
    if FileKind.isGitPointer(data) {
      throw ModelFileError(
        "is a Git LFS pointer, not the mapping model itself; run `git lfs pull` to fetch it", path: path)
    }
    var reader = MappingModelReader(try MappingObjects(data, path: path))
    let description = try reader.description()
    return MappingModelFile(name: name, path: path, description: description, warnings: reader.warnings)
  }

  /// The folder's name for a file in it.
  private static func name(of url: URL) -> String {
    let place = url.lastPathComponent == "xcmapping.xml" ? url.deletingLastPathComponent() : url
    return place.deletingPathExtension().lastPathComponent
  }
}
