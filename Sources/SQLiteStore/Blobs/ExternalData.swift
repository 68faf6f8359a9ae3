package import Foundation
internal import SQLiteDriver
internal import StoreContract

/// Bytes of attributes that allow external storage: a prefix in the column, large ones in files beside the store.
///
/// Known from the stores of wire-ios-data-model (StoreFormat.md section 6): 0x01 and the bytes, or 0x02, a UUID in capitals
/// and 0x00. Where Apple draws the line is not known; the largest inline value seen has 99,813 bytes.
package struct ExternalData: Sendable {
  /// `nil` for a store in memory, which keeps everything inline.
  package let folder: URL?
  /// Files that rows no longer name stay, since another store's rows do: that of a migration's working copy.
  let keepsFiles: Bool

  package init(storePath: String?, keepsFiles: Bool = false) {
    self.keepsFiles = keepsFiles
    folder = storePath.map { path in
      StorePlace(LinkedFile.path(of: path)).supportFolder
        .appendingPathComponent("_EXTERNAL_DATA", isDirectory: true)
    }
  }

  static let inlineLimit = 100 * 1024

  /// What a column holds.
  package enum Form {
    case inline(UnsafeRawBufferPointer)
    case file(name: String)
  }

  /// Values without a prefix (written before the attribute had the flag) are taken as they are.
  package static func form(of stored: UnsafeRawBufferPointer) -> Form {
    switch stored.first {
    case 1: return .inline(UnsafeRawBufferPointer(rebasing: stored.dropFirst()))
    case 2 where stored.count == 38 && stored[37] == 0:
      let name = String(decoding: stored[1..<37], as: UTF8.self)
      return UUID(uuidString: name) == nil ? .inline(stored) : .file(name: name)
    default: return .inline(stored)
    }
  }

  func hasFile(_ name: String) -> Bool {
    folder.map { FileManager.default.fileExists(atPath: $0.appendingPathComponent(name).path) } ?? false
  }

  /// Names of the files there are; hidden ones are none of the store's.
  func fileNames() -> [String] {
    let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  package func contents(ofFile name: String) -> Data? {
    folder.flatMap { try? Data(contentsOf: $0.appendingPathComponent(name)) }
  }

  /// The column's bytes for a value, and the file that has to hold it, when it is large.
  func encode(_ value: Data) -> (column: Data, fileName: String?) {
    guard folder != nil, value.count > Self.inlineLimit else { return (Data([1]) + value, nil) }
    let name = UUID().uuidString
    return (Self.reference(toFile: name), name)
  }

  /// What a column holds whose value is in a file.
  static func reference(toFile name: String) -> Data { Data([2]) + Data(name.utf8) + Data([0]) }

  func write(_ value: Data, toFile name: String) throws {
    guard let folder else { return }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try value.write(to: folder.appendingPathComponent(name), options: .withoutOverwriting)
    } catch {
      throw StoreError(
        .fileSystem, "A large value cannot be written into \(folder.path): \(error.localizedDescription)",
        path: folder.path)
    }
  }

  func remove(file name: String) {
    if let folder { try? FileManager.default.removeItem(at: folder.appendingPathComponent(name)) }
  }
}
