import CoreData
import Foundation
import TestKit
import Testing

/// `migratePersistentStore` copies and leaves the old file: at no instant is there neither.
@Suite struct MovedStoreTests {
  private let folder: TemporaryFolder
  private let old: URL

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.file("old"), withIntermediateDirectories: true)
    old = folder.file("old/Books.sqlite")
    try StoredModels.makeFirst(at: old)
  }

  private func open() throws -> (NSPersistentStoreCoordinator, NSPersistentStore) {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: StoredModels.first())
    return (
      coordinator,
      try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: old, options: nil)
    )
  }

  private func books(at url: URL) throws -> [String] {
    try StoredModels.use(StoredModels.first(), url) { try StoredModels.books($0, "author.name") }
  }

  @Test(arguments: [true, false]) func bothAreThereAfterwards(_ replaces: Bool) throws {
    let new = folder.file("New.sqlite")
    if replaces { try StoredModels.use(StoredModels.second(), new) { _ in } }
    let before = try books(at: old)
    let (coordinator, store) = try open()
    let moved = try coordinator.migratePersistentStore(store, to: new, options: nil, withType: NSSQLiteStoreType)
    #expect(moved.url == new && coordinator.persistentStores == [moved])
    try coordinator.remove(moved)
    #expect(try books(at: new) == before && before.count == 3)
    #expect(try books(at: old) == before)
  }

  @Test func aCopyThatFailsLeavesTheStoreInUse() throws {
    let (coordinator, store) = try open()
    #expect(throws: (any Error).self) {
      try coordinator.migratePersistentStore(
        store, to: folder.file("none/New.sqlite"), options: nil, withType: NSSQLiteStoreType)
    }
    #expect(coordinator.persistentStores == [store])
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    #expect(try context.performAndWait { try StoredModels.books(context) }.count == 3)
  }
}
