package import Foundation
import ModelDescription

/// Reads models in any of their file forms.
package enum ModelFiles {
  /// Takes an `.xcdatamodeld`, `.xcdatamodel`, its `contents`, a `.momd`, `.mom` or `.omo`.
  ///
  /// What `ModelValidation` warns of is among each version's warnings; what it refuses, `ResolvedModel` refuses.
  ///
  /// - Throws: `ModelFileError` with the file and what is wrong with it.
  package static func load(_ url: URL) throws -> ModelBundle {
    var bundle = try read(url)
    for index in bundle.versions.indices {
      let version = bundle.versions[index]
      bundle.versions[index].warnings += ModelValidation.findings(in: version.model)
        .filter { $0.severity == .warning }.map { "\(version.path): \($0)" }
    }
    return bundle
  }

  private static func read(_ url: URL) throws -> ModelBundle {
    let kind = FileKind.of(url)
    if kind == .missing { throw ModelFileError("there is no such file or folder", path: url.path) }
    switch url.pathExtension {
    case "xcdatamodeld": return try sourceBundle(url)
    case "momd": return try compiledBundle(url)
    case "mom", "omo": return single(try compiledVersion(url), url)
    default:
      if kind == .folder {
        let members = ["contents", "elements"].map { url.appendingPathComponent($0) }
        guard members.contains(where: { FileKind.of($0) != .missing }) else {
          throw ModelFileError("the folder holds no model", path: url.path)
        }
        return single(try sourceVersion(url), url)
      }
      let data = try contents(url)
      if data.starts(with: Array("bplist".utf8)) { return single(try compiledVersion(url), url) }
      let result = try XCDataModelReader.read(data, path: url.path)
      let name = url.deletingLastPathComponent().deletingPathExtension().lastPathComponent
      return single(.init(name: name, path: url.path, model: result.model, warnings: result.warnings), url)
    }
  }

  private static func single(_ version: ModelBundle.Version, _ url: URL) -> ModelBundle {
    ModelBundle(path: url.path, versions: [version], currentName: version.name)
  }

  private static func sourceBundle(_ url: URL) throws -> ModelBundle {
    let versions = try members(of: url, extension: "xcdatamodel").map(sourceVersion)
    if versions.isEmpty { throw ModelFileError("the bundle holds no .xcdatamodel", path: url.path) }
    var bundle = ModelBundle(path: url.path, versions: versions, currentName: nil)
    if let current = try currentVersion(of: url) {
      if versions.contains(where: { $0.name == current }) {
        bundle.currentName = current
      } else {
        bundle.missingName = current
        bundle.warnings.append("\(url.path): .xccurrentversion names \"\(current)\", which is not in the bundle")
      }
    } else if versions.count > 1 {
      bundle.warnings.append("\(url.path): no .xccurrentversion says which version is current")
    }
    if versions.count == 1, bundle.missingName == nil { bundle.currentName = versions.first?.name }
    return bundle
  }

  private static func currentVersion(of bundle: URL) throws -> String? {
    let file = bundle.appendingPathComponent(".xccurrentversion")
    if FileKind.of(file) == .missing { return nil }
    let data = try contents(file)
    guard let plist = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let entries = plist as? [String: Any]
    else { throw ModelFileError("is no property list", path: file.path) }
    // Xcode writes an empty dictionary for a bundle whose current version was never chosen.
    guard let name = entries["_XCCurrentVersionName"] as? String else { return nil }
    return name.hasSuffix(".xcdatamodel") ? String(name.dropLast(".xcdatamodel".count)) : name
  }

  private static func sourceVersion(_ url: URL) throws -> ModelBundle.Version {
    let name = url.deletingPathExtension().lastPathComponent
    let (file, early) = (url.appendingPathComponent("contents"), url.appendingPathComponent("elements"))
    let isEarly = FileKind.of(file) == .missing && FileKind.of(early) != .missing
    let result =
      try isEarly
      ? Xcode3ModelReader.read(contents(early), path: early.path)
      : XCDataModelReader.read(contents(file), path: file.path)
    return .init(name: name, path: url.path, model: result.model, warnings: result.warnings)
  }

  private static func compiledBundle(_ url: URL) throws -> ModelBundle {
    let versions = try members(of: url, extension: "mom").map(compiledVersion)
    if versions.isEmpty { throw ModelFileError("the bundle holds no .mom", path: url.path) }
    var bundle = ModelBundle(path: url.path, versions: versions, currentName: nil)
    let info = url.appendingPathComponent("VersionInfo.plist")
    if FileKind.of(info) != .missing {
      let data = try contents(info)
      let plist = try? PropertyListSerialization.propertyList(from: data, format: nil)
      bundle.currentName = (plist as? [String: Any])?["NSManagedObjectModel_CurrentVersionName"] as? String
    }
    if let current = bundle.currentName, !versions.contains(where: { $0.name == current }) {
      bundle.warnings.append("\(url.path): VersionInfo.plist names \"\(current)\", which is not in the bundle")
      bundle.missingName = current
      bundle.currentName = nil
    }
    if versions.count == 1, bundle.missingName == nil { bundle.currentName = versions.first?.name }
    return bundle
  }

  private static func compiledVersion(_ url: URL) throws -> ModelBundle.Version {
    let data = try contents(url)
    if data.isEmpty { throw ModelFileError("the file is empty", path: url.path) }
    if FileKind.isGitPointer(data) { throw ModelFileError(FileKind.gitPointerMessage, path: url.path) }
    do {
      let model = try ArchivedModelReader.read(data)
      return .init(
        name: url.deletingPathExtension().lastPathComponent, path: url.path, model: model, warnings: [])
    } catch let error as ModelFileError {
      throw error
    } catch {
      throw ModelFileError("is no compiled model: \(error)", path: url.path)
    }
  }

  private static func members(of bundle: URL, extension suffix: String) throws -> [URL] {
    let kind = FileKind.of(bundle)
    guard kind == .folder else {
      throw ModelFileError("is \(kind.words), not a bundle with models", path: bundle.path)
    }
    do {
      return try FileManager.default.contentsOfDirectory(at: bundle, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == suffix }
        .sorted { $0.baseName.compare($1.baseName, options: .numeric) == .orderedAscending }
    } catch {
      throw ModelFileError("the bundle cannot be read", path: bundle.path)
    }
  }

  /// Reads a regular file only: opening a FIFO would wait for a writer for ever.
  private static func contents(_ url: URL) throws -> Data {
    let kind = FileKind.of(url)
    guard kind == .regular else { throw ModelFileError("is \(kind.words), not a file with a model", path: url.path) }
    do {
      return try Data(contentsOf: url)
    } catch {
      throw ModelFileError("the file cannot be read", path: url.path)
    }
  }
}

extension URL {
  fileprivate var baseName: String { deletingPathExtension().lastPathComponent }
}
