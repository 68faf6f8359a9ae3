public import Foundation

/// Where a store is and how it is opened.
open class NSPersistentStoreDescription: NSObject, NSCopying {
  open var type = NSSQLiteStoreType
  open var configuration: String?
  open var url: URL?
  /// Whether adding it returns before the store is open.
  open var shouldAddStoreAsynchronously = false
  private var entries: [String: NSObject] = [:]
  private var cloud: NSPersistentCloudKitContainerOptions?

  public init(url: URL) {
    self.url = url
    super.init()
    shouldMigrateStoreAutomatically = true
    shouldInferMappingModelAutomatically = true
  }

  /// A description of a store that no file keeps, until a URL is set.
  public override convenience init() { self.init(url: URL(fileURLWithPath: "/dev/null")) }

  open var options: [String: NSObject] { entries }

  open func setOption(_ option: NSObject?, forKey key: String) { entries[key] = option }

  open var isReadOnly: Bool {
    get { flag(NSReadOnlyPersistentStoreOption) }
    set { entries[NSReadOnlyPersistentStoreOption] = NSNumber(value: newValue) }
  }

  /// How many seconds a store in use by others is waited for.
  open var timeout: TimeInterval {
    get { (entries[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240 }
    set { entries[NSPersistentStoreTimeoutOption] = NSNumber(value: newValue) }
  }

  /// Settings of SQLite's; what is more than a name and a value is refused when the store is added.
  open var sqlitePragmas: [String: NSObject] {
    var pragmas: [String: NSObject] = [:]
    for (key, value) in entries[NSSQLitePragmasOption] as? NSDictionary ?? [:] {
      if let name = key as? String { pragmas[name] = value as? NSObject ?? NSString(string: "\(value)") }
    }
    return pragmas
  }

  open func setValue(_ value: NSObject?, forPragmaNamed name: String) {
    var pragmas = sqlitePragmas
    pragmas[name] = value
    entries[NSSQLitePragmasOption] = pragmas.isEmpty ? nil : NSDictionary(dictionary: pragmas)
  }

  open var shouldMigrateStoreAutomatically: Bool {
    get { flag(NSMigratePersistentStoresAutomaticallyOption) }
    set { entries[NSMigratePersistentStoresAutomaticallyOption] = NSNumber(value: newValue) }
  }

  open var shouldInferMappingModelAutomatically: Bool {
    get { flag(NSInferMappingModelAutomaticallyOption) }
    set { entries[NSInferMappingModelAutomaticallyOption] = NSNumber(value: newValue) }
  }

  /// Kept, and said to mean nothing when the store is added: there is no CloudKit here.
  open var cloudKitContainerOptions: NSPersistentCloudKitContainerOptions? {
    get { cloud }
    set { cloud = newValue }
  }

  private func flag(_ key: String) -> Bool { (entries[key] as? NSNumber)?.boolValue ?? false }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSPersistentStoreDescription()
    copy.type = type
    copy.configuration = configuration
    copy.url = url
    copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
    copy.entries = entries
    copy.cloud = cloud
    return copy
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPersistentStoreDescription else { return false }
    return other === self
      || type == other.type && configuration == other.configuration && url == other.url
        && shouldAddStoreAsynchronously == other.shouldAddStoreAsynchronously && entries == other.entries
        && cloud?.containerIdentifier == other.cloud?.containerIdentifier
  }

  open override var hash: Int { url.hashValue }

  open override var description: String {
    "<NSPersistentStoreDescription: \(type) (url: \(url?.absoluteString ?? "none"))>"
  }
}
