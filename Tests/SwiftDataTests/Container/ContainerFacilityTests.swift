import ObjectGraph
import SQLiteDriver
import Synchronization
import TestKit
import Testing

@testable import SwiftData

@Suite struct ContainerFacilityTests {
  @Model final class Picture {
    var name: String
    @Attribute(.externalStorage) var bytes: Data
    var album: Album?
    init(name: String, bytes: Data = Data()) {
      self.name = name
      self.bytes = bytes
    }
  }

  @Model final class Album {
    var title: String
    @Relationship(inverse: \Picture.album) var pictures: [Picture] = []
    init(title: String) { self.title = title }
  }

  @Test func erasingLeavesAnEmptyStore() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Pictures.store")
    let container = try ModelContainer(for: Album.self, configurations: ModelConfiguration(url: url))
    let identifier = container.storeIdentifier(forConfigurationNamed: "Pictures")
    let context = ModelContext(container)
    let album = Album(title: "Alps")
    context.insert(album)
    album.pictures = [Picture(name: "a", bytes: Data(repeating: 7, count: 200_000)), Picture(name: "b")]
    try context.save()
    let outside = folder.url.appendingPathComponent(".Pictures_SUPPORT/_EXTERNAL_DATA")
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path).count == 1)
    try container.erase()
    #expect(!FileManager.default.fileExists(atPath: outside.path))
    let fresh = ModelContext(container)
    #expect(try fresh.fetchCount(FetchDescriptor<Picture>()) == 0 && fresh.fetchCount(FetchDescriptor<Album>()) == 0)
    #expect(try fresh.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).isEmpty)
    let next = Album(title: "Andes")
    fresh.insert(next)
    try fresh.save()
    // Keys go on, so that objects of before are not taken for new ones.
    #expect(next.persistentModelID != album.persistentModelID)
    #expect(container.storeIdentifier(forConfigurationNamed: "Pictures") == identifier)
    container.deleteAllData()
    #expect(try fresh.fetchCount(FetchDescriptor<Album>()) == 0)
    #expect(try Connection(path: url.path, mode: .untouched).text("PRAGMA integrity_check") == "ok")
  }

  @Test func aReadOnlyStoreIsNotErased() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Pictures.store")
    _ = try ModelContainer(for: Album.self, configurations: ModelConfiguration(url: url))
    let container = try ModelContainer(for: Album.self, configurations: ModelConfiguration(url: url, allowsSave: false))
    #expect(throws: (any Error).self) { try container.erase() }
  }

  @Test func containersAreEqualWhenTheyAreTheSame() throws {
    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    let (one, two) = (
      try ModelContainer(for: Album.self, configurations: memory),
      try ModelContainer(for: Album.self, configurations: memory)
    )
    #expect(one == one && one != two)
    #expect(
      one.storeIdentifier(forConfigurationNamed: "default") != two.storeIdentifier(forConfigurationNamed: "default"))
  }

  @Test func theDefaultFolderIsThatOfTheExecutable() {
    let name = ProcessInfo.processInfo.processName
    #expect(ModelConfiguration.defaultFolder(in: ["XDG_DATA_HOME": "/data"]).path == "/data/\(name)")
    #expect(ModelConfiguration.defaultFolder(in: ["HOME": "/home/ada"]).path == "/home/ada/.local/share/\(name)")
    // Relative paths are to be ignored, says the specification of base directories.
    #expect(
      ModelConfiguration.defaultFolder(in: ["HOME": "/home/ada", "XDG_DATA_HOME": "data"]).path
        == "/home/ada/.local/share/\(name)")
    #expect(
      ModelConfiguration.defaultFolder(in: ["CAUSEWAY_STORE_FOLDER": "/srv/stores", "XDG_DATA_HOME": "/data"]).path
        == "/srv/stores")
  }

  @Test func optionsOfApplesPlatformsAreSaidOnceAsLineAndNotification() throws {
    let heard = Mutex<[String]>([])
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContainer.optionIgnored, object: nil, queue: nil
    ) { notification in
      guard notification.userInfo?["configuration"] as? String == "Mirrored",
        let message = notification.userInfo?["message"] as? String
      else { return }
      heard.withLock { $0.append(message) }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    let configuration = ModelConfiguration(
      "Mirrored", isStoredInMemoryOnly: true, groupContainer: .identifier("group.mirrored"),
      cloudKitDatabase: .private("iCloud.mirrored"))
    #expect(configuration.groupAppContainerIdentifier == "group.mirrored")
    #expect(configuration.cloudKitContainerIdentifier == "iCloud.mirrored")
    _ = try ModelContainer(for: Album.self, configurations: configuration)
    #expect(heard.withLock { $0.count } == 2)
    #expect(Notice.wasShown("there is no CloudKit here: changes are not sent to iCloud.mirrored"))
  }

  /// Many at once: each container in memory is a database of its own.
  @Test func containersInMemoryAreIndependentInParallel() async throws {
    let counts = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for number in 1...16 {
        group.addTask {
          let container = try ModelContainer(
            for: Album.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
          let context = ModelContext(container)
          for title in 0..<number * 5 { context.insert(Album(title: "\(title)")) }
          try context.save()
          return (number * 5, try ModelContext(container).fetchCount(FetchDescriptor<Album>()))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts.count == 16 && counts.allSatisfy { $0.0 == $0.1 })
  }

  @Test func aStoreByItselfHasItsHistory() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Albums.store")
    let configuration = ModelConfiguration(schema: Schema([Album.self]), url: url)
    let context = ModelContext(try ModelContainer(for: Album.self, configurations: configuration))
    context.insert(Album(title: "Alps"))
    try context.save()
    let store = try DefaultStore(configuration)
    #expect(store.identifier == context.container.storeIdentifier(forConfigurationNamed: "Albums"))
    #expect(try store.fetchHistory(HistoryDescriptor()).count == 1 && store.name == "Albums")
    try store.erase()
    #expect(try context.fetchCount(FetchDescriptor<Album>()) == 0)
    let error = #expect(throws: SwiftDataError.self) { try DefaultStore(ModelConfiguration(url: url)) }
    #expect(error == .unknownDataStoreSchema)
  }
}
