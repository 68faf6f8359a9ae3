internal import SQLCompiler
internal import SQLiteDriver
internal import StoreContract

extension SQLiteStore: ErasableStore {
  package func erase() throws {
    let folder = path.map { ExternalFolder(LinkedFile.path(of: $0)) }
    let belongings = try changing { connection in
      let belongings = try folder?.belongings(ExternalInventory.names(in: connection))
      for table in Set(schema.mappings.flatMap(\.tables)).sorted() {
        try connection.execute("DELETE FROM \(table.quoted)")
      }
      for table in HistoryTable.happenings where try connection.hasTable(table.name) {
        try connection.execute(table.erasure)
      }
      return belongings
    }
    if let folder, let belongings { folder.remove(belongings) }
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
