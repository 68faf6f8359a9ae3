package import Foundation
package import ModelDescription
internal import ModelFiles
internal import SQLCompiler
internal import SQLiteDriver
internal import StoreContract

extension SQLiteStore {
  /// How an existing file is opened.
  package enum Access: Hashable, Sendable {
    case readWrite
    /// SQLite may make `-shm` beside the file.
    case readOnly
    /// Leaves every file of the folder as it is; sees the state at the opening.
    case untouched

    var mode: OpenMode {
      switch self {
      case .readWrite: .readWrite
      case .readOnly: .readOnly
      case .untouched: .untouched
      }
    }
  }

  /// Opens an existing store with the model that its rows follow.
  ///
  /// The model's entity numbers must be those of the file. Metadata, hashes and model cache are not touched. Reading
  /// a store whose folder refuses SQLite's `-shm` falls back to reading it untouched. What a migration left beside the
  /// store that was cut off goes when the store is opened for writing.
  ///
  /// - Parameters:
  ///   - fileSystem: a virtual file system registered with SQLite; `nil` is the system's.
  ///   - pragmas: settings for each connection; those of the file are made once.
  ///   - externalData: where large values are, when not beside this file.
  /// - Throws: `StoreError` that says what is wrong with the file.
  package static func open(
    _ path: String, model: ResolvedModel, access: Access = .readWrite, busyTimeout: Duration = .seconds(5),
    fileSystem: String? = nil, pragmas: [Pragma] = [], externalData: ExternalData? = nil
  ) throws -> SQLiteStore {
    try FileInspection(path).check()
    if access == .readWrite { StoreLeftovers.sweep(path, fileSystem: fileSystem) }
    func open(_ access: Access) throws -> SQLiteStore {
      try openFile(
        path, model: model, access: access, busyTimeout: busyTimeout, pragmas: pragmas, externalData: externalData
      ) {
        let connection = try connect(
          path: path, mode: access.mode, busyTimeout: busyTimeout, fileSystem: fileSystem)
        try Pragma.apply(pragmas, to: connection, isFirst: false)
        return connection
      }
    }
    return try StoreError.translating(path: path) {
      do {
        return try open(access)
      } catch let error as SQLiteError where access == .readOnly && [.cannotOpen, .readOnly].contains(error.code) {
        return try open(.untouched)
      }
    }
  }

  private static func openFile(
    _ path: String, model: ResolvedModel, access: Access, busyTimeout: Duration, pragmas: [Pragma],
    externalData: ExternalData?,
    open: @escaping @Sendable () throws -> Connection
  ) throws -> SQLiteStore {
    let connection = try open()
    if access == .readWrite { try Pragma.apply(pragmas, to: connection, isFirst: true) }
    let file = try StoreFile(connection, path: path)
    let metadata = try StoreMetadata(rows: file.metadataRows(), path: path)
    let schema = try file.schema()
    let layout = try file.layout(of: model, schema: schema)
    return SQLiteStore(
      identifier: metadata.uuid, schema: try StoreSchema(layout, triggers: schema.triggers), path: path,
      isReadOnly: access != .readWrite, hasChosenJournal: Pragma.chooseJournal(pragmas), busyTimeout: busyTimeout,
      externalData: externalData, connection: connection, open: open)
  }

  /// Somebody else has made a file where a new store was to be: whoever wants either can open it instead.
  package struct AlreadyThere: Error, CustomStringConvertible {
    let path: String

    package var description: String { "\(error)" }

    fileprivate var error: StoreError {
      StoreError(.fileSystem, "\(path) exists already.", advice: "Choose another path or remove the file.", path: path)
    }
  }

