internal import Foundation
package import ModelDescription
internal import SQLiteDriver
internal import StoreContract

extension SQLiteStore {
  /// Looks for damage in a store file; no file is changed and none is made beside it.
  ///
  /// - Parameter model: what the rows follow; `nil` makes SQLite's own check only.
  /// - Throws: `StoreError` when the file is no store, or cannot be read at all.
  package static func examine(_ path: String, model: ResolvedModel?) throws -> [StoreDamage] {
    try FileInspection(path).check()
    return try StoreError.translating(path: path) {
      let connection = try Connection(path: path, mode: .untouched)
      try connection.registerStoreFunctions()
      return try StoreExamination(
        connection: connection, path: path, model: model, externalData: ExternalData(storePath: path)
      ).damages()
    }
  }

  /// What mending a store did, and what is left.
  package struct Mended: Sendable {
    /// In the order in which it was mended; what one repair brought to light follows it.
    package var mended: [StoreDamage]
    package var left: [StoreDamage]
  }

  /// Mends what can be mended, in one transaction.
  ///
  /// Meant for a copy: rows may be deleted, and history does not say so.
  ///
  /// - Throws: `StoreError` when the file cannot be changed; then it is as it was.
  package static func mend(_ path: String, model: ResolvedModel) throws -> Mended {
    try FileInspection(path).check()
    return try StoreError.translating(path: path) {
      let connection = try connect(path: path, mode: .readWrite, busyTimeout: .seconds(5))
      return try StoreMending(connection: connection, path: path, model: model).run()
    }
  }
}
