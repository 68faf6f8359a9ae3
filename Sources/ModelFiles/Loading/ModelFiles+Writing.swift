package import Foundation
import ModelDescription

extension ModelFiles {
  /// Writes every version of a bundle into a new `.xcdatamodeld` folder, as Xcode lays it out.
  ///
  /// - Parameter folder: the bundle's path; its name should end in `.xcdatamodeld`.
  /// - Throws: `ModelFileError` when something exists at the path, a name cannot be a file's, or a text cannot stand in
  ///   XML. Nothing is left behind then.
  package static func write(_ bundle: ModelBundle, to folder: URL) throws {
    if bundle.versions.isEmpty { throw ModelFileError("there is no version to write", path: folder.path) }
    if FileManager.default.fileExists(atPath: folder.path) {
      throw ModelFileError("exists already; choose another path or remove it", path: folder.path)
    }
    var files: [(path: String, data: Data)] = []
    var names: Set<String> = []
    for version in bundle.versions {
      guard !version.name.isEmpty, !version.name.contains("/"), names.insert(version.name).inserted else {
        throw ModelFileError("the version name \"\(version.name)\" cannot be a folder's", path: folder.path)
      }
      do {
        files.append(("\(version.name).xcdatamodel/contents", try XCDataModelWriter.write(version.model)))
      } catch let error as ModelFileError {
        throw ModelFileError("version \"\(version.name)\": \(error.message)", path: folder.path)
      }
    }
    // Xcode writes the file for bundles of several versions.
    if let current = bundle.currentName, bundle.versions.count > 1 {
      files.append((".xccurrentversion", currentVersionFile(naming: current)))
    }
    do {
      for (path, data) in files {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
      }
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw ModelFileError("the bundle cannot be written", path: folder.path)
    }
  }

  private static func currentVersionFile(naming name: String) -> Data {
    let escaped = name.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>_XCCurrentVersionName</key>
      \t<string>\(escaped).xcdatamodel</string>
      </dict>
      </plist>

      """
    return Data(text.utf8)
  }
}