  /// Makes a new store.
  ///
  /// - Parameters:
  ///   - path: `nil` makes it in memory.
  ///   - modelCache: content of `Z_MODELCACHE`, as `modelCache(of:namesDefaultConfiguration:)` gives it; `nil` leaves the table empty.
  ///   - replacesEmptyFile: a file without a byte is taken for none.
  /// - Throws: `AlreadyThere` when there is a file, also one that another thread or process makes meanwhile; `StoreError`.
  ///   Whatever had the path before is left as it is.
  package static func create(
    _ path: String?, model: ResolvedModel, metadata: StoreMetadata, modelCache: Data?, withHistory: Bool,
    busyTimeout: Duration = .seconds(5), pragmas: [Pragma] = [], replacesEmptyFile: Bool = false
  ) throws -> SQLiteStore {
    if let path {
      let isEmpty = replacesEmptyFile && StorePlace.isEmptyFile(path)
      if !isEmpty, FileManager.default.fileExists(atPath: path) { throw AlreadyThere(path: path) }
      try checkFolder(of: LinkedFile.path(of: path))
    }
    let layout = try StoreLayout(model)
    let schema = try StoreSchema(layout, triggers: layout.triggerNames)
    let creation = StoreCreation(layout: layout, metadata: metadata, modelCache: modelCache, withHistory: withHistory)
    return try StoreError.translating {
      let open = { @Sendable in
        let connection = try connect(path: path ?? metadata.uuid, mode: .readWrite, busyTimeout: busyTimeout)
        try Pragma.apply(pragmas, to: connection, isFirst: false)
        return connection
      }
      let connection: Connection
      if let path {
        try NewStoreFile(path, replacesEmptyFile: replacesEmptyFile).make { part in
          let maker = try connect(path: part, mode: .create, busyTimeout: busyTimeout)
          try creation.run(on: maker)
          // The journal that was asked for is in the file before anybody else can open it.
          try Pragma.apply(pragmas, to: maker, isFirst: true)
          try maker.checkpoint(.truncate)
        }
        connection = try open()
      } else {
        connection = try connect(path: metadata.uuid, mode: .memory, busyTimeout: busyTimeout)
        try creation.run(on: connection)
      }
      try Pragma.apply(pragmas, to: connection, isFirst: true)
      return SQLiteStore(
        identifier: metadata.uuid, schema: schema, path: path, isReadOnly: false,
        hasChosenJournal: Pragma.chooseJournal(pragmas), busyTimeout: busyTimeout, connection: connection, open: open)
    }
  }

  /// Where a new store is made: through a link to a file that is not there yet, where it points.
  ///
  /// - Throws: `StoreError` when something is there already, or a log of it, or there is no folder for it.
  package static func placeOfNewStore(_ path: String) throws -> String {
    if FileManager.default.fileExists(atPath: path) { throw AlreadyThere(path: path).error }
    let file = LinkedFile.path(of: path)
    try checkFolder(of: file)
    for ending in ["-wal", "-journal"] where FileManager.default.fileExists(atPath: file + ending) {
      throw StoreError(
        .fileSystem, "\(path)\(ending) is left of another file, and SQLite would read it into the new one.",
        advice: "Remove it, or choose another path.", path: path)
    }
    return file
  }

  /// SQLite's own error would not tell a folder that is missing from one that may not be written.
  private static func checkFolder(of path: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      throw StoreError(
        .fileSystem, "\(path) cannot be made: there is no folder \(folder).", advice: "Make the folder first.",
        path: path)
    }
    guard isFolder.boolValue else {
      throw StoreError(
        .fileSystem, "\(path) cannot be made: \(folder) is not a folder.", advice: "Choose another path.", path: path)
    }
  }
}

extension SQLiteStore {
  /// Content of `Z_MODELCACHE` for a new store.
  ///
  /// - Parameter namesDefaultConfiguration: SwiftData's stores name the configuration of all entities, Core Data's of
  ///   compiled models do not.
  package static func modelCache(of model: ResolvedModel, namesDefaultConfiguration: Bool) throws -> Data {
    do {
      return try ModelCache.write(model, defaultConfiguration: namesDefaultConfiguration)
    } catch {
      throw StoreError(.unsupported, "The model cannot be cached in a store: \(error).")
    }
  }
}

extension StoreSchema {
  /// - Parameter triggers: the names of those that the file has.
  convenience init(_ layout: StoreLayout, triggers: Set<String>) throws {
    let model = layout.model
    let mappings = model.entities.compactMap { layout.mapping(ofEntity: $0.number) }
    let slots = model.entities.map { HistorySlots(layout.historySlots($0), of: $0) }
    try self.init(
      model: model, mappings: mappings, historySlots: slots, tombstoneColumns: model.entities.map(layout.tombstones),
      derivedColumns: DerivedColumn.all(in: layout, triggers: triggers))
  }
}
