internal import Foundation
package import ModelDescription
internal import SQLiteDriver
internal import StoreContract

/// A store in Apple's SQLite file format.
package final class SQLiteStore: ObjectStore {
  package let identifier: String
  package let schema: StoreSchema
  package let isReadOnly: Bool
  /// `nil` for a store in memory.
  package let path: String?
  let externalData: ExternalData
  let pool: ConnectionPool
  /// The application asked for a journal of its own, which saves leave as it is.
  let hasChosenJournal: Bool

  /// What the stores of this process on the same file share.
  let file: SharedFile
  /// What stands for the statements that read single rows, by entity number minus one.
  let rowStatements: [Int32]
  /// How the store hears of what others write.
  let ear: StoreEar

  package var model: ResolvedModel { schema.model }

  init(
    identifier: String, schema: StoreSchema, path: String?, isReadOnly: Bool, hasChosenJournal: Bool,
    busyTimeout: Duration, externalData: ExternalData? = nil, connection: Connection,
    open: @escaping @Sendable () throws -> Connection
  ) {
    self.identifier = identifier
    self.schema = schema
    self.path = path
    self.isReadOnly = isReadOnly
    self.hasChosenJournal = hasChosenJournal
    self.externalData = externalData ?? ExternalData(storePath: path)
    let file = SharedFile.of(connection.mode == .memory ? nil : path)
    self.file = file
    rowStatements = schema.plans.map { file.rows.number(of: $0.rowSQL) }
    ear = StoreEar(open: path == nil || connection.mode == .untouched ? nil : open)
    pool = ConnectionPool(first: connection, isShared: path == nil, file: file, limit: busyTimeout, open: open)
  }

  /// Opens a connection that can run what this room's statements and the file's triggers need.
  static func connect(
    path: String, mode: OpenMode, busyTimeout: Duration, fileSystem: String? = nil
  ) throws -> Connection {
    let connection = try Connection(path: path, mode: mode, busyTimeout: busyTimeout, fileSystem: fileSystem)
    try connection.registerStoreFunctions()
    // In KiB. SQLite's 2 MB make ordered fetches through an index and large saves read the same pages again and again.
    // A write-ahead log stays whole without a sync at each commit; what a power failure can take is the last commits.
    try connection.execute("PRAGMA cache_size = -8192; PRAGMA synchronous = NORMAL")
    if mode == .readWrite || mode == .create { connection.countLogPages() }
    return connection
  }

  deinit { ear.close() }

  /// Closes the file, whoever still holds the store: what it is asked from then on fails.
  package func close() {
    ear.close()
    pool.close()
  }

  /// How many single rows the stores on the file were given without asking SQLite.
  package var rowsFound: Int { file.rows.hits }

  func reading<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    if ear.isLost { try file.checkPlace() }
    return try StoreError.translating(path: path) { try pool.read(body) }
  }
}
