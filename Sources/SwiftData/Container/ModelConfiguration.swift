public import Foundation
public import SchemaTypes

/// Where a store is and how it is opened.
public struct ModelConfiguration: Identifiable, Hashable {
  public let name: String
  public let url: URL
  public let allowsSave: Bool
  public let isStoredInMemoryOnly: Bool
  /// Always `nil`: app groups are Apple's.
  public let groupAppContainerIdentifier: String?
  /// The private database that was asked for; nothing is sent to it here.
  public let cloudKitContainerIdentifier: String?
  /// The models that the store holds; `nil` for all of the container's.
  public var schema: Schema?

  public var id: URL { url }

  public init(isStoredInMemoryOnly: Bool = false) {
    self.init(nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
    self.init(nil, schema: Schema(forTypes), isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// A store in the user's application support folder, named after the configuration, or in memory.
  ///
  /// On Linux that folder is `$XDG_DATA_HOME`, or `~/.local/share`; the name is `default` when none is given.
  ///
  /// - Parameters:
  ///   - groupContainer: accepted, and said to mean nothing: app groups are Apple's.
  ///   - cloudKitDatabase: accepted, and said to mean nothing: there is no CloudKit to send changes to.
  public init(
    _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false, allowsSave: Bool = true,
    groupContainer: GroupContainer = .automatic, cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    let name = name ?? "default"
    self.name = name
    url =
      isStoredInMemoryOnly
      ? URL(fileURLWithPath: "/dev/null") : Self.defaultFolder.appendingPathComponent("\(name).store")
    self.schema = schema
    self.allowsSave = allowsSave
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    groupAppContainerIdentifier = groupContainer.identifier
    cloudKitContainerIdentifier = cloudKitDatabase.identifier
  }

  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.name = name ?? url.deletingPathExtension().lastPathComponent
    self.url = url
    self.schema = schema
    self.allowsSave = allowsSave
    isStoredInMemoryOnly = url.path == "/dev/null"
    groupAppContainerIdentifier = nil
    cloudKitContainerIdentifier = cloudKitDatabase.identifier
  }

  private static var defaultFolder: URL {
    FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      ?? URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
  }

  /// What a user should know about options that mean something on Apple's platforms only.
  var remarks: [String] {
    var remarks: [String] = []
    if let group = groupAppContainerIdentifier {
      remarks.append("the app group \(group) means nothing here; the store is \(url.path)")
    }
    if let database = cloudKitContainerIdentifier {
      remarks.append("there is no CloudKit here: changes are not sent to \(database)")
    }
    return remarks
  }
}

extension ModelConfiguration {
  /// Which app group's folder holds the store.
  public struct GroupContainer: Sendable {
    let identifier: String?

    public static var automatic: GroupContainer { GroupContainer(identifier: nil) }
    public static var none: GroupContainer { GroupContainer(identifier: nil) }
    public static func identifier(_ groupName: String) -> GroupContainer { GroupContainer(identifier: groupName) }
  }

  /// Which CloudKit database mirrors the store.
  public struct CloudKitDatabase: Sendable {
    let identifier: String?

    public static var automatic: CloudKitDatabase { CloudKitDatabase(identifier: nil) }
    public static var none: CloudKitDatabase { CloudKitDatabase(identifier: nil) }
    public static func `private`(_ privateDBName: String) -> CloudKitDatabase {
      CloudKitDatabase(identifier: privateDBName)
    }
  }
}

extension ModelConfiguration: CustomDebugStringConvertible {
  public var debugDescription: String { "ModelConfiguration \(name): \(isStoredInMemoryOnly ? "in memory" : url.path)" }
}
