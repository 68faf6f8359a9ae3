import Foundation

/// The Swift files of a folder and of the folders in it, but for what is hidden; their paths below the folder.
struct SwiftFiles: Sequence, IteratorProtocol {
  private let files: FileManager.DirectoryEnumerator

  /// `nil` for a folder that cannot be listed.
  init?(in folder: String) {
    guard let files = FileManager.default.enumerator(atPath: folder) else { return nil }
    self.files = files
  }

  mutating func next() -> String? {
    while let name = files.nextObject() as? String {
      let last = name.split(separator: "/").last ?? ""
      if last.hasPrefix(".") {
        files.skipDescendants()
      } else if last.hasSuffix(".swift"), files.fileAttributes?[.type] as? FileAttributeType != .typeDirectory {
        return name
      }
    }
    return nil
  }
}
