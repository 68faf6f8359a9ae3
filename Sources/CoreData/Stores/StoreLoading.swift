import Foundation
import ModelDescription
import ModelEvolution
import ObjectGraph
import SQLiteStore
import StoreContract

/// The way from a type, a URL and options to an open store.
struct StoreLoading {
  let model: NSManagedObjectModel
  let type: String
  let configuration: String?
  let url: URL?
  let options: [AnyHashable: Any]

  func load() throws -> NSPersistentStore {
    let isInMemory = type == NSInMemoryStoreType || url?.path == "/dev/null"
    try checkType()
    let model = try configurationModel()
    let (store, fit): (SQLiteStore, StoreFit?)
    if isInMemory {
      (store, fit) = (try make(at: nil, model), nil)
    } else {
      guard let url else {
        throw CoreDataError.error(
          NSPersistentStoreOpenError, "A store of the type \(type) needs a URL.", advice: "Give one.")
      }
      guard url.isFileURL else {
        throw CoreDataError.error(
          NSPersistentStoreOpenError, "\(url.absoluteString) is no file URL.", advice: "Give the URL of a file.",
          url: url)
      }
      (store, fit) = try openOrMake(at: url, model)
    }
    Notice.show(remarks)
    return NSPersistentStore(store, type: type, url: url, configuration: configuration, options: options, fit: fit)
  }

  // MARK: type

  private func checkType() throws {
    let file = url.flatMap { $0.isFileURL ? $0 : nil }
    switch type {
    case NSSQLiteStoreType, NSInMemoryStoreType: return
    case NSBinaryStoreType, NSXMLStoreType:
      if let file, Self.isSQLite(file) {
        throw CoreDataError.error(
          NSPersistentStoreTypeMismatchError,
          "The store at \(file.path) is an SQLite store and cannot be opened as one of the type \(type).",
          advice: "Give NSSQLiteStoreType.", url: file)
      }
      throw CoreDataError.error(
        NSPersistentStoreInvalidTypeError, "Stores of the type \(type) are not supported yet.",
        advice: "Use NSSQLiteStoreType or NSInMemoryStoreType.", url: file)
    default:
      throw CoreDataError.error(
        NSPersistentStoreInvalidTypeError, "There is no store type \"\(type)\".",
        advice: "Use NSSQLiteStoreType or NSInMemoryStoreType.", url: file)
    }
  }

  private static func isSQLite(_ url: URL) -> Bool { (try? FileInspection(url.path).check()) != nil }

  // MARK: model

  /// The model, or the part of it that the configuration lists.
  private func configurationModel() throws -> ResolvedModel { try part(of: model) }

  private func part(of model: NSManagedObjectModel) throws -> ResolvedModel {
    guard let configuration, configuration != NSManagedObjectModel.defaultConfiguration else {
      return try model.resolved()
    }
    guard let entities = model.entities(forConfigurationName: configuration) else {
      let known = model.configurations.map { "\"\($0)\"" }.joined(separator: ", ")
      throw CoreDataError.error(
        NSPersistentStoreOpenError, "The model has no configuration \"\(configuration)\".",
        advice: known.isEmpty ? "It has none at all." : "It has \(known).", url: url)
    }
    let names = Set(entities.compactMap(\.name))
    var description = try model.modelDescription()
    if names.count == description.entities.count { return try model.resolved() }
    description.entities.removeAll { !names.contains($0.name) }
    do {
      return try ResolvedModel(description)
    } catch {
      throw CoreDataError.error(
        NSPersistentStoreOpenError,
        "The entities of the configuration \"\(configuration)\" cannot stand in a store of their own: \(error).",
        advice: "List the entities that they refer to as well.", url: url)
    }
  }

  // MARK: file

