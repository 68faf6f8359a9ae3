public import Foundation
import ModelDescription
import ObjectGraph
import SQLiteStore
import StoreContract

// MARK: stores that are in no coordinator

extension NSPersistentStoreCoordinator {
  /// A store's metadata; the store is not opened for use and nothing beside it changes.
  public class func metadataForPersistentStore(
    ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    try checkSQLite(storeType, url)
    return try CoreDataError.translating(url: url) {
      StoreMetadataTable.table(try SQLiteStore.descriptionForOpening(url.path).metadata)
    }
  }

  @available(*, deprecated, renamed: "metadataForPersistentStore(ofType:at:options:)")
  public class func metadataForPersistentStore(ofType storeType: String?, at url: URL) throws -> [String: Any] {
    try metadataForPersistentStore(ofType: storeType ?? NSSQLiteStoreType, at: url, options: nil)
  }

  public class func metadataForPersistentStore(
    type storeType: NSPersistentStore.StoreType, at storeURL: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    try metadataForPersistentStore(ofType: storeType.rawValue, at: storeURL, options: options)
  }

  /// Replaces what an application keeps in a store's metadata. What says which model the store has stays as it is.
  public class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    try checkSQLite(storeType, url)
    let values = try StoreMetadataTable.values(metadata ?? [:])
    _ = try CoreDataError.translating(url: url) { try SQLiteStore.replaceMetadata(values, of: url.path) }
  }

  @available(*, deprecated, renamed: "setMetadata(_:forPersistentStoreOfType:at:options:)")
  public class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String?, at url: URL
  ) throws {
    try setMetadata(metadata, forPersistentStoreOfType: storeType ?? NSSQLiteStoreType, at: url, options: nil)
  }

  public class func setMetadata(
    _ metadata: [String: Any]?, type storeType: NSPersistentStore.StoreType, at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    try setMetadata(metadata, forPersistentStoreOfType: storeType.rawValue, at: storeURL, options: options)
  }

  /// The model that a store keeps.
  ///
  /// - Throws: an error that says so for a store that keeps none, or one that cannot be read.
  public class func cachedModelForPersistentStore(
    at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> NSManagedObjectModel {
    try CoreDataError.translating(url: url) {
      switch try SQLiteStore.descriptionForOpening(url.path).model {
      case .readable(let model): return NSManagedObjectModel(model.description)
      case .broken(let error): throw error
      case .missing:
        throw StoreError(.modelUnreadable, "The store at \(url.path) keeps no model.", path: url.path)
      }
    }
  }

  static func checkSQLite(_ type: String, _ url: URL) throws {
    guard type != NSSQLiteStoreType else { return }
    let isSQLite = (try? FileInspection(url.path).check()) != nil
    throw CoreDataError.error(
      isSQLite ? NSPersistentStoreTypeMismatchError : NSPersistentStoreInvalidTypeError,
      isSQLite
        ? "The store at \(url.path) is an SQLite store, not one of the type \"\(type)\"."
        : "Files of stores of the type \"\(type)\" are not supported yet.",
      advice: "Give NSSQLiteStoreType.", url: url)
  }
}

// MARK: files as a whole

extension NSPersistentStoreCoordinator {
  /// Removes a store with everything beside it; a path without a file is fine.
  ///
  /// A file that is no store is refused, unless `NSPersistentStoreForceDestroyOption` is set. Apple's leaves an empty file.
  public func destroyPersistentStore(
    at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil
  ) throws {
    if storeType == NSInMemoryStoreType { return }
    if !FileManager.default.fileExists(atPath: url.path) { return }
    let isForced = (options?[NSPersistentStoreForceDestroyOption] as? NSNumber)?.boolValue ?? false
    if !isForced { try Self.checkSQLite(storeType, url) }
    try refuseIfOpen(url, "destroyed")
    try CoreDataError.translating(url: url) { try SQLiteStore.remove(url.path, force: isForced) }
  }

  public func destroyPersistentStore(
    at url: URL, type storeType: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
  ) throws {
    try destroyPersistentStore(at: url, ofType: storeType.rawValue, options: options)
  }

  /// Puts a copy of a store in another's place. What stood there is there until the copy is whole.
  public func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil, withPersistentStoreFrom sourceURL: URL,
    sourceOptions: [AnyHashable: Any]? = nil, ofType storeType: String
  ) throws {
    try Self.checkSQLite(storeType, sourceURL)
    try refuseIfOpen(destinationURL, "replaced")
    guard !Self.isSame(sourceURL, destinationURL) else {
      throw CoreDataError.error(
        NSPersistentStoreOperationError, "The store at \(sourceURL.path) cannot replace itself.", url: sourceURL)
    }
    try CoreDataError.translating(url: sourceURL) {
      try SQLiteStore.copy(sourceURL.path, to: destinationURL.path)
    }
  }

  public func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil, withPersistentStoreFrom sourceURL: URL,
    sourceOptions: [AnyHashable: Any]? = nil, type sourceType: NSPersistentStore.StoreType
  ) throws {
    try replacePersistentStore(
      at: destinationURL, destinationOptions: destinationOptions, withPersistentStoreFrom: sourceURL,
      sourceOptions: sourceOptions, ofType: sourceType.rawValue)
  }

  /// Copies an open store to a file, which takes its place in the coordinator. The store's own file stays.
  public func migratePersistentStore(
    _ store: NSPersistentStore, to URL: URL, options: [AnyHashable: Any]? = nil, withType storeType: String
  ) throws -> NSPersistentStore {
    guard let open = store.store, store.persistentStoreCoordinator === self else {
      throw CoreDataError.error(
        NSPersistentStoreOperationError, "The store \(store.identifier ?? "") is not in the coordinator.",
        url: store.url)
    }
    guard storeType == NSSQLiteStoreType, URL.isFileURL, URL.path != "/dev/null" else {
      throw CoreDataError.error(
        NSPersistentStoreOperationError,
        "A store can be copied to a file of the type SQLite, not yet to \(URL.absoluteString) as \(storeType).",
        advice: "Give the URL of a file, and NSSQLiteStoreType.", url: URL)
    }
    try refuseIfOpen(URL, "replaced")
    let configuration = store.configurationName
    try CoreDataError.translating(url: URL) { try open.copy(to: URL.path) }
    try remove(store)
    return try addPersistentStore(
      ofType: storeType, configurationName: configuration, at: URL, options: options ?? store.options)
  }

  public func migratePersistentStore(
    _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil,
    type storeType: NSPersistentStore.StoreType
  ) throws -> NSPersistentStore {
    try migratePersistentStore(store, to: storeURL, options: options, withType: storeType.rawValue)
  }

  @discardableResult public func addPersistentStore(
    type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try addPersistentStore(
      ofType: type.rawValue, configurationName: configuration, at: storeURL, options: options)
  }

  private func refuseIfOpen(_ url: URL, _ what: String) throws {
    if persistentStore(for: url) != nil {
      throw CoreDataError.error(
        NSPersistentStoreOperationError, "The store at \(url.path) is open in the coordinator and cannot be \(what).",
        advice: "Remove it from the coordinator first.", url: url)
    }
  }
}

// MARK: locks

extension NSPersistentStoreCoordinator: NSLocking {
  @available(*, deprecated, message: "Use performAndWait instead")
  public func lock() { exclusion.lock() }

  @available(*, deprecated, message: "Use performAndWait instead")
  public func unlock() { exclusion.unlock() }

  @available(*, deprecated, message: "Use perform instead")
  public func tryLock() -> Bool { exclusion.try() }
}
