import Foundation
import SQLiteStore

/// A hidden folder in which a verb makes its files; when all are whole they move to their place in one go.
///
/// It lies in the folder that they are for, so that moving is renaming. What is stopped or fails leaves nothing.
struct StagingFolder {
  let url: URL
  private let destination: URL

  /// - Throws: `CommandError` when the destination takes no folder.
  init(in destination: URL) throws {
    self.destination = destination
    url = destination.appendingPathComponent(".causeway-\(UUID().uuidString)", isDirectory: true)
    Interruption.watch(url)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    } catch {
      discard()
      throw CommandError("\(destination.path): the folder is not writable")
    }
  }

  /// Moves everything to the destination, what is named last at the end.
  ///
  /// - Parameter last: the file that makes the others count.
  /// - Throws: `CommandError` when something is in the way that may not be replaced; what was moved then goes.
  func move(last: String? = nil, replacesFiles: Bool = false) throws {
    try Interruption.settle(url) {
      var moved: [URL] = []
      do {
        let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
          .sorted { ($0 == last ? 1 : 0, $0) < ($1 == last ? 1 : 0, $1) }
        for name in names {
          try Self.move(
            url.appendingPathComponent(name), to: destination.appendingPathComponent(name), replacesFiles, &moved)
        }
      } catch {
        if !replacesFiles { for file in moved.reversed() { try? FileManager.default.removeItem(at: file) } }
        throw error
      }
    }
    discard()
  }

  /// Moves a store that was made here to the destination, with its large values.
  ///
  /// - Throws: an error of one line when something is in its place.
  func moveStore(_ name: String) throws {
    try Interruption.settle(url) {
      try SQLiteStore.move(url.appendingPathComponent(name).path, to: destination.appendingPathComponent(name).path)
    }
    discard()
  }

  /// Removes the folder with what is still in it.
  func discard() {
    Interruption.settle(url) { try? FileManager.default.removeItem(at: url) }
  }

  /// A folder that is there already takes the members.
  private static func move(_ file: URL, to place: URL, _ replacesFiles: Bool, _ moved: inout [URL]) throws {
    let (kind, present) = (type(of: file), type(of: place))
    if kind == .typeDirectory, present == .typeDirectory {
      for name in try FileManager.default.contentsOfDirectory(atPath: file.path) {
        try move(file.appendingPathComponent(name), to: place.appendingPathComponent(name), replacesFiles, &moved)
      }
      return
    }
    if present != nil, !replacesFiles { throw CommandError("\(place.path) is there already; nothing written") }
    guard rename(file.path, place.path) == 0 else { throw CommandError("\(place.path): cannot be written") }
    moved.append(place)
  }

  private static func type(of url: URL) -> FileAttributeType? {
    (try? FileManager.default.attributesOfItem(atPath: url.path))?[.type] as? FileAttributeType
  }
}