  private func openOrMake(at url: URL, _ model: ResolvedModel) throws -> (SQLiteStore, StoreFit?) {
    let path = url.path
    // SQLite takes an empty file for a new database; it holds nothing that could be lost.
    if FileManager.default.fileExists(atPath: path), !StorePlace.isEmptyFile(path) { return try open(url, model) }
    if isReadOnly {
      throw CoreDataError.error(
        CocoaError.Code.fileReadNoSuchFile.rawValue, "There is no store at \(path), and a read-only one is not made.",
        url: url)
    }
    do {
      return (try make(at: path, model), nil)
    } catch is SQLiteStore.AlreadyThere {
      // Another thread or process was first.
      return try open(url, model)
    }
  }

  private func make(at path: String?, _ model: ResolvedModel) throws -> SQLiteStore {
    let store = try SQLiteStore.create(
      path, model: model, metadata: StoreMetadata(newStoreOf: model),
      modelCache: SQLiteStore.modelCache(of: model, namesDefaultConfiguration: false), withHistory: keepsHistory,
      busyTimeout: timeout, pragmas: pragmas(), replacesEmptyFile: true)
    Notice.show(try StoreLayout(model).omissions)
    return store
  }

  /// *Same* opens with the coordinator's model, *fits* with the store's own, as SwiftData's containers have it: metadata and
  /// model cache stay, so that whoever has that model goes on opening the file. What differs migrates, or is refused.
  private func open(_ url: URL, _ model: ResolvedModel) throws -> (SQLiteStore, StoreFit?) {
    let description = try SQLiteStore.afterMigration(of: url.path) {
      try SQLiteStore.descriptionForOpening(url.path)
    }
    let metadata = description.metadata
    guard metadata.storeType ?? NSSQLiteStoreType == NSSQLiteStoreType else {
      throw CoreDataError.error(
        NSPersistentStoreTypeMismatchError,
        "The store at \(url.path) says that it is of the type \(metadata.storeType ?? "").", url: url)
    }
    var fit: StoreFit?
    let isSame = flag(NSIgnorePersistentStoreVersioningOption) || metadata.hashes == model.versionHashes()
    let hidesInverse = isSame && model.differsInOwnInverses(from: description.readableModel)
    if hidesInverse || !isSame && !migratesFitting { fit = StoreFit(description, model) }
    if fit != nil { MigrationLog.say("\(url.path): fits the model, and opens as it is") }
    if !isSame, fit == nil {
      try checkMigration(url, description, model)
      try LoadingMigration(
        url: url, description: description, model: model, options: options,
        missingMapping: { missingMapping(url, description, model, $0) },
        infers: flag(NSInferMappingModelAutomaticallyOption),
        part: part
      ).run()
      // Another process may have done it meanwhile, or undone it.
      let present = try SQLiteStore.afterMigration(of: url.path) {
        try SQLiteStore.descriptionForOpening(url.path)
      }
      guard present.metadata.hashes == model.versionHashes() else { throw incompatible(url, present, model) }
    }
    let store = try SQLiteStore.afterMigration(of: url.path) {
      try SQLiteStore.open(
        url.path, model: fit?.model ?? model, access: isReadOnly ? .readOnly : .readWrite, busyTimeout: timeout,
        pragmas: pragmas())
    }
    if keepsHistory, !isReadOnly { try store.startHistory() }
    if !keepsHistory, !isReadOnly, try store.keepsHistory() {
      Notice.show([
        "the store \(url.path) keeps history, and was opened without NSPersistentHistoryTrackingKey: it goes on keeping "
          + "it here. Apple's framework opens such a store read-only; set the option"
      ])
    }
    return (store, fit)
  }

  /// Whether the options let the store migrate.
  private func checkMigration(_ url: URL, _ description: StoreDescription, _ model: ResolvedModel) throws {
    let isStaged = options[NSPersistentStoreStagedMigrationManagerOptionKey] is NSStagedMigrationManager
    guard isStaged || flag(NSMigratePersistentStoresAutomaticallyOption) else {
      throw incompatible(url, description, model)
    }
    guard !isReadOnly else {
      throw incompatible(
        url, description, model, advice: "A read-only store is not migrated: open it for writing once.")
    }
  }

