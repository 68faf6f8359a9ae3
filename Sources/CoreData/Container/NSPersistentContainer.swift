public import Foundation
import ModelDescription

/// A model with the stores of its objects.
open class NSPersistentContainer: NSObject, __DefaultDirectory, @unchecked Sendable {
  // Unchecked because descriptions and failure are set before stores are loaded, as Apple's contract has it.

  private let title: String
  private let coordinator: NSPersistentStoreCoordinator
  private let model: NSManagedObjectModel
  /// Why there is no model under the name; loading stores reports it.
  private var failure: NSError?
  private let viewLock = NSLock()
  private var view: NSManagedObjectContext?

  /// The stores to load: one in the default folder, under the container's name, unless others are set.
  open var persistentStoreDescriptions: [NSPersistentStoreDescription]

  /// A container with the model of that name from the main bundle, or from the resources of the program's packages.
  ///
  /// A model that is not found stops nothing here: loading the stores reports where it was looked for.
  public convenience init(name: String) {
    switch ModelLookup(name).found() {
    case .success(let model): self.init(name: name, managedObjectModel: NSManagedObjectModel(model))
    case .failure(let error):
      self.init(name: name, managedObjectModel: NSManagedObjectModel())
      failure = error as NSError
    }
  }

  public init(name: String, managedObjectModel model: NSManagedObjectModel) {
    title = name
    self.model = model
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    persistentStoreDescriptions = []
    super.init()
    let url = Swift.type(of: self).defaultDirectoryURL().appendingPathComponent("\(name).sqlite")
    persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
  }

  /// The folder of stores without a URL of their own: one named after the program, in the user's application support
  /// folder, as on macOS. On Linux that folder is `$XDG_DATA_HOME`, or `~/.local/share`.
  open class func defaultDirectoryURL() -> URL {
    URL.applicationSupportDirectory.appendingPathComponent(ProcessInfo.processInfo.processName, isDirectory: true)
  }

  public static func __defaultDirectory() -> URL { defaultDirectoryURL() }

  open var name: String { title }
  open var managedObjectModel: NSManagedObjectModel { model }
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator { coordinator }

  /// The context of the main queue.
  open var viewContext: NSManagedObjectContext {
    viewLock.withLock {
      if let view { return view }
      let made = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      made.persistentStoreCoordinator = coordinator
      made.name = "viewContext"
      view = made
      return made
    }
  }

  /// A context with a queue of its own.
  open func newBackgroundContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// Runs a block with a new background context, on that one's queue.
  open func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {
    let context = newBackgroundContext()
    context.perform { block(context) }
  }

  /// Throws what the block throws; Swift spells that in another way than `rethrows` for work on a queue.
  ///
  /// Neither the block nor its result leaves the caller's isolation as the compiler sees it, so that both may be what is not
  /// `Sendable`, also in Swift 6 mode and on the main actor.
  public nonisolated(nonsending) final func performBackgroundTask<T, Failure: Error>(
    _ block: @escaping (NSManagedObjectContext) throws(Failure) -> T
  ) async throws(Failure) -> T {
    let context = newBackgroundContext()
    return try await context.perform { () throws(Failure) -> T in try block(context) }
  }

  /// Loads each store that is described, and calls the block once for each.
  ///
  /// A store of a description with `shouldAddStoreAsynchronously` is loaded on another thread, where its block runs.
  open func loadPersistentStores(
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    for description in persistentStoreDescriptions {
      if let failure {
        block(description, failure)
      } else {
        coordinator.addPersistentStore(with: description, completionHandler: block)
      }
    }
  }
}

/// Gives the default folder its second spelling: a class cannot have a method and a property of one name.
public protocol __DefaultDirectory {
  static func __defaultDirectory() -> URL
}

extension __DefaultDirectory {
  public static var defaultDirectoryURL: URL { __defaultDirectory() }
}
