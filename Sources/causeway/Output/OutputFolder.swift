package import Foundation

/// A folder that a verb writes files into, all or none: what is in the way is found before the first is written.
package struct OutputFolder: Sendable {
  package let url: URL
  package let replacesFiles: Bool

  package init(_ path: String, replacesFiles: Bool) {
    self.url = URL(fileURLWithPath: path, isDirectory: true)
    self.replacesFiles = replacesFiles
  }

  package struct File: Hashable, Sendable {
    package var name: String
    package var data: Data

    package init(name: String, data: Data) {
      self.name = name
      self.data = data
    }

    package init(name: String, text: String) { self.init(name: name, data: Data(text.utf8)) }
  }

  /// Writes the files, making the folder when it is not there.
  ///
  /// - Throws: `CommandError` that lists the files in the way, or says why the folder cannot be written.
  package func write(_ files: [File]) throws {
    try makeFolder()
    try check(files.map(\.name))
    let staging = try StagingFolder(in: url)
    defer { staging.discard() }
    for file in files {
      do {
        try file.data.write(to: staging.url.appendingPathComponent(file.name))
      } catch {
        throw CommandError("\(url.appendingPathComponent(file.name).path): cannot be written")
      }
    }
    try staging.move(replacesFiles: replacesFiles)
  }

  /// Finds what is in the way, before the work whose files it is for.
  ///
  /// - Throws: `CommandError` that lists the files in the way.
  package func check(_ names: [String]) throws {
    let present = names.filter { isTaken($0) }
    if !present.isEmpty && !replacesFiles {
      let verb = present.count == 1 ? "is" : "are"
      throw CommandError(
        "\(url.path): \(present.joined(separator: ", ")) \(verb) there already; nothing written (--force replaces)")
    }
  }

  /// A dangling link is in the way too, though no file "exists" there.
  private func isTaken(_ name: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: url.appendingPathComponent(name).path)) != nil
  }

  private func makeFolder() throws {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) {
      guard isFolder.boolValue else { throw CommandError("\(url.path): not a folder") }
    } else {
      do {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      } catch {
        throw CommandError("\(url.path): the folder cannot be made")
      }
    }
    guard FileManager.default.isWritableFile(atPath: url.path) else {
      throw CommandError("\(url.path): the folder is not writable")
    }
  }
}