  /// Error 134140, with what differs.
  private func missingMapping(
    _ url: URL, _ description: StoreDescription, _ model: ResolvedModel, _ reason: String?
  ) -> NSError {
    CoreDataError.error(
      NSMigrationMissingMappingModelError,
      "The store at \(url.path) has to be migrated, and there is no mapping model for it: \(facts(description, model))"
        + "\(reason.map { "; \($0)" } ?? "").",
      advice: "Add a mapping model to the target, set NSInferMappingModelAutomaticallyOption, or migrate it with an "
        + "NSMigrationManager.", url: url)
  }

  /// Error 134100, with what differs.
  private func incompatible(
    _ url: URL, _ description: StoreDescription, _ model: ResolvedModel,
    advice: String =
      "Open it with the model that it was made with, or set NSMigratePersistentStoresAutomaticallyOption."
  ) -> NSError {
    CoreDataError.error(
      NSPersistentStoreIncompatibleVersionHashError,
      "The model used to open the store at \(url.path) is incompatible with the one used to create it: "
        + "\(facts(description, model)).",
      advice: advice, url: url,
      info: [
        "metadata": StoreMetadataTable.table(description.metadata),
        "reason": "The model used to open the store is incompatible with the one used to create the store",
      ])
  }

  /// In what the store and the model differ.
  private func facts(_ description: StoreDescription, _ model: ResolvedModel) -> String {
    let (theirs, ours) = (description.metadata.hashes, model.versionHashes())
    if let store = description.readableModel, store.versionHashes() == theirs {
      let pairing = Pairing(store: store, classes: model, storeHashes: theirs, classHashes: ours)
      let details = pairing.differences.filter { $0.grade != .same && $0.kind != .hash }
      if !details.isEmpty {
        return details.map { "\($0.place): the store has \($0.storeSays), the model has \($0.classesSay)" }
          .joined(separator: "; ")
      }
    }
    return Set(theirs.keys).union(ours.keys).filter { theirs[$0] != ours[$0] }.sorted().map { name in
      switch (theirs[name] != nil, ours[name] != nil) {
      case (true, false): "entity \(name) is not in the model"
      case (false, true): "entity \(name) is not in the store"
      default: "entity \(name) has another version hash"
      }
    }.joined(separator: "; ")
  }

  // MARK: options

  private func flag(_ key: String) -> Bool { (options[key] as? NSNumber)?.boolValue ?? options[key] as? Bool ?? false }

  /// Stages are a program's own word on every version, also on one that fits. `CausewayMigratesFittingStores` (ours) asks
  /// for the same without stages.
  private var migratesFitting: Bool {
    options[NSPersistentStoreStagedMigrationManagerOptionKey] is NSStagedMigrationManager
      || flag("CausewayMigratesFittingStores")
  }

  private var isReadOnly: Bool { flag(NSReadOnlyPersistentStoreOption) }

  /// The option is a flag, or a dictionary of settings that history is kept with.
  private var keepsHistory: Bool {
    options[NSPersistentHistoryTrackingKey] is NSDictionary || flag(NSPersistentHistoryTrackingKey)
  }

  private var timeout: Duration {
    let seconds = (options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240
    return seconds.isNaN ? .seconds(240) : .milliseconds(Int64(min(max(seconds, 0), 1_000_000) * 1000))
  }

  private func pragmas() throws -> [Pragma] {
    guard let option = options[NSSQLitePragmasOption] else { return [] }
    guard let table = option as? NSDictionary else {
      throw CoreDataError.error(
        NSPersistentStoreOpenError,
        "The option NSSQLitePragmasOption is a \(Swift.type(of: option)); it takes a dictionary of pragmas.", url: url)
    }
    var pragmas: [Pragma] = []
    for (key, value) in table {
      pragmas.append(try Pragma(key as? String ?? "\(key)", value as? String ?? "\(value)"))
    }
    return pragmas.sorted { $0.name < $1.name }
  }

  /// Options that are taken and mean nothing here.
  private var remarks: [String] {
    var remarks: [String] = []
    if options[NSPersistentStoreFileProtectionKey] != nil {
      remarks.append("there is no file protection here: NSPersistentStoreFileProtectionKey means nothing")
    }
    return remarks
  }
}
