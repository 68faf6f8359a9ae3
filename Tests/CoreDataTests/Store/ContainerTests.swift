import Foundation
import Synchronization
import TestKit
import Testing

@testable import CoreData

/// Containers and the descriptions of their stores.
@Suite struct ContainerTests {
  @Test func descriptionsHoldOptions() throws {
    let description = NSPersistentStoreDescription()
    #expect(description.type == NSSQLiteStoreType)
    #expect(description.url?.path == "/dev/null")
    #expect(description.shouldMigrateStoreAutomatically)
    #expect(description.shouldInferMappingModelAutomatically)
    #expect(!description.isReadOnly)
    #expect(!description.shouldAddStoreAsynchronously)
    #expect(description.timeout == 240)
    description.timeout = 2.5
    description.isReadOnly = true
    description.shouldMigrateStoreAutomatically = false
    description.configuration = "Local"
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    description.setOption("complete" as NSString, forKey: NSPersistentStoreFileProtectionKey)
    description.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(containerIdentifier: "iCloud.a")
    #expect(
      description.options.keys.sorted()
        == [
          NSInferMappingModelAutomaticallyOption, NSMigratePersistentStoresAutomaticallyOption,
          NSPersistentHistoryTrackingKey, NSPersistentStoreFileProtectionKey, NSPersistentStoreTimeoutOption,
          NSReadOnlyPersistentStoreOption,
        ].sorted())
    let copy = try #require(description.copy() as? NSPersistentStoreDescription)
    #expect(copy == description)
    #expect(copy !== description)
    #expect(copy.timeout == 2.5)
    #expect(copy.cloudKitContainerOptions?.containerIdentifier == "iCloud.a")
    copy.setOption(nil, forKey: NSPersistentHistoryTrackingKey)
    #expect(copy != description)
    #expect(description.options[NSPersistentHistoryTrackingKey] == true as NSNumber)
  }

  @Test func aContainerLoadsItsStore() throws {
    let folder = try TemporaryFolder()
    let container = NSPersistentContainer(name: "Library", managedObjectModel: ModelEditingTests.library())
    #expect(container.name == "Library")
    let standard = try #require(container.persistentStoreDescriptions.first)
    #expect(container.persistentStoreDescriptions.count == 1)
    #expect(standard.url == NSPersistentContainer.defaultDirectoryURL.appendingPathComponent("Library.sqlite"))
    // The folder does not exist yet.
    let url = folder.file("deep/down/Library.sqlite")
    standard.url = url
    standard.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    var loaded: [URL?] = []
    container.loadPersistentStores { description, error in
      #expect(error == nil)
      loaded.append(description.url)
    }
    #expect(loaded == [url])
    #expect(container.persistentStoreCoordinator.persistentStores.map(\.url) == [url])
    #expect(container.persistentStoreCoordinator.managedObjectModel === container.managedObjectModel)
  }

  @Test func storesLoadOnAnotherThread() async throws {
    let folder = try TemporaryFolder()
    let container = NSPersistentContainer(name: "Library", managedObjectModel: ModelEditingTests.library())
    let description = NSPersistentStoreDescription(url: folder.file("a.sqlite"))
    description.shouldAddStoreAsynchronously = true
    let broken = NSPersistentStoreDescription(url: folder.file("b.sqlite"))
    broken.shouldAddStoreAsynchronously = true
    broken.configuration = "Nobody"
    container.persistentStoreDescriptions = [description, broken]
    let results = AsyncStream<String> { continuation in
      let countdown = Countdown()
      container.loadPersistentStores { description, error in
        continuation.yield("\(description.url?.lastPathComponent ?? ""): \(error == nil)")
        if countdown.isLast() { continuation.finish() }
      }
    }
    var lines: [String] = []
    for await line in results { lines.append(line) }
    #expect(lines.sorted() == ["a.sqlite: true", "b.sqlite: false"])
    #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
  }

  private final class Countdown: Sendable {
    private let left = Mutex(2)

    func isLast() -> Bool {
      left.withLock { left in
        left -= 1
        return left == 0
      }
    }
  }

  @Test func theDefaultFolderHasTwoSpellings() {
    let method = NSPersistentContainer.defaultDirectoryURL()
    let property: URL = NSPersistentContainer.defaultDirectoryURL
    #expect(method == property)
    #expect(Own.defaultDirectoryURL.path == "/own")
    #expect(Own(name: "A", managedObjectModel: ModelEditingTests.library()).path == "/own/A.sqlite")
  }

  private final class Own: NSPersistentContainer, @unchecked Sendable {
    // Unchecked as the class that it inherits from is; it has no state of its own.
    override class func defaultDirectoryURL() -> URL { URL(fileURLWithPath: "/own") }
    var path: String? { persistentStoreDescriptions.first?.url?.path }
  }
}
