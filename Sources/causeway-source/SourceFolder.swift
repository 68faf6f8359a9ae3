package import Foundation
import ModelFiles

/// The Swift files of a folder and of the folders in it.
package struct SourceFolder: Sendable {
  package let url: URL

  package init(_ url: URL) { self.url = url }

  /// In order of their paths; hidden folders (`.build`) are passed over. A single Swift file is taken too.
  package func sources() throws -> [SourceText] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw SourceError("\(url.path): no such folder")
    }
    if !isFolder.boolValue {
      guard url.pathExtension == "swift" else { throw SourceError("\(url.path): not a folder") }
      return [SourceText(name: url.lastPathComponent, text: try Self.text(url.path))]
    }
    let names = try Self.names(in: url)
    if names.isEmpty { throw SourceError("\(url.path): holds no Swift files") }
    return try names.map {
      SourceText(name: $0, text: try Self.text(url.appendingPathComponent($0).path))
    }
  }

  /// Paths below the folder; a link to a file that is there too is not a second one.
  private static func names(in folder: URL) throws -> [String] {
    guard FileManager.default.isReadableFile(atPath: folder.path),
      let files = FileManager.default.enumerator(atPath: folder.path)
    else { throw SourceError("\(folder.path): cannot be listed") }
    var names: [String] = []
    var links: [String] = []
    while let name = files.nextObject() as? String {
      let last = name.split(separator: "/").last ?? ""
      if last.hasPrefix(".") {
        files.skipDescendants()
      } else if last.hasSuffix(".swift") {
        let type = files.fileAttributes?[.type] as? FileAttributeType
        if type == .typeSymbolicLink {
          links.append(name)
        } else if type != .typeDirectory {
          names.append(name)
        }
      }
    }
    if !links.isEmpty {
      func target(_ name: String) -> String { folder.appendingPathComponent(name).resolvingSymlinksInPath().path }
      var seen = Set(names.map(target))
      for link in links.sorted() where seen.insert(target(link)).inserted { names.append(link) }
    }
    return names.sorted()
  }

  private static func text(_ path: String) throws -> String {
    // Opening a FIFO would wait for a writer.
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let type = (try? FileManager.default.attributesOfItem(atPath: resolved))?[.type] as? FileAttributeType
    guard type == nil || type == .typeRegular else { throw SourceError("\(path): not a regular file") }
    guard let data = FileManager.default.contents(atPath: path) else { throw SourceError("\(path): cannot be read") }
    if FileKind.isGitPointer(data) {
      throw SourceError("\(path): a Git LFS pointer, not the source itself; run `git lfs pull` to fetch it")
    }
    guard let text = String(validating: data, as: UTF8.self) else { throw SourceError("\(path): not UTF-8 text") }
    return text
  }
}

/// One Swift file: its path below the folder, and what it says.
package struct SourceText: Hashable, Sendable {
  package var name: String
  package var text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// A reason for which the sources cannot be read, in one line.
package struct SourceError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
