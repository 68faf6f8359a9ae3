public import Foundation

/// Where a store is and how it is opened.
public struct ModelConfiguration: Identifiable, Hashable {
  public let name: String
  public let url: URL
  public let allowsSave: Bool
  public let isStoredInMemoryOnly: Bool

  public var id: URL { url }

  public init(isStoredInMemoryOnly: Bool = false) {
    self.init(nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// A store in the application support folder, named after the configuration, or in memory.
  public init(_ name: String? = nil, isStoredInMemoryOnly: Bool, allowsSave: Bool = true) {
    let name = name ?? "default"
    let folder =
      FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      ?? URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    self.name = name
    url =
      isStoredInMemoryOnly
      ? URL(fileURLWithPath: "/dev/null") : folder.appendingPathComponent(name).appendingPathExtension("store")
    self.allowsSave = allowsSave
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
  }

  public init(_ name: String? = nil, url: URL, allowsSave: Bool = true) {
    self.name = name ?? url.deletingPathExtension().lastPathComponent
    self.url = url
    self.allowsSave = allowsSave
    isStoredInMemoryOnly = url.path == "/dev/null"
  }
}
