import Foundation

/// `causeway-source portable`: the places of a folder that need Objective-C, as JSON; with `--apply`, edited.
package struct PortableVerb {
  private let folder: URL
  private let applies: Bool

  package static let usage = "usage: causeway-source portable DIR [--apply]"

  package init(_ words: [String]) throws {
    let paths = words.filter { $0 != "--apply" }
    guard let path = paths.first, paths.count == 1, !path.hasPrefix("-") else { throw SourceError(Self.usage) }
    folder = URL(fileURLWithPath: path)
    applies = words.contains("--apply")
  }

  /// The findings as a JSON list; paths are below the folder.
  package func run() throws -> String {
    let portability = Portability(try SourceFolder(folder).sources())
    if applies {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder)
      try portability.apply(in: isFolder.boolValue ? folder : folder.deletingLastPathComponent())
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(portability.findings), as: UTF8.self)
  }
}
