public import Foundation
public import SchemaTypes

/// Where a store is and how it is opened.
public struct ModelConfiguration: Identifiable, Hashable {
  public let name: String
  public let url: URL
  public let allowsSave: Bool
  public let isStoredInMemoryOnly: Bool
  /// The app group that was asked for; the store is not put there, since app groups are Apple's.
  public let groupAppContainerIdentifier: String?
  /// The private database that was asked for; nothing is sent to it here.
  public let cloudKitContainerIdentifier: String?
  public let groupContainer: GroupContainer
  public let cloudKitDatabase: CloudKitDatabase
  /// What may happen to a store that another version of the models made. Not in Apple's API.
  public var migrates: Migrations
  /// The models that the store holds; `nil` for all that no other configuration names.
  public var schema: Schema?

  public var id: URL { url }

  public init(isStoredInMemoryOnly: Bool = false) {
    self.init(nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
    self.init(nil, schema: Schema(forTypes), isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// A store in `defaultFolder`, named after the configuration, or in memory.
  ///
  /// The name is `default` when none is given.
  ///
  /// - Parameters:
  ///   - groupContainer: accepted, and said to mean nothing: app groups are Apple's.
  ///   - cloudKitDatabase: accepted, and said to mean nothing: there is no CloudKit to send changes to.
  ///   - migrates: what may happen to a store of another version; not in Apple's API.
  public init(
    _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false, allowsSave: Bool = true,
    groupContainer: GroupContainer = .automatic, cloudKitDatabase: CloudKitDatabase = .automatic,
    migrates: Migrations = .automatic
  ) {
    let name = name ?? "default"
    self.name = name
    url =
      isStoredInMemoryOnly
      ? URL(fileURLWithPath: "/dev/null")
      : Self.defaultFolder.appendingPathComponent("\(name).store", isDirectory: false)
    self.schema = schema
    self.allowsSave = allowsSave
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    groupAppContainerIdentifier = groupContainer.identifier
    cloudKitContainerIdentifier = cloudKitDatabase.identifier
    self.groupContainer = groupContainer
    self.cloudKitDatabase = cloudKitDatabase
    self.migrates = migrates
  }

  /// A store at a place of its own, named after the file when no name is given.
  ///
  /// - Parameter migrates: what may happen to a store of another version; not in Apple's API.
  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
    cloudKitDatabase: CloudKitDatabase = .automatic, migrates: Migrations = .automatic
  ) {
    self.name = name ?? url.deletingPathExtension().lastPathComponent
    self.url = url
    self.schema = schema
    self.allowsSave = allowsSave
    isStoredInMemoryOnly = url.path == "/dev/null"
    groupAppContainerIdentifier = nil
    cloudKitContainerIdentifier = cloudKitDatabase.identifier
    groupContainer = .none
    self.cloudKitDatabase = cloudKitDatabase
    self.migrates = migrates
  }
}

extension ModelConfiguration {
  /// Which app group's folder holds the store.
  public struct GroupContainer: Hashable, Sendable {
    private enum Choice: Hashable, Sendable { case automatic, none, named(String) }
    private let choice: Choice

    var identifier: String? { if case .named(let name) = choice { name } else { nil } }

    public static var automatic: GroupContainer { GroupContainer(choice: .automatic) }
    public static var none: GroupContainer { GroupContainer(choice: .none) }
    public static func identifier(_ groupName: String) -> GroupContainer { GroupContainer(choice: .named(groupName)) }
  }

  /// Which CloudKit database mirrors the store.
  public struct CloudKitDatabase: Hashable, Sendable {
    private enum Choice: Hashable, Sendable { case automatic, none, named(String) }
    private let choice: Choice

    var identifier: String? { if case .named(let name) = choice { name } else { nil } }

    public static var automatic: CloudKitDatabase { CloudKitDatabase(choice: .automatic) }
    public static var none: CloudKitDatabase { CloudKitDatabase(choice: .none) }
    public static func `private`(_ privateDBName: String) -> CloudKitDatabase {
      CloudKitDatabase(choice: .named(privateDBName))
    }
  }
}

extension ModelConfiguration: CustomDebugStringConvertible {
  public var debugDescription: String { "ModelConfiguration \(name): \(isStoredInMemoryOnly ? "in memory" : url.path)" }
}
