internal import Foundation
package import ModelDescription
internal import ModelFiles
internal import SQLiteDriver
internal import StoreContract

extension SQLiteStore {
  /// What a store file says about itself: its metadata, and its cached model where it keeps one that can be read.
  ///
  /// Leaves every file of the folder as it is.
  ///
  /// - Throws: `StoreError` that says what is wrong with the file.
  package static func describe(_ path: String) throws -> (metadata: StoreMetadata, model: ModelDescription?) {
    try FileInspection(path).check()
    return try StoreError.translating {
      let file = try StoreFile(Connection(path: path, mode: .untouched), path: path)
      let metadata = try StoreMetadata(rows: file.metadataRows(), path: path)
      return (metadata, try file.modelCache().flatMap { try? ModelCache.read($0) })
    }
  }
}
