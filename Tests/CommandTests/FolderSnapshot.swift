import Foundation

/// Names, sizes, contents and times of everything in a folder, to show that nothing changed.
struct FolderSnapshot: Equatable {
  private struct Item: Equatable {
    var name: String
    var size: Int64
    var seconds: Int
    var nanoseconds: Int
    var mode: UInt32
    var content: Data?
  }

  private let items: [Item]

  /// - Parameter withContent: compares every byte too.
  init(_ folder: URL, withContent: Bool = true) throws {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    items = try ([""] + names.sorted()).map { name in
      let path = folder.appendingPathComponent(name).path
      var info = stat()
      guard lstat(path, &info) == 0 else { throw CocoaError(.fileReadNoSuchFile) }
      let isFile = info.st_mode & S_IFMT == S_IFREG
      return Item(
        name: name, size: Int64(info.st_size), seconds: info.st_mtim.tv_sec, nanoseconds: info.st_mtim.tv_nsec,
        mode: info.st_mode, content: isFile && withContent ? try Data(contentsOf: URL(fileURLWithPath: path)) : nil)
    }
  }
}
