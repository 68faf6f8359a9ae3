import Foundation
import SQLiteStore
import TestKit
import Testing

@testable import CoreData

/// Stores added to a coordinator and taken from it.
@Suite struct StoreTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Library.sqlite")
  }

  private func coordinator(_ model: NSManagedObjectModel? = nil) -> NSPersistentStoreCoordinator {
    NSPersistentStoreCoordinator(managedObjectModel: model ?? ModelEditingTests.library())
  }

  @Test func aStoreIsMadeAndOpenedAgain() throws {
    let first = coordinator()
    let made = try first.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
    let identifier = try #require(made.identifier)
    #expect(UUID(uuidString: identifier) != nil)
    #expect(made.type == "SQLite")
    #expect(made.url == url)
    #expect(!made.isReadOnly)
    #expect(made.configurationName == "PF_DEFAULT_CONFIGURATION_NAME")
    #expect(made.persistentStoreCoordinator === first)
    #expect(first.persistentStores == [made])
    #expect(first.persistentStore(for: url) === made)
    #expect(first.url(for: made) == url)
    #expect(made.metadata[NSStoreTypeKey] as? String == "SQLite")
    #expect(made.metadata[NSStoreUUIDKey] as? String == identifier)
    let hashes = first.managedObjectModel.entityVersionHashesByName
    #expect(made.metadata[NSStoreModelVersionHashesKey] as? [String: Data] == hashes)
    try first.remove(made)
    #expect(first.persistentStores.isEmpty)
    #expect(made.persistentStoreCoordinator == nil)

    let second = coordinator()
    let again = try second.addPersistentStore(type: .sqlite, at: url)
    #expect(again.identifier == identifier)
    #expect(
      second.managedObjectModel.isConfiguration(withName: nil, compatibleWithStoreMetadata: again.metadata))
  }

  @Test func oneStoreIsNotAddedTwice() throws {
    let coordinator = coordinator()
    try coordinator.addPersistentStore(type: .sqlite, at: url)
    let error = #expect(throws: NSError.self) { try coordinator.addPersistentStore(type: .sqlite, at: url) }
    #expect(error?.localizedDescription.contains("in the coordinator already") == true)
    #expect(coordinator.persistentStores.count == 1)
  }

  /// As contexts on other queues do.
  @Test func aStoreIsAskedWhileItIsRemoved() throws {
    for _ in 0..<10 {
      let coordinator = coordinator()
      let store = NSPersistentStoreCoordinator.Box(try coordinator.addPersistentStore(type: .sqlite, at: url))
      DispatchQueue.concurrentPerform(iterations: 4) { index in
        if index == 0 {
          #expect(throws: Never.self) { try coordinator.remove(store.value) }
        } else {
          for _ in 0..<1000 {
            let (owner, open) = (store.value.persistentStoreCoordinator, store.value.store)
            #expect(owner == nil || owner === coordinator)
            #expect(open?.isReadOnly != true && store.value.number == 0)
          }
        }
      }
      #expect(store.value.persistentStoreCoordinator == nil && store.value.store == nil)
      #expect(coordinator.persistentStores.isEmpty)
    }
  }

  @Test(arguments: [
    (NSInMemoryStoreType, nil as String?), (NSSQLiteStoreType, "/dev/null"), (NSInMemoryStoreType, "/dev/null"),
  ]) func storesInMemoryAreApart(_ type: String, _ path: String?) throws {
    let coordinator = coordinator()
    let url = path.map { URL(fileURLWithPath: $0) }
    let one = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
    let two = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
    #expect(one.type == type)
    #expect(one.identifier != two.identifier)
    #expect(coordinator.url(for: one).path == "/dev/null")
    #expect(one.store?.path == nil)
  }

  @Test func aReadOnlyStoreStaysUntouched() throws {
    let first = coordinator()
    try first.remove(first.addPersistentStore(type: .sqlite, at: url))
    let options = [NSReadOnlyPersistentStoreOption: true as NSNumber]
    let store = try coordinator().addPersistentStore(type: .sqlite, at: url, options: options)
    #expect(store.isReadOnly)
    let missing = folder.file("None.sqlite")
    let error = #expect(throws: NSError.self) {
      try coordinator().addPersistentStore(type: .sqlite, at: missing, options: options)
    }
    #expect(error?.code == CocoaError.Code.fileReadNoSuchFile.rawValue)
    #expect(!FileManager.default.fileExists(atPath: missing.path))
  }

  @Test func aStoreOfAnotherModelIsRefusedWithWhatDiffers() throws {
    let first = coordinator()
    try first.remove(first.addPersistentStore(type: .sqlite, at: url))
    let model = ModelEditingTests.library()
    model.entitiesByName["Book"]?.attributesByName["pages"]?.attributeType = .integer64AttributeType
    model.entitiesByName["Author"]?.properties += [ModelEditingTests.attribute("born", .dateAttributeType)]
    let before = try FolderState(folder.url)
    let error = #expect(throws: NSError.self) { try coordinator(model).addPersistentStore(type: .sqlite, at: url) }
    #expect(try FolderState(folder.url) == before)
    #expect(error?.domain == NSCocoaErrorDomain)
    #expect(error?.code == 134100)
    let metadata = try #require(error?.userInfo["metadata"] as? [String: Any])
    #expect(
      metadata[NSStoreModelVersionHashesKey] as? [String: Data]
        == first.managedObjectModel.entityVersionHashesByName)
    let text = try #require(error?.localizedDescription)
    #expect(text.contains("Book.pages: the store has"), "\(text)")
    #expect(text.contains("Author.born: the store has"), "\(text)")
    #expect((error as? CocoaError)?.code == .persistentStoreIncompatibleVersionHash)
    do {
      try coordinator(model).addPersistentStore(type: .sqlite, at: url)
    } catch CocoaError.persistentStoreIncompatibleVersionHash {
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func wrongTypesAndFilesAreNamed() throws {
    try coordinator().addPersistentStore(type: .sqlite, at: url)
    func code(_ type: String, _ url: URL?) -> Int? {
      #expect(throws: NSError.self) {
        try coordinator().addPersistentStore(ofType: type, configurationName: nil, at: url)
      }?.code
    }
    #expect(code(NSBinaryStoreType, url) == NSPersistentStoreTypeMismatchError)
    #expect(code(NSXMLStoreType, folder.file("a.xml")) == NSPersistentStoreInvalidTypeError)
    #expect(code("Papyrus", folder.file("a")) == NSPersistentStoreInvalidTypeError)
    #expect(code(NSSQLiteStoreType, nil) == NSPersistentStoreOpenError)
    #expect(code(NSSQLiteStoreType, URL(string: "https://a.b/c")) == NSPersistentStoreOpenError)
    let text = folder.file("text.sqlite")
    try Data("not a store at all, only a text of some length".utf8).write(to: text)
    #expect(code(NSSQLiteStoreType, text) == CocoaError.Code.fileReadCorruptFile.rawValue)
    #expect(code(NSSQLiteStoreType, folder.file("no/such/folder/a.sqlite")) == CocoaError.Code.fileNoSuchFile.rawValue)
    #expect(try String(contentsOf: text, encoding: .utf8).hasPrefix("not a store"))
    // What SQLite takes for a new database.
    let empty = folder.file("empty.sqlite")
    try Data().write(to: empty)
    #expect(throws: Never.self) { try coordinator().addPersistentStore(type: .sqlite, at: empty) }
  }

  @Test func aModelThatCannotStandIsNamed() throws {
    let model = ModelEditingTests.library()
    model.entitiesByName["Author"]?.relationshipsByName["books"]?.destinationEntity = nil
    let error = #expect(throws: NSError.self) { try coordinator(model).addPersistentStore(type: .sqlite, at: url) }
    #expect(error?.code == NSCoreDataError)
    #expect(error?.localizedDescription.contains("Author.books") == true, "\(String(describing: error))")
  }

  @Test func configurationsHoldTheirEntities() throws {
    let model = ModelEditingTests.library()
    let shop = NSEntityDescription()
    shop.name = "Shop"
    shop.properties = [ModelEditingTests.attribute("name", .stringAttributeType)]
    model.entities += [shop]
    model.setEntities([shop], forConfigurationName: "Shops")
    model.setEntities(try #require(model.entitiesByName["Author"].map { [$0] }), forConfigurationName: "People")
    let coordinator = coordinator(model)
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: "Shops", at: url)
    #expect(store.configurationName == "Shops")
    #expect(model.isConfiguration(withName: "Shops", compatibleWithStoreMetadata: store.metadata))
    #expect((store.metadata[NSStoreModelVersionHashesKey] as? [String: Data])?.keys.sorted() == ["Shop"])
    func text(_ configuration: String) -> String? {
      #expect(throws: NSError.self) {
        try coordinator.addPersistentStore(
          ofType: NSInMemoryStoreType, configurationName: configuration, at: nil)
      }?.localizedDescription
    }
    #expect(text("Nobody")?.contains("It has \"Shops\", \"People\"") == true)
    #expect(text("People")?.contains("Author.books") == true)
  }

  @Test func metadataIsReadAndReplaced() throws {
    let coordinator = coordinator()
    let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
    let uuid = store.metadata[NSStoreUUIDKey] as? String
    var metadata = coordinator.metadata(for: store)
    metadata["version"] = 3
    metadata["names"] = ["a", "b"]
    metadata["flags"] = ["on": true, "off": false]
    metadata["ratio"] = 0.5
    metadata["when"] = Date(timeIntervalSinceReferenceDate: 100)
    metadata[NSStoreModelVersionHashesKey] = ["Book": Data()]
    coordinator.setMetadata(metadata, for: store)
    let read = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
    #expect(read["version"] as? Int == 3)
    #expect(read["names"] as? [String] == ["a", "b"])
    #expect(read["flags"] as? [String: Bool] == ["on": true, "off": false])
    #expect(read["ratio"] as? Double == 0.5)
    #expect(read["when"] as? Date == Date(timeIntervalSinceReferenceDate: 100))
    #expect(read[NSStoreUUIDKey] as? String == uuid)
    let hashes = coordinator.managedObjectModel.entityVersionHashesByName
    #expect(read[NSStoreModelVersionHashesKey] as? [String: Data] == hashes)
    try coordinator.remove(store)

    try NSPersistentStoreCoordinator.setMetadata(["only": "this"], type: .sqlite, at: url)
    let again = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: NSSQLiteStoreType, at: url)
    #expect(again["only"] as? String == "this")
    #expect(again["version"] == nil)
    #expect(coordinator.managedObjectModel.isConfiguration(withName: nil, compatibleWithStoreMetadata: again))
    let error = #expect(throws: NSError.self) {
      try NSPersistentStoreCoordinator.setMetadata(["bad": TemporaryFolder()], type: .sqlite, at: url)
    }
    #expect(error?.localizedDescription.contains("\"bad\"") == true)
    #expect(throws: NSError.self) {
      try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: folder.file("none"))
    }
    let model = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url)
    #expect(model.entityVersionHashesByName == hashes)
  }

  @Test func storesAreDestroyed() throws {
    let coordinator = coordinator()
    let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
    let open = #expect(throws: NSError.self) { try coordinator.destroyPersistentStore(at: url, type: .sqlite) }
    #expect(open?.localizedDescription.contains("Remove it from the coordinator first") == true)
    try coordinator.remove(store)
    try coordinator.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    #expect(throws: Never.self) { try coordinator.destroyPersistentStore(at: url, type: .sqlite) }
    let text = folder.file("letter.txt")
    try Data("dear reader".utf8).write(to: text)
    #expect(throws: NSError.self) { try coordinator.destroyPersistentStore(at: text, type: .sqlite) }
    #expect(FileManager.default.fileExists(atPath: text.path))
    try coordinator.destroyPersistentStore(
      at: text, type: .sqlite, options: [NSPersistentStoreForceDestroyOption: true as NSNumber])
    #expect(!FileManager.default.fileExists(atPath: text.path))
  }

  @Test func storesAreReplacedWhole() throws {
    let coordinator = coordinator()
    let source = try coordinator.addPersistentStore(type: .sqlite, at: url)
    source.metadata["mark"] = "source"
    let target = folder.file("Other.sqlite")
    let other = try coordinator.addPersistentStore(type: .sqlite, at: target)
    #expect(throws: NSError.self) {
      try coordinator.replacePersistentStore(at: target, withPersistentStoreFrom: url, type: .sqlite)
    }
    try coordinator.remove(other)
    // The source is open and its log is not in the file yet.
    try coordinator.replacePersistentStore(at: target, withPersistentStoreFrom: url, type: .sqlite)
    let copy = try coordinator.addPersistentStore(type: .sqlite, at: target)
    #expect(copy.metadata["mark"] as? String == "source")
    #expect(copy.identifier == source.identifier)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.filter { $0.contains(".new-") || $0.contains(".old-") }.isEmpty, "\(names)")
    let text = folder.file("letter.txt")
    try Data("dear reader".utf8).write(to: text)
    #expect(throws: NSError.self) {
      try coordinator.replacePersistentStore(at: folder.file("x.sqlite"), withPersistentStoreFrom: text, type: .sqlite)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("x.sqlite").path))
  }

  @Test func aStoreInMemoryMovesToAFile() throws {
    let coordinator = coordinator()
    let memory = try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    memory.metadata["mark"] = 1
    let moved = try coordinator.migratePersistentStore(memory, to: url, type: .sqlite)
    #expect(moved.metadata["mark"] as? Int == 1)
    #expect(coordinator.persistentStores == [moved])
    #expect(moved.url == url)
  }

  @Test func pragmasReachSQLite() throws {
    let description = NSPersistentStoreDescription(url: url)
    description.setValue("DELETE" as NSString, forPragmaNamed: "journal_mode")
    description.setValue(1 as NSNumber, forPragmaNamed: "synchronous")
    #expect(description.sqlitePragmas.keys.sorted() == ["journal_mode", "synchronous"])
    let coordinator = coordinator()
    coordinator.addPersistentStore(with: description) { #expect($1 == nil) }
    coordinator.persistentStores.first?.metadata["a"] = 1
    // The mode is in the file's header: 1 for a rollback journal, 2 for a write-ahead log.
    #expect(try Data(contentsOf: url)[18] == 1)
  }

  @Test(arguments: [
    ("journal_mode", "DELETE; DROP TABLE ZBOOK"), ("journal_mode = DELETE; DROP TABLE ZBOOK; --", "1"),
    ("synchronous", "1 --"), ("", "1"), ("synchronous", ""), ("sync-hronous", "1"), ("user_version", "(SELECT 1)"),
    ("writable_schema", "1"), ("cache_size", "'1'"), ("cache_size", "1\n;"), ("query_only", "0"),
    ("a\u{0}b", "1"), ("synchronous", "--"),
  ]) func hostilePragmasAreRefused(_ name: String, _ value: String) throws {
    let options = [NSSQLitePragmasOption: [name: value] as NSDictionary]
    let error = #expect(throws: NSError.self) {
      try coordinator().addPersistentStore(type: .sqlite, at: url, options: options)
    }
    #expect(error?.localizedDescription.contains("pragma") == true)
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test func notificationsTellOfStores() throws {
    let coordinator = coordinator()
    let seen = Seen()
    let center = NotificationCenter.default
    let names: [Notification.Name] = [
      .NSPersistentStoreCoordinatorStoresDidChange, .NSPersistentStoreCoordinatorWillRemoveStore,
    ]
    let tokens = names.map { name in
      center.addObserver(forName: name, object: nil, queue: nil) { notification in
        if notification.object as AnyObject === coordinator {
          seen.lines.append(notification.userInfo?.keys.first as? String ?? "")
        } else if (notification.object as? NSPersistentStore)?.persistentStoreCoordinator === coordinator {
          seen.lines.append("will remove")
        }
      }
    }
    defer { tokens.forEach { center.removeObserver($0) } }
    let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
    try coordinator.remove(store)
    #expect(seen.lines == [NSAddedPersistentStoresKey, "will remove", NSRemovedPersistentStoresKey])
    #expect(throws: NSError.self) { try coordinator.remove(store) }
  }

  private final class Seen: @unchecked Sendable {
    // Unchecked because the notifications come on the test's own thread.
    var lines: [String] = []
  }

  @Test func identifiersComeFromURIs() throws {
    let coordinator = coordinator()
    let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
    let uuid = try #require(store.identifier)
    let uri = try #require(URL(string: "x-coredata://\(uuid)/Book/p12"))
    let id = try #require(coordinator.managedObjectID(forURIRepresentation: uri))
    #expect(id.entity === coordinator.managedObjectModel.entitiesByName["Book"])
    #expect(id.persistentStore === store)
    #expect(!id.isTemporaryID)
    #expect(id.rowKey == 12)
    #expect(id.uriRepresentation() == uri)
    #expect(coordinator.managedObjectID(for: uri.absoluteString) == id)
    #expect(coordinator.managedObjectID(for: uri.absoluteString)?.hash == id.hash)
    #expect(Set([id, try #require(coordinator.managedObjectID(forURIRepresentation: uri))]).count == 1)
    for text in [
      "x-coredata://\(uuid)/Book/p0", "x-coredata://\(uuid)/Book/p-1", "x-coredata://\(uuid)/Book/12",
      "x-coredata://\(uuid)/Pamphlet/p1", "x-coredata://\(UUID().uuidString)/Book/p1", "x-coredata:///Book/p1",
      "https://\(uuid)/Book/p1", "x-coredata://\(uuid)/Book/p1/x", "x-coredata://\(uuid)/Book", "x-coredata://\(uuid)",
      "x-coredata://\(uuid)/Book/p01", "x-coredata://\(uuid)/Book/p99999999999999999999",
      "x-coredata:///Book/t\(UUID().uuidString)1", "", "p1",
    ] { #expect(coordinator.managedObjectID(for: text) == nil, "\(text)") }

    let token = UUID()
    let one = NSManagedObjectID(temporary: id.entity, store: nil, token: token, number: 1)
    #expect(one.isTemporaryID)
    #expect(one == NSManagedObjectID(temporary: id.entity, store: store, token: token, number: 1))
    #expect(one != NSManagedObjectID(temporary: id.entity, store: nil, token: token, number: 2))
    #expect(one != NSManagedObjectID(temporary: id.entity, store: nil, token: UUID(), number: 1))
    #expect(one.uriRepresentation().absoluteString == "x-coredata:///Book/t\(token.uuidString)1")
    #expect(coordinator.managedObjectID(forURIRepresentation: one.uriRepresentation()) == nil)
  }

  @Test func blocksRunOneAfterTheOther() async throws {
    struct Failure: Error {}
    let coordinator = coordinator()
    let sum = await coordinator.perform { 1 + 1 }
    #expect(sum == 2)
    await #expect(throws: Failure.self) { try await coordinator.perform { throw Failure() } }
    coordinator.performAndWait {
      // Inside of itself, without waiting for ever.
      coordinator.performAndWait {}
    }
    let three = coordinator.performAndWait { 3 }
    #expect(three == 3)
    #expect(throws: Failure.self) { try coordinator.performAndWait { throw Failure() } }
    await coordinator.perform {}
  }
}
