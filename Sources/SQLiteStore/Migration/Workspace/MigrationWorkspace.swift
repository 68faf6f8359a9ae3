package import Foundation
package import ModelDescription
package import ModelEvolution
internal import SQLiteDriver
internal import StoreContract

/// A migration of one store under way: the store is locked, and every step makes a new file in a folder beside it.
///
/// Until `commit` the store's path holds the old store, also when the process ends. The source of the last step stays
/// readable, so that a custom stage has both shapes. Confined to one thread at a time.
package final class MigrationWorkspace {
  /// The store's own path, links followed.
  package let path: String
  /// The model that the file of the last step follows.
  package private(set) var model: ResolvedModel
  /// One for each step.
  package private(set) var reports: [MigrationReport] = []

  let folder: MigrationFolder
  let options: MigrationOptions
  private let lock: MigrationLock
  /// Holds the store's own lock from beginning to end.
  private var original: Connection?
  /// The file that the next step starts from; `nil` is the store itself.
  private var current: String?
  private var previous: (path: String, model: ResolvedModel)?
  private var stepCount = 0
  private var requirements: [MandatoryRequirement] = []
  private let inventory: ExternalInventory
  private var isOver = false

  /// Locks a store for a migration.
  ///
  /// What a migration that was cut off left behind is removed first.
  ///
  /// - Parameters:
  ///   - model: the model that the store has.
  ///   - hashes: the entity hashes that the store had when it was looked at; `nil` are the model's.
  /// - Throws: `MigrationError` before anything is written: read-only, locked or open elsewhere, migrated meanwhile.
  package init(
    _ path: String, model: ResolvedModel, hashes: [String: Data]? = nil, options: MigrationOptions = MigrationOptions()
  ) throws {
    try FileInspection(path).check()
    let file = LinkedFile.path(of: path)
    guard FileManager.default.isWritableFile(atPath: file) else {
      throw MigrationError(
        .readOnly, "The store \(path) is read-only.", advice: "Check the permissions of the file and its folder.",
        path: path)
    }
    (self.path, self.model, self.options) = (file, model, options)
    folder = MigrationFolder(store: file)
    lock = try MigrationLock(folder, options: options)
    do {
      let connection = try StoreLock.connect(file, options: options)
      try StoreLeftovers(folder: folder, files: options.files).remove(connection)
      let metadata = try StoreMetadata(rows: StoreFile(connection, path: file).metadataRows(), path: file)
      guard metadata.hashes == (hashes ?? model.versionHashes()) else {
        throw MigrationError(
          .changedMeanwhile, "The store \(path) does not have the version that was to be migrated.",
          advice: "Look at it again: another process may have migrated it.", path: path)
      }
      inventory = try ExternalInventory(folder: ExternalData(storePath: file).folder, connection: connection)
      original = connection
    } catch {
      lock.release()
      throw MigrationError.translated(error, path: path)
    }
  }

  deinit { if !isOver { discard() } }

  // MARK: Planning

  /// What a step to another model would do, without doing it.
  package func plan(_ mapping: ModelMapping, fills: MigrationFills = MigrationFills()) throws -> MigrationPlan {
    try translating {
      let connection = try source()
      return try plan(mapping, fills, connection, alwaysCopies: options.alwaysCopies || current != nil)
    }
  }

  private func plan(
    _ mapping: ModelMapping, _ fills: MigrationFills, _ connection: Connection, alwaysCopies: Bool
  ) throws -> MigrationPlan {
    let source = try MigrationSource(connection, model: model, for: mapping)
    var planner = try MigrationPlanner(mapping, source: source, fills: fills)
    return try planner.plan(alwaysCopies: alwaysCopies)
  }

  // MARK: Steps

  /// Makes the file of the next version, from the store or from the file of the last step.
  ///
  /// - Parameter acceptsObstacles: the caller fills what cannot be inferred, in a custom stage.
  /// - Returns: what was done; it is proven.
  @discardableResult package func migrate(
    _ mapping: ModelMapping, fills: MigrationFills = MigrationFills(), acceptsObstacles: Bool = false
  ) throws -> MigrationReport {
    try translating {
      try refuse(mapping, unless: acceptsObstacles)
      let connection = try source()
      let plan = try plan(mapping, fills, connection, alwaysCopies: true)
      return try copy(by: plan, connection, defersCheck: fills.defersCheck)
    }
  }

  private func copy(by plan: MigrationPlan, _ connection: Connection, defersCheck: Bool) throws -> MigrationReport {
    try checkSpace(of: connection)
    try noteFiles()
    let next = folder.step(stepCount + 1)
    let data = ExternalData(storePath: path)
    let report = try CopyMigration(plan: plan, source: connection, path: next, options: options, externalData: data)
      .run(defersCheck: defersCheck)
    if let older = previous?.path, older != path { try removeFiles(of: older) }
    previous = (current ?? path, model)
    current = next
    stepCount += 1
    model = plan.mapping.destination
    requirements = plan.requirements
    reports.append(report)
    return report
  }

  /// Brings the store to another model: in place where that is possible, else by a step, and puts the result in place.
  ///
  /// For a single lightweight step; nothing else is to be done with the workspace.
  package func migrateAndCommit(
    _ mapping: ModelMapping, fills: MigrationFills = MigrationFills()
  ) throws -> MigrationReport {
    try translating {
      try refuse(mapping, unless: false)
      let connection = try source()
      let plan = try plan(mapping, fills, connection, alwaysCopies: options.alwaysCopies || current != nil)
      guard plan.mode == .inPlace else {
        let report = try copy(by: plan, connection, defersCheck: fills.defersCheck)
        try commit()
        return report
      }
      for function in MigrationFunctions.all(plan, data: ExternalData(storePath: path)) {
        try connection.register(function)
      }
      let report = try InPlaceMigration(plan: plan, connection: connection, options: options).run(defersCheck: false)
      model = mapping.destination
      reports.append(report)
      finish()
      return report
    }
  }

  private func refuse(_ mapping: ModelMapping, unless accepts: Bool) throws {
    guard !mapping.isLightweight, !accepts else { return }
    throw MigrationError.notLightweight(mapping, path: path)
  }

  // MARK: Both shapes

  /// Copies the store, so that `openCurrent` can change what the next step starts from.
  package func copySource() throws {
    guard current == nil else { return }
    try translating {
      let connection = try source()
      try checkSpace(of: connection)
      try noteFiles()
      let copy = folder.step(0)
      try connection.execute("VACUUM INTO \(SQLLiteral.text(copy))")
      current = copy
    }
  }

  /// Opens the file of the last step, for an application to change it.
  ///
  /// Large values go into the store's own folder under new names; those that the old store names stay.
  package func openCurrent(_ access: SQLiteStore.Access = .readWrite) throws -> SQLiteStore {
    if access == .readWrite { try copySource() }
    return try open(current ?? path, model, access)
  }

  /// Opens the source of the last step, for reading: `nil` before the first.
  ///
  /// The store itself is locked; a custom stage begins with `copySource`.
  package func openPrevious() throws -> SQLiteStore? {
    try previous.map { try open($0.path, $0.model, .readOnly) }
  }

  private func open(_ file: String, _ model: ResolvedModel, _ access: SQLiteStore.Access) throws -> SQLiteStore {
    guard file != path else {
      throw MigrationError(
        .locked, "The store \(path) is locked by its own migration.", advice: "Copy it first.", path: path)
    }
    return try SQLiteStore.open(
      file, model: model, access: access, busyTimeout: options.busyTimeout, fileSystem: options.fileSystem,
      externalData: ExternalData(storePath: path, keepsFiles: true))
  }

  // MARK: Object by object

  /// Makes the file of the next version by objects that a body copies, for what no row can become by itself.
  ///
  /// The application's own metadata and the store's identifier stay, as with rows. History starts anew: what it says of
  /// rows is about rows that are not there any more.
  ///
  /// - Parameter body: gets what is there, for reading, and an empty store of the destination. Both are closed when it
  ///   returns; what it throws is thrown on as it is.
  @discardableResult package func migrate(
    to destination: ResolvedModel, filling body: (_ source: SQLiteStore, _ target: SQLiteStore) throws -> Void
  ) throws -> MigrationReport {
    try copySource()
    try translating { try checkSpace(of: self.source()) }
    let former = current ?? path
    let next = folder.step(stepCount + 1)
    let before = try translating { try StoreCounts(former, model: model) }
    let source = try translating { try open(former, model, .readOnly) }
    defer { source.close() }
    let keptHistory = try translating { try source.keepsHistory() }
    let target = try translating {
      try makeEmpty(next, destination, like: former)
      return try open(next, destination, .readWrite)
    }
    do {
      defer { target.close() }
      try body(source, target)
    }
    return try translating {
      var report = MigrationReport(from: before, to: try StoreCounts(next, model: destination))
      if keptHistory { report.notes.append("history begins anew with the store's new objects") }
      try checkSoundness(of: next)
      if let older = previous?.path, older != path { try removeFiles(of: older) }
      previous = (former, model)
      current = next
      stepCount += 1
      model = destination
      requirements = []
      reports.append(report)
      return report
    }
  }

  private func makeEmpty(_ file: String, _ model: ResolvedModel, like former: String) throws {
    let own = try SQLiteStore.description(of: former).metadata
    var metadata = StoreMetadata(newStoreOf: model)
    metadata.uuid = own.uuid
    metadata.values = own.values.merging(metadata.values) { $1 }
    try SQLiteStore.create(
      file, model: model, metadata: metadata,
      modelCache: SQLiteStore.modelCache(of: model, namesDefaultConfiguration: false), withHistory: false,
      busyTimeout: options.busyTimeout
    ).close()
  }

  private func checkSoundness(of file: String) throws {
    let connection = try SQLiteStore.connect(
      path: file, mode: .readWrite, busyTimeout: options.busyTimeout, fileSystem: options.fileSystem)
    guard let finding = try connection.text("PRAGMA integrity_check(1)"), finding != "ok" else { return }
    throw MigrationError(
      .unproven, "The migrated copy of \(path) was not what it should be: SQLite finds it unsound: \(finding).",
      advice: "The store is as it was.", path: path)
  }

  // MARK: Mandatory properties

  /// Asks whether every row has a value for what must have one since the last step.
  ///
  /// - Throws: `MigrationError` that names entities, properties and numbers of rows.
  package func checkMandatory() throws {
    guard let current, !requirements.isEmpty else { return }
    try translating {
      let connection = try SQLiteStore.connect(
        path: current, mode: .readWrite, busyTimeout: options.busyTimeout, fileSystem: options.fileSystem)
      let findings = try requirements.compactMap { requirement -> MigrationFinding? in
        guard let rows = try connection.integer(requirement.count), rows > 0 else { return nil }
        return MigrationFinding(
          entity: requirement.entityName, property: requirement.property, rows: rows,
          "\(rows.counted("row")) still \(rows == 1 ? "has" : "have") no value for it")
      }
      guard findings.isEmpty else { throw MigrationError.missingValues(findings, path: path) }
    }
  }

  // MARK: End

  /// Puts the file of the last step in the store's place, with one rename.
  ///
  /// Every store that was opened from here must be closed.
  package func commit() throws {
    guard !isOver else { return }
    guard let current, let connection = original else {
      finish()
      return
    }
    do {
      let kept = try StoreSwap(folder: folder, options: options).prepare(current)
      // Told while nobody else has the store: what others save from the rename on is theirs.
      let useless = inventory.useless(beside: path, keeping: kept)
      try StoreSwap(folder: folder, options: options).replace(connection, by: current)
      original = nil
      remove(useless)
      finish()
    } catch {
      discard()
      throw MigrationError.translated(error, path: path)
    }
  }

  /// Forgets everything that was made; the store is as it was.
  package func discard() {
    guard !isOver else { return }
    if current != nil, let connection = original, let kept = try? ExternalInventory.names(in: connection) {
      remove(inventory.useless(beside: path, keeping: kept.union(inventory.named)))
    }
    finish()
  }

  private func finish() {
    isOver = true
    original = nil
    for file in folder.contents() { try? options.files.remove(file) }
    lock.release()
  }

  private func remove(_ paths: [String]) {
    for path in paths { try? options.files.remove(path) }
  }

  // MARK: Parts

  /// A connection to what the next step starts from.
  private func source() throws -> Connection {
    guard !isOver, let original else {
      throw MigrationError(.fileSystem, "The migration of \(path) is over.", path: path)
    }
    guard let current else { return original }
    return try SQLiteStore.connect(
      path: current, mode: .readWrite, busyTimeout: options.busyTimeout, fileSystem: options.fileSystem)
  }

  /// Writes down which files were there, for whoever finds the folder after a crash.
  private func noteFiles() throws {
    guard !FileManager.default.fileExists(atPath: folder.inventory) else { return }
    try options.files.write(JSONEncoder().encode(inventory), folder.inventory)
  }

  private func removeFiles(of file: String) throws {
    for ending in StorePlace.endings { try options.files.remove(file + ending) }
  }

  private func checkSpace(of connection: Connection) throws {
    let pages = try connection.integer("PRAGMA page_count") ?? 0
    let size = try pages * (connection.integer("PRAGMA page_size") ?? 4096)
    // Rows may become somewhat longer, and indexes are sorted in files.
    let needed = size + size / 4 + (1 << 20)
    guard let free = options.files.freeSpace(folder.path), free < needed else { return }
    throw MigrationError(
      .noSpace,
      "There is not enough space to migrate the store \(path): \(free.counted("byte")) are free, and a copy needs"
        + " \(needed).", advice: "Make room on the volume.", path: path)
  }

  private func translating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw MigrationError.translated(error, path: path)
    }
  }
}
