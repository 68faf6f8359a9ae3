internal import Foundation
internal import SQLCompiler
internal import SQLiteDriver
internal import StoreContract

extension SQLiteStore: ErasableStore {
  package func erase() throws {
    try changing { connection in
      for table in Set(schema.mappings.flatMap(\.tables)).sorted() {
        try connection.execute("DELETE FROM \(table.quoted)")
      }
      for table in HistoryTable.happenings where try connection.hasTable(table.name) {
        try connection.execute(table.erasure)
      }
    }
    if let folder = externalData.folder { try? FileManager.default.removeItem(at: folder) }
  }
}

extension TableMapping {
  /// The table of the rows, and those of links.
  fileprivate var tables: [String] {
    let joins = toManys.values.compactMap { mapping -> String? in
      if case .joinTable(let table, _, _, _) = mapping { table } else { nil }
    }
    return [table] + joins
  }
}
