package import Foundation

/// Names, times of change and contents of everything below a folder: equal as long as nobody touched it.
package struct FolderState: Equatable, Sendable {
  private var contents: [String: Data] = [:]
  private var times: [String: Date] = [:]

  package init(_ folder: URL) throws {
    for name in FileManager.default.enumerator(atPath: folder.path)?.compactMap({ $0 as? String }) ?? [] {
      let path = folder.appendingPathComponent(name).path
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      times[name] = attributes[.modificationDate] as? Date
      if attributes[.type] as? FileAttributeType == .typeRegular {
        contents[name] = FileManager.default.contents(atPath: path)
      }
    }
  }

  package var names: [String] { times.keys.sorted() }
}
