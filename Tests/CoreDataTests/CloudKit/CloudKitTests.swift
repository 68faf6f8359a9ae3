import CoreData
import Foundation
import SQLiteDriver
import TestKit
import Testing

/// Stores that ask for CloudKit, which is not here.
@Suite struct CloudKitTests {
  private func container(
    _ url: URL, required: Bool = false, options: Bool = true
  ) -> NSPersistentCloudKitContainer {
    let container = NSPersistentCloudKitContainer(name: "Library", managedObjectModel: LibraryStack.model())
    let description = NSPersistentStoreDescription(url: url)
    if options {
      description.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(containerIdentifier: "iCloud.library")
    }
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    if required { description.setOption(true as NSNumber, forKey: "CausewayRequiresCloudKit") }
    container.persistentStoreDescriptions = [description]
    return container
  }

  /// The events that a container tells of while a block runs.
  private func events(
    _ container: NSPersistentCloudKitContainer, _ body: () throws -> Void
  ) rethrows -> [NSPersistentCloudKitContainer.Event] {
    nonisolated(unsafe) var events: [NSPersistentCloudKitContainer.Event] = []
    let observer = NotificationCenter.default.addObserver(
      forName: NSPersistentCloudKitContainer.eventChangedNotification, object: container, queue: nil
    ) { notification in
      let key = NSPersistentCloudKitContainer.eventNotificationUserInfoKey
      if let event = notification.userInfo?[key] as? NSPersistentCloudKitContainer.Event { events.append(event) }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    try body()
    return events
  }

  @Test func aStoreWithOptionsWorksLocally() throws {
    let folder = try TemporaryFolder()
    let container = container(folder.file("a.sqlite"))
    let started = Date()
    let events = try events(container) {
      var failure: (any Error)?
      container.loadPersistentStores { failure = $1 }
      #expect(failure == nil)
      let context = LibraryStack.other(container)
      let book = CDBook(context: context)
      book.title = "A"
      try context.save()
      #expect(try context.count(for: NSFetchRequest<CDBook>(entityName: "CDBook")) == 1)
      #expect(container.canUpdateRecord(forManagedObjectWith: book.objectID))
      #expect(container.canDeleteRecord(forManagedObjectWith: book.objectID))
    }
    #expect(events.count == 1)
    let event = try #require(events.first)
    let store = try #require(container.persistentStoreCoordinator.persistentStores.first)
    #expect(event.type == .setup && !event.succeeded && event.endDate != nil && event.startDate >= started)
    #expect(event.storeIdentifier == store.identifier)
    #expect(event.error?.localizedDescription.contains("no CloudKit transport on this platform") == true)
    #expect(container.canModifyManagedObjects(in: store))
    let error = #expect(throws: NSError.self) { try container.initializeCloudKitSchema(options: [.dryRun]) }
    #expect(error?.domain == NSCocoaErrorDomain)
    #expect(error?.localizedDescription.contains("no CloudKit transport on this platform") == true)
    // The events can be asked for.
    let context = LibraryStack.other(container)
    func asked(_ request: NSPersistentCloudKitContainerEventRequest) throws -> [NSPersistentCloudKitContainer.Event]? {
      (try context.execute(request) as? NSPersistentCloudKitContainerEventResult)?.result
        as? [NSPersistentCloudKitContainer.Event]
    }
    #expect(try asked(.fetchEvents(after: nil as NSPersistentCloudKitContainer.Event?)) == [event])
    #expect(try asked(.fetchEvents(after: event)) == [])
    #expect(try asked(.fetchEvents(after: started.addingTimeInterval(-60))) == [event])
    let matching = NSPersistentCloudKitContainerEventRequest.fetchForEvents()
    matching.predicate = NSPredicate(format: "succeeded == NO AND type == 0")
    #expect(try asked(.fetchEvents(matchingFetch: matching)) == [event])
    matching.predicate = NSPredicate(format: "succeeded == YES")
    let none = NSPersistentCloudKitContainerEventRequest.fetchEvents(matchingFetch: matching)
    #expect(try asked(none) == [])
    none.resultType = .countEvents
    let count = (try context.execute(none) as? NSPersistentCloudKitContainerEventResult)?.result as? [NSNumber]
    #expect(count == [0])
  }

  @Test func oneLineSaysSo() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let folder = try TemporaryFolder()
      for name in ["a", "b"] {
        let container = NSPersistentCloudKitContainer(name: "Library", managedObjectModel: LibraryStack.model())
        let description = NSPersistentStoreDescription(url: folder.file("\(name).sqlite"))
        description.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(containerIdentifier: "iCloud.x")
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { if $1 != nil { exit(2) } }
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.contains("CloudKit") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("no CloudKit transport on this platform: the store that mirrors iCloud.x") == true)
  }

