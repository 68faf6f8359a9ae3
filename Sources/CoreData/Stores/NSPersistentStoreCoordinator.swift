public import Foundation
import ObjectGraph
import SQLiteStore
import StoreContract
import Synchronization

/// The stores that hold the objects of one model.
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
  // Unchecked because the list of stores is kept under a mutex, and a model in use does not change.

  private let model: NSManagedObjectModel
  private let stores = Mutex(Stores())
  private let queue: SerialQueue
  private let shared = Mutex<ContextGround?>(nil)
  package let exclusion = NSRecursiveLock()

  private struct Stores: @unchecked Sendable {
    // Unchecked because it is touched under the mutex only.
    var list: [NSPersistentStore] = []
    /// By the stores' UUIDs, also of those that were removed.
    var numbers: [String: Int] = [:]
    /// How many numbers were given.
    var given = 0
    /// How many there are.
    var most = StorePart.mostPlaces
    var cloudEvents: [NSPersistentCloudKitContainer.Event] = []
    var name: String?
    /// Some context takes in what others write.
    var hasListeners = false
  }

  /// Uses the model, which cannot be changed from then on.
  public init(managedObjectModel model: NSManagedObjectModel) {
    self.model = model
    queue = SerialQueue("NSPersistentStoreCoordinator")
    super.init()
    model.use()
    KnownModels.add(model)
  }

  deinit { forgetParts() }

  /// Lets go of stores that were removed, so that their files are closed.
  private func forgetParts() { shared.withLock { $0 }?.store.forgetParts() }

  /// What the coordinator's contexts share; made for the first of them.
  final func ground() throws -> ContextGround {
    try shared.withLock { ground in
      if let ground { return ground }
      let made = try ContextGround(self)
      ground = made
      return made
    }
  }

  open var managedObjectModel: NSManagedObjectModel { model }

  open var persistentStores: [NSPersistentStore] { stores.withLock { Self.Box($0.list) }.value }

  open var name: String? {
    get { stores.withLock { $0.name } }
    set { stores.withLock { $0.name = newValue } }
  }

  // MARK: stores

  open func persistentStore(for URL: URL) -> NSPersistentStore? {
    persistentStores.first { $0.url.map { Self.isSame($0, URL) } ?? false }
  }

  /// Where a store is; `/dev/null` for one in memory.
  open func url(for store: NSPersistentStore) -> URL { store.url ?? URL(fileURLWithPath: "/dev/null") }

  /// Opens a store, or makes it where there is none.
  ///
  /// Unlike with Apple's, a store of another model that differs in nothing that shapes a table opens as it is, with its own
  /// model, and keeps it.
  ///
  /// - Throws: errors in `NSCocoaErrorDomain` with Apple's numbers: 134000 for an unknown type, 134010 for a store of
  ///   another type, 134100 with the store's metadata and what differs for one of another model.
  @discardableResult open func addPersistentStore(
    ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    if let storeURL, storeURL.path != "/dev/null", storeType != NSInMemoryStoreType,
      persistentStore(for: storeURL) != nil
    {
      throw CoreDataError.error(
        NSPersistentStoreOpenError, "The store at \(storeURL.path) is in the coordinator already.", url: storeURL)
    }
    let loading = StoreLoading(
      model: model, type: storeType, configuration: configuration, url: storeURL, options: options ?? [:])
    let store = try CoreDataError.translating(url: storeURL) { try loading.load() }
    try adopt(store)
    do {
      if store.postsChanges || stores.withLock({ $0.hasListeners }) { try store.listen() }
    } catch {
      try remove(store)
      throw CoreDataError.translated(error, url: storeURL)
    }
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorStoresDidChange, object: self, userInfo: [NSAddedPersistentStoresKey: [store]])
    return store
  }

  /// Whether no key can be of another store than the first.
  package final var hasHadOneStore: Bool { stores.withLock { $0.given < 2 } }

  /// How many different stores the coordinator takes in its life; for tests, which set less.
  package final var mostStores: Int {
    get { stores.withLock { $0.most } }
    set { stores.withLock { $0.most = newValue } }
  }

  /// Has contexts told of what others write into the stores, from now on.
  ///
  /// Watching a file costs a thread's turn at each write: until somebody can be told, nobody looks.
  final func listen() {
    stores.withLock { $0.hasListeners = true }
    for store in persistentStores {
      do {
        try store.listen()
      } catch {
        // No property can throw; the next call that reads the file says what is wrong with it.
        Notice.show(["what others write into \(store.url?.path ?? "") is not heard: \(error)"])
      }
    }
  }

  /// Adds a store that is open already.
  ///
  /// Contexts keep objects of stores that were removed: a number is given again only to the same store.
  ///
  /// - Throws: an error when there are no more numbers; the store is closed then.
  final func adopt(_ store: NSPersistentStore) throws {
    let added = Self.Box(store)
    // Nobody has keys of other stores yet.
    let startsAnew = shared.withLock { $0 == nil }
    let isAdded = stores.withLock { stores in
      if startsAnew, stores.list.isEmpty { (stores.numbers, stores.given) = ([:], 0) }
      let identifier = added.value.identifier ?? ""
      let taken = Set(stores.list.map(\.number))
      var number = stores.given
      if let known = stores.numbers[identifier], !taken.contains(known) { number = known }
      guard number < stores.most else { return false }
      if number == stores.given { stores.given += 1 }
      stores.numbers[identifier] = number
      added.value.setNumber(number)
      stores.list.append(added.value)
      return true
    }
    guard isAdded else {
      store.remove()
      throw CoreDataError.error(
        NSPersistentStoreOperationError,
        "The coordinator has had \(mostStores) stores, and its contexts may have objects of each.",
        advice: "Make another coordinator, with contexts of its own.", url: store.url)
    }
    store.add(to: self)
  }

  /// Adds the store of a description, making the folder of its file, and hands description and error to the block.
  ///
  /// The block runs before the call returns, or later on another thread for `shouldAddStoreAsynchronously`.
  open func addPersistentStore(
    with storeDescription: NSPersistentStoreDescription,
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    let description = Self.Box(storeDescription)
    let completion = Self.Box(block)
    let run = { @Sendable [self] in
      do {
        try add(description.value)
        completion.value(description.value, nil)
      } catch {
        completion.value(description.value, error)
      }
    }
    if storeDescription.shouldAddStoreAsynchronously {
      DispatchQueue.global().async(execute: run)
    } else {
      run()
    }
  }

  private func add(_ description: NSPersistentStoreDescription) throws {
    if let url = description.url, url.isFileURL, description.type != NSInMemoryStoreType, !description.isReadOnly {
      // A folder that cannot be made shows in the error of the store itself.
      try? FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    if let cloud = description.cloudKitContainerOptions {
      let isRequired = (description.options[CloudKitSetup.requiringOption] as? NSNumber)?.boolValue ?? false
      if isRequired { throw CloudKitSetup.error(cloud.containerIdentifier, url: description.url) }
      Notice.show([CloudKitSetup.line(cloud.containerIdentifier)])
    }
    try addPersistentStore(
      ofType: description.type, configurationName: description.configuration, at: description.url,
      options: description.options)
  }

  /// Closes a store. Its file stays.
  open func remove(_ store: NSPersistentStore) throws {
    guard store.persistentStoreCoordinator === self else {
      throw CoreDataError.error(
        NSPersistentStoreOperationError, "The store \(store.identifier ?? "") is not in the coordinator.",
        url: store.url)
    }
    let center = NotificationCenter.default
    center.post(name: .NSPersistentStoreCoordinatorWillRemoveStore, object: store)
    store.willRemove(from: self)
    let removed = Self.Box(store)
    stores.withLock { stores in stores.list.removeAll { $0 === removed.value } }
    store.remove()
    forgetParts()
    center.post(
      name: .NSPersistentStoreCoordinatorStoresDidChange, object: self,
      userInfo: [NSRemovedPersistentStoresKey: [store]])
  }

  open func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) { store.metadata = metadata }

  open func metadata(for store: NSPersistentStore) -> [String: Any] { store.metadata }

  /// What was told of mirroring the stores.
  final var cloudEvents: [NSPersistentCloudKitContainer.Event] { stores.withLock { Self.Box($0.cloudEvents) }.value }

  final func add(_ event: NSPersistentCloudKitContainer.Event) {
    let event = Self.Box(event)
    stores.withLock { $0.cloudEvents.append(event.value) }
  }

  // MARK: identifiers

  /// The identifier that a URI of one of the coordinator's stores names; `nil` for an unknown store or entity, and for the
  /// URI of an object that was never saved.
  open func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
    guard let parts = NSManagedObjectID.parts(of: url),
      let store = persistentStores.first(where: { $0.identifier == parts.store }),
      let entity = model.entity(named: parts.entity)
    else { return nil }
    return NSManagedObjectID(entity: entity, store: store, storeIdentifier: parts.store, key: parts.key)
  }

  /// As `managedObjectID(forURIRepresentation:)`, of the URI's text.
  public final func managedObjectID(for string: String) -> NSManagedObjectID? {
    URL(string: string).flatMap { managedObjectID(forURIRepresentation: $0) }
  }

  // MARK: requests

  /// Runs a request for a context.
  ///
  /// - Returns: the results of a fetch as a list, or what the request's own class of results is.
  open func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext) throws -> Any {
    let result = try context.execute(request)
    return (result as? NSPersistentStoreAnswer)?.results ?? result
  }

  /// Where history stands: of the stores given, or of all.
  open func currentPersistentHistoryToken(fromStores stores: [Any]?) -> NSPersistentHistoryToken? {
    let chosen = stores?.compactMap { $0 as? NSPersistentStore } ?? persistentStores
    var numbers: [String: Int64] = [:]
    for store in chosen {
      if let last = try? store.store?.historyBounds().last, last > 0 { numbers[store.identifier] = last }
    }
    return numbers.isEmpty ? nil : NSPersistentHistoryToken(numbers)
  }

  // MARK: queue

  open func perform(_ block: @escaping () -> Void) { queue.perform(block) }

  open func performAndWait(_ block: () -> Void) { queue.performAndWait(block) }

  public final func performAndWait<T>(_ block: () throws -> T) rethrows -> T { try queue.performAndWait(block) }

  /// Throws what the block throws; Swift spells that in another way than `rethrows` for work on a queue.
  ///
  /// Neither the block nor its result leaves the caller's isolation as the compiler sees it, so that both may be what is not
  /// `Sendable`, also in Swift 6 mode and on the main actor.
  public nonisolated(nonsending) final func perform<T, Failure: Error>(
    _ block: @escaping () throws(Failure) -> T
  ) async throws(Failure) -> T {
    try await queue.perform(block)
  }

  // MARK: inside

  /// Two URLs of one file.
  static func isSame(_ left: URL, _ right: URL) -> Bool {
    left.standardizedFileURL.resolvingSymlinksInPath().path == right.standardizedFileURL.resolvingSymlinksInPath().path
  }

  /// Carries something across a border of concurrency.
  struct Box<Value>: @unchecked Sendable {
    // Unchecked because one side gives the value up, as Apple's interface has it.
    let value: Value
    init(_ value: Value) { self.value = value }
  }
}
