package import Foundation

/// The Swift files of a folder and of the folders in it.
package struct SourceFolder: Sendable {
  package let url: URL

  package init(_ url: URL) { self.url = url }

  /// Texts in order of their paths; hidden folders (`.build`) are passed over.
  package func sources() throws -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw SourceError("\(url.path): no such folder")
    }
    guard isFolder.boolValue else { throw SourceError("\(url.path): not a folder") }
    guard
      let files = FileManager.default.enumerator(
        at: url, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    else { throw SourceError("\(url.path): cannot be listed") }
    let paths = files.compactMap { ($0 as? URL).flatMap { $0.pathExtension == "swift" ? $0.path : nil } }.sorted()
    if paths.isEmpty { throw SourceError("\(url.path): holds no Swift files") }
    return try paths.map { path in
      guard let data = FileManager.default.contents(atPath: path) else {
        throw SourceError("\(path): cannot be read")
      }
      guard let text = String(validating: data, as: UTF8.self) else { throw SourceError("\(path): not UTF-8 text") }
      return text
    }
  }
}

/// A reason for which the sources cannot be read, in one line.
package struct SourceError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