  @Test func withoutOptionsThereIsNothingToSay() throws {
    let folder = try TemporaryFolder()
    let container = container(folder.file("a.sqlite"), options: false)
    let events = events(container) { container.loadPersistentStores { #expect($1 == nil) } }
    #expect(events.isEmpty)
  }

  @Test func anOptionMakesItAnError() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("a.sqlite")
    let container = container(url, required: true)
    var failure: NSError?
    let events = events(container) { container.loadPersistentStores { failure = $1 as NSError? } }
    #expect(failure?.domain == NSCocoaErrorDomain && failure?.code == 134_400)
    #expect(failure?.localizedDescription.contains("iCloud.library: no CloudKit transport") == true)
    #expect(events.isEmpty)
    #expect(container.persistentStoreCoordinator.persistentStores.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  /// Tables of mirroring, as StoreFormat.md section 12 has them, and a row in each.
  private static let mirroring = [
    "CREATE TABLE ANSCKRECORDMETADATA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZENTITYID INTEGER, "
      + "ZENTITYPK INTEGER, ZNEEDSUPLOAD INTEGER, ZCKRECORDNAME VARCHAR )",
    "CREATE UNIQUE INDEX Z_NSCKRecordMetadata_UNIQUE_entityId_entityPK ON ANSCKRECORDMETADATA (ZENTITYID, ZENTITYPK)",
    "CREATE TABLE ANSCKMETADATAENTRY ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZKEY VARCHAR, "
      + "ZTRANSFORMEDVALUE BLOB )",
    "INSERT INTO ANSCKRECORDMETADATA VALUES (1, 17010, 3, 2, 1, 0, '0A1B')",
    "INSERT INTO ANSCKMETADATAENTRY VALUES (1, 17006, 1, 'NSCloudKitMirroringDelegateLastHistoryTokenKey', x'00FF')",
    "INSERT INTO Z_PRIMARYKEY VALUES (17010, 'NSCKRecordMetadata', 0, 1)",
    "INSERT INTO Z_PRIMARYKEY VALUES (17006, 'NSCKMetadataEntry', 0, 1)",
  ]

  private func dump(_ url: URL) throws -> [String?] {
    let connection = try Connection(path: url.path, mode: .readOnly)
    return try [
      "SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_master WHERE sql LIKE '%ANSCK%' ORDER BY name)",
      "SELECT group_concat(quote(Z_PK)||quote(Z_ENT)||quote(Z_OPT)||quote(ZCKRECORDNAME)) FROM ANSCKRECORDMETADATA",
      "SELECT group_concat(quote(Z_PK)||quote(ZKEY)||quote(ZTRANSFORMEDVALUE)) FROM ANSCKMETADATAENTRY",
      "SELECT group_concat(quote(Z_ENT)||quote(Z_NAME)||quote(Z_MAX)) FROM Z_PRIMARYKEY WHERE Z_ENT > 17000",
    ].map { try connection.text($0) }
  }

  @Test func tablesOfMirroringStayAsTheyAre() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("a.sqlite")
    do {
      let stack = try LibraryStack(at: url, history: true)
      stack.book("A")
      try stack.context.save()
    }
    do {
      let connection = try Connection(path: url.path, mode: .readWrite)
      for sql in Self.mirroring { try connection.execute(sql) }
    }
    let before = try dump(url)
    do {
      let container = container(url)
      container.loadPersistentStores { #expect($1 == nil) }
      let context = LibraryStack.other(container)
      let book = try #require(context.fetch(NSFetchRequest<CDBook>(entityName: "CDBook")).first)
      book.title = "B"
      CDBook(context: context).title = "C"
      try context.save()
      context.delete(book)
      try context.save()
      #expect(try context.count(for: NSFetchRequest<CDBook>(entityName: "CDBook")) == 1)
    }
    #expect(try dump(url) == before)
    #expect(before.allSatisfy { $0?.isEmpty == false })
  }

  /// None of the stores that are at hand is mirrored: copies of them get the tables.
  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func tablesOfMirroringStayInRealStores() throws {
    var edited = 0
    for url in try RealStoreTests.stores() {
      guard let metadata = try? NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url),
        let model = try? NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url),
        model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
      else { continue }
      let folder = try TemporaryFolder()
      let copy = folder.file("copy.sqlite")
      try NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel()).replacePersistentStore(
        at: copy, withPersistentStoreFrom: url, type: .sqlite)
      do {
        let connection = try Connection(path: copy.path, mode: .readWrite)
        for sql in Self.mirroring { try connection.execute(sql) }
      }
      let before = try dump(copy)
      guard try RealObjectTests.edit(copy, model) != nil else { continue }
      edited += 1
      #expect(try dump(copy) == before, "\(url.path)")
    }
    print("tables of mirroring: as they were in \(edited) of \(edited) stores that were edited")
    #expect(edited > 5)
  }
}
