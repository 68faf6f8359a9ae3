public import Foundation
import SQLiteStore
public import Testing

/// A store file that tests start from. Tests get copies of it: the file itself is never opened.
///
///     static let stores = try! StoreFixture.all(in: .module)
///     @Test(arguments: stores) func everyOldStoreOpens(_ store: StoreFixture) throws { … }
public struct StoreFixture: Hashable, Sendable {
  /// The store's file.
  public let url: URL

  public init(url: URL) { self.url = url }

  /// A resource of a test target.
  ///
  /// - Parameter name: with its ending, as in `Library.sqlite`.
  /// - Throws: `FixtureError` when the bundle has no such file.
  public init(_ name: String, in bundle: Bundle, subdirectory: String? = nil) throws {
    guard let url = bundle.url(forResource: name, withExtension: nil, subdirectory: subdirectory) else {
      let folder = bundle.resourceURL?.appendingPathComponent(subdirectory ?? "").path ?? bundle.bundlePath
      throw FixtureError(
        "there is no \(name) in \(folder); list it under the target's resources, as .copy(\"\(name)\")")
    }
    self.init(url: url)
  }

  /// Every store of a bundle or of a folder in it, by name.
  public static func all(in bundle: Bundle, subdirectory: String? = nil) throws -> [StoreFixture] {
    guard let folder = bundle.resourceURL?.appendingPathComponent(subdirectory ?? "") else { return [] }
    return try all(in: folder)
  }

  /// Every store of a folder, by name: files that begin as a database does.
  public static func all(in folder: URL) throws -> [StoreFixture] {
    let files: [URL]
    do {
      files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    } catch {
      throw FixtureError("the fixtures in \(folder.path) cannot be listed: \(error.localizedDescription)")
    }
    return files.filter { isDatabase($0) }.sorted { $0.lastPathComponent < $1.lastPathComponent }
      .map { StoreFixture(url: $0) }
  }

  private static func isDatabase(_ url: URL) -> Bool {
    guard let file = try? FileHandle(forReadingFrom: url) else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
  }

  /// Copies the store with all that belongs to it: the log with rows that no checkpoint has seen yet (`-wal`, `-shm`), a
  /// journal, and the folder of values in files of their own.
  ///
  /// - Parameter folder: made when it is not there.
  /// - Returns: the copy's file.
  @discardableResult public func copy(to folder: URL) throws -> URL {
    let manager = FileManager.default
    let name = url.lastPathComponent
    let support = StorePlace(url.path).supportFolder.lastPathComponent
    guard manager.fileExists(atPath: url.path) else { throw FixtureError("there is no fixture \(url.path)") }
    do {
      try manager.createDirectory(at: folder, withIntermediateDirectories: true)
      let source = url.deletingLastPathComponent()
      for part in StorePlace.endings.map({ name + $0 }) + [support] {
        let from = source.appendingPathComponent(part)
        guard manager.fileExists(atPath: from.path) else { continue }
        try manager.copyItem(at: from, to: folder.appendingPathComponent(part))
      }
    } catch {
      throw FixtureError("the fixture \(url.path) cannot be copied: \(error.localizedDescription)")
    }
    return folder.appendingPathComponent(name)
  }
}

extension StoreFixture: CustomStringConvertible, CustomTestStringConvertible {
  public var description: String { url.lastPathComponent }
  public var testDescription: String { description }
}

/// Why a fixture cannot be used.
public struct FixtureError: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
