public import Foundation
import ObjectGraph
package import SQLiteStore
import StoreContract
import Synchronization

/// An open store of a coordinator.
open class NSPersistentStore: NSObject {
  /// What changes when a coordinator adds and removes the store, and is asked on the queues of all its contexts.
  private struct State {
    var store: SQLiteStore?
    weak var owner: NSPersistentStoreCoordinator?
    var number = 0
    /// What hears of others' writes.
    var watch: StoreWatch?
  }

  private let state: Mutex<State>
  private let listening = Mutex(false)
  private let configuration: String?
  private let given: [AnyHashable: Any]?
  private let place: URL?
  private let name: String
  private let kind: String
  /// For the identifiers of the store's objects.
  final let reference = StoreReference()

  /// For a store that keeps a model of its own, which fits the coordinator's.
  final let fit: StoreFit?

  init(
    _ store: SQLiteStore, type: String, url: URL?, configuration: String?, options: [AnyHashable: Any]?,
    fit: StoreFit? = nil
  ) {
    self.fit = fit
    state = Mutex(State(store: store))
    kind = type
    place = url
    self.configuration = configuration
    given = options
    name = store.identifier
    super.init()
    reference.lead(to: self)
  }

  open var persistentStoreCoordinator: NSPersistentStoreCoordinator? { owner }

  /// The configuration's name; that of all entities where none was given.
  open var configurationName: String { configuration ?? NSManagedObjectModel.defaultConfiguration }

  open var options: [AnyHashable: Any]? { given }

  /// Where the store is; `nil` for one in memory without a URL.
  open var url: URL? { place }

  /// The UUID in the URIs of the store's objects.
  open var identifier: String! { name }

  open var type: String { kind }

  open var isReadOnly: Bool { store?.isReadOnly ?? true }

  /// The store's metadata. What is set is written at once, and only an application's own keys change.
  ///
  /// A failure to write shows on the standard error: no property can throw. Use
  /// `NSPersistentStoreCoordinator.setMetadata(_:type:at:options:)` to get the error.
  open var metadata: [String: Any]! {
    get {
      do {
        return try store.map { StoreMetadataTable.table(try $0.metadata()) } ?? [:]
      } catch {
        Notice.show(["the metadata of \(name) cannot be read: \(error)"])
        return [:]
      }
    }
    set {
      do {
        try store?.replaceMetadata(StoreMetadataTable.values(newValue ?? [:]))
      } catch {
        Notice.show(["the metadata of \(name) cannot be written: \(error)"])
      }
    }
  }

  /// Called when a coordinator has added the store.
  open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}

  /// Called before a coordinator removes the store.
  open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}

  open override var description: String { "<NSPersistentStore: \(kind) (url: \(place?.absoluteString ?? "none"))>" }

  // MARK: inside

  /// The store behind it; `nil` when it was removed from its coordinator.
  package final var store: SQLiteStore? { state.withLock { $0.store } }

  private var owner: NSPersistentStoreCoordinator? { state.withLock { $0.owner } }

  /// Which of the coordinator's stores it is; the first one is 0.
  package final var number: Int { state.withLock { $0.number } }

  package final func setNumber(_ number: Int) { state.withLock { $0.number = number } }

  package final func add(to coordinator: NSPersistentStoreCoordinator) {
    state.withLock { $0.owner = coordinator }
    store?.watchPlace()
    didAdd(to: coordinator)
  }

  /// Whether notifications of the store's changes were asked for.
  final var postsChanges: Bool {
    let key = NSPersistentStoreRemoteChangeNotificationPostOptionKey
    return (given?[key] as? NSNumber)?.boolValue ?? given?[key] as? Bool ?? false
  }

  /// Hears of what others write into the file from now on, and, where notifications were asked for, of own saves too.
  ///
  /// - Throws: `StoreError` when the file cannot be read.
  final func listen() throws {
    try listening.withLock { isListening in
      guard !isListening, let store else { return }
      let posts = postsChanges
      let here = NSPersistentStoreCoordinator.WeakBox(self)
      let watch = try store.watch(own: posts) { news in
        guard let store = here.object, let coordinator = store.owner else { return }
        coordinator.hear(news, of: store, posts: posts)
      }
      state.withLock { if $0.store != nil { $0.watch = watch } }
      isListening = true
    }
  }

  /// Closes the store.
  package final func remove() {
    let former = state.withLock { state in
      let former = (watch: state.watch, store: state.store)
      state.owner = nil
      state.watch = nil
      state.store = nil
      return former
    }
    // Closing a file takes long: not under the lock.
    withExtendedLifetime(former) {}
  }

  /// The metadata of a store that is in no coordinator.
  public class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: NSSQLiteStoreType, at: url)
  }

  public class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {
    try NSPersistentStoreCoordinator.setMetadata(metadata, forPersistentStoreOfType: NSSQLiteStoreType, at: url)
  }
}

extension NSPersistentStore {
  /// The type of a store under Swift's names.
  public struct StoreType: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let sqlite = Self(rawValue: NSSQLiteStoreType)
    public static let binary = Self(rawValue: NSBinaryStoreType)
    public static let inMemory = Self(rawValue: NSInMemoryStoreType)
    public static let xml = Self(rawValue: NSXMLStoreType)
  }
}
