import CoreData
import Foundation
import TestKit
import Testing

/// Contexts over several stores of one coordinator.
@Suite struct SeveralStoresTests {
  /// People in one file, entries of a log in another, notes in both.
  struct Stack {
    let folder: TemporaryFolder
    let coordinator: NSPersistentStoreCoordinator
    let stores: [NSPersistentStore]
    let context: NSManagedObjectContext

    init() throws {
      folder = try TemporaryFolder()
      coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
      stores = try ["People", "Logs"].map { [folder, coordinator] (name: String) in
        try coordinator.addPersistentStore(
          ofType: NSSQLiteStoreType, configurationName: name, at: folder.file("\(name).sqlite"),
          options: [NSPersistentHistoryTrackingKey: true as NSNumber])
      }
      context = Self.context(coordinator)
    }

    static func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
      let type = NSManagedObjectContextConcurrencyType(rawValue: 0) ?? .privateQueueConcurrencyType
      let context = NSManagedObjectContext(concurrencyType: type)
      context.persistentStoreCoordinator = coordinator
      return context
    }

    static func model() -> NSManagedObjectModel {
      let person = LibraryStack.entity("Person")
      let log = LibraryStack.entity("Log")
      let note = LibraryStack.entity("Note")
      let friends = LibraryStack.relationship("friends", to: person, many: true)
      friends.inverseRelationship = friends
      person.properties = [LibraryStack.attribute("name", .stringAttributeType), friends]
      person.uniquenessConstraints = [["name"]]
      log.properties = [LibraryStack.attribute("line", .stringAttributeType)]
      let next = LibraryStack.relationship("next", to: note, many: false)
      let before = LibraryStack.relationship("before", to: note, many: false)
      LibraryStack.pair(next, before)
      note.properties = [
        LibraryStack.attribute("text", .stringAttributeType), LibraryStack.attribute("rank", .integer32AttributeType),
        next, before,
      ]
      let model = NSManagedObjectModel()
      // Numbers of entities differ from file to file.
      model.entities = [log, note, person]
      model.setEntities([person, note], forConfigurationName: "People")
      model.setEntities([log, note], forConfigurationName: "Logs")
      return model
    }

    func make(_ entity: String, _ values: [String: Any], in store: Int? = nil) -> NSManagedObject {
      let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
      object.setValuesForKeys(values)
      if let store { context.assign(object, to: stores[store]) }
      return object
    }

    func notes(
      _ predicate: NSPredicate? = nil, in stores: [NSPersistentStore]? = nil, limit: Int = 0, offset: Int = 0,
      from context: NSManagedObjectContext? = nil
    ) throws -> [String] {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      request.predicate = predicate
      request.affectedStores = stores
      request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
      (request.fetchLimit, request.fetchOffset) = (limit, offset)
      return try (context ?? self.context).fetch(request).compactMap { $0.value(forKey: "text") as? String }
    }
  }

  @Test func entitiesGoToTheStoresOfTheirConfigurations() throws {
    let stack = try Stack()
    let (ann, bea) = (stack.make("Person", ["name": "Ann"]), stack.make("Person", ["name": "Bea"]))
    ann.mutableSetValue(forKey: "friends").add(bea)
    let line = stack.make("Log", ["line": "started"])
    #expect(line.objectID.isTemporaryID && line.objectID.persistentStore === stack.stores[1])
    try stack.context.obtainPermanentIDs(for: [line])
    let id = line.objectID
    #expect(!id.isTemporaryID && id.persistentStore === stack.stores[1])
    try stack.context.save()
    #expect(line.objectID == id)
    #expect(ann.objectID.persistentStore === stack.stores[0])
    let other = Stack.context(stack.coordinator)
    let found = try #require(stack.coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation()))
    let same = try other.existingObject(with: found)
    #expect(same.value(forKey: "line") as? String == "started")
    let again = try other.existingObject(with: ann.objectID)
    #expect((again.value(forKeyPath: "friends.name") as? NSSet)?.allObjects as? [String] == ["Bea"])
    same.setValue("ended", forKey: "line")
    other.delete(again)
    try other.save()
    #expect(try stack.context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 1)
    // Each file alone holds its own.
    let alone = NSPersistentStoreCoordinator(managedObjectModel: Stack.model())
    try alone.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: "Logs", at: stack.folder.file("Logs.sqlite"))
    let reader = Stack.context(alone)
    let lines = try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Log"))
    #expect(lines.count == 1)
    #expect(lines.first?.isDeleted == false && lines.first?.managedObjectContext === reader)
    #expect(lines.compactMap { $0.value(forKey: "line") as? String } == ["ended"])
    let error = #expect(throws: NSError.self) {
      try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
    }
    #expect(error?.localizedDescription.contains("None of the coordinator's stores holds the entity Person") == true)
  }

  @Test func oneEntityInSeveralStores() throws {
    let stack = try Stack()
    let first = stack.make("Note", ["text": "a", "rank": 1])
    let second = stack.make("Note", ["text": "b", "rank": 2], in: 1)
    let third = stack.make("Note", ["text": "c", "rank": 3])
    #expect(second.objectID.persistentStore === stack.stores[1])
    try stack.context.save()
    #expect(first.objectID.persistentStore === stack.stores[0])
    #expect(second.objectID.persistentStore === stack.stores[1])
    // Both are the first row of their file.
    #expect(first.objectID.uriRepresentation().lastPathComponent == "p1")
    #expect(second.objectID.uriRepresentation().lastPathComponent == "p1")
    #expect(first.objectID != second.objectID)
    let other = Stack.context(stack.coordinator)
    #expect(try stack.notes(from: other) == ["a", "b", "c"])
    #expect(try stack.notes(limit: 2, offset: 1) == ["b", "c"])
    #expect(try stack.notes(in: [stack.stores[1]]) == ["b"])
    #expect(try stack.notes(in: stack.stores) == ["a", "b", "c"])
    #expect(try stack.notes(NSPredicate(format: "rank > 1"), in: [stack.stores[0]], from: other) == ["c"])
    #expect(try stack.notes(NSPredicate(format: "SELF == %@", second)) == ["b"])
    #expect(try stack.notes(NSPredicate(format: "SELF == %@", second.objectID), from: other) == ["b"])
    let count = NSFetchRequest<NSManagedObject>(entityName: "Note")
    #expect(try stack.context.count(for: count) == 3)
    count.affectedStores = [stack.stores[0]]
    #expect(try stack.context.count(for: count) == 2)
    let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Note")
    ids.resultType = .managedObjectIDResultType
    #expect(try Set(other.fetch(ids)) == [first.objectID, second.objectID, third.objectID])
    // Changes go where the rows are.
    let mine = try other.existingObject(with: second.objectID)
    mine.setValue("b2", forKey: "text")
    other.delete(try other.existingObject(with: first.objectID))
    try other.save()
    stack.context.refreshAllObjects()
    #expect(try stack.notes() == ["b2", "c"])
    #expect(second.value(forKey: "text") as? String == "b2")
    // Unsaved ones take part, in the store that they are assigned to.
    _ = stack.make("Note", ["text": "new", "rank": 0], in: 1)
    #expect(try stack.notes() == ["new", "b2", "c"])
    #expect(try stack.notes(in: [stack.stores[1]]) == ["new", "b2"])
  }

  @Test func relationshipsStayInsideOfAStore() throws {
    let stack = try Stack()
    let (one, two) = (
      stack.make("Note", ["text": "one", "rank": 1], in: 1), stack.make("Note", ["text": "two", "rank": 2], in: 1)
    )
    one.setValue(two, forKey: "next")
    try stack.context.save()
    let other = Stack.context(stack.coordinator)
    let found = try other.existingObject(with: two.objectID)
    #expect(found.value(forKeyPath: "before.text") as? String == "one")
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    request.predicate = NSPredicate(format: "next == %@", found)
    #expect(try other.fetch(request).compactMap { $0.value(forKey: "text") as? String } == ["one"])
    let stranger = stack.make("Note", ["text": "three"], in: 0)
    two.setValue(stranger, forKey: "next")
    let error = #expect(throws: NSError.self) { try stack.context.save() }
    #expect(error?.localizedDescription.contains("is related to one in another store") == true)
    stack.context.rollback()
    #expect(try stack.notes() == ["one", "two"])
  }

  @Test func anErrorInOneStoreTakesAllBack() throws {
    let stack = try Stack()
    _ = stack.make("Person", ["name": "Ann"])
    try stack.context.save()
    _ = stack.make("Log", ["line": "lost"])
    _ = stack.make("Person", ["name": "Ann"])
    let error = #expect(throws: NSError.self) { try stack.context.save() }
    #expect(error?.code == NSManagedObjectConstraintMergeError)
    let other = Stack.context(stack.coordinator)
    #expect(try other.count(for: NSFetchRequest<NSManagedObject>(entityName: "Log")) == 0)
  }

  @Test func batchesAndHistory() throws {
    let stack = try Stack()
    let insert = NSBatchInsertRequest(entityName: "Note", objects: (1...3).map { ["text": "n\($0)", "rank": $0] })
    insert.affectedStores = [stack.stores[1]]
    insert.resultType = .objectIDs
    let ids = (try stack.context.execute(insert) as? NSBatchInsertResult)?.result as? [NSManagedObjectID] ?? []
    #expect(ids.count == 3 && ids.allSatisfy { $0.persistentStore === stack.stores[1] })
    _ = stack.make("Note", ["text": "own", "rank": 9])
    try stack.context.save()
    #expect(try stack.notes() == ["n1", "n2", "n3", "own"])
    let update = NSBatchUpdateRequest(entityName: "Note")
    update.propertiesToUpdate = ["text": "x"]
    update.predicate = NSPredicate(format: "rank >= 3")
    update.resultType = .updatedObjectsCountResultType
    #expect((try stack.context.execute(update) as? NSBatchUpdateResult)?.result as? Int == 2)
    #expect(try stack.notes(from: Stack.context(stack.coordinator)) == ["n1", "n2", "x", "x"])
    let delete = NSBatchDeleteRequest(fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Note"))
    delete.affectedStores = [stack.stores[1]]
    delete.resultType = .resultTypeCount
    #expect((try stack.context.execute(delete) as? NSBatchDeleteResult)?.result as? Int == 3)
    let history = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
    let all = (try stack.context.execute(history) as? NSPersistentHistoryResult)?.result
    let transactions = try #require(all as? [NSPersistentHistoryTransaction])
    #expect(Set(transactions.map(\.storeID)) == Set(stack.stores.compactMap(\.identifier)))
    history.affectedStores = [stack.stores[0]]
    let own = (try stack.context.execute(history) as? NSPersistentHistoryResult)?.result
    #expect(Set((own as? [NSPersistentHistoryTransaction] ?? []).map(\.storeID)) == [stack.stores[0].identifier])
  }

  @Test func childrenOfContextsOverSeveralStores() throws {
    let stack = try Stack()
    let note = stack.make("Note", ["text": "a", "rank": 1], in: 1)
    _ = stack.make("Log", ["line": "l"])
    try stack.context.save()
    let child = Stack.context(stack.coordinator)
    child.parent = stack.context
    let mine = try child.existingObject(with: note.objectID)
    mine.setValue("b", forKey: "text")
    #expect(mine.objectID == note.objectID)
    try child.save()
    #expect(note.value(forKey: "text") as? String == "b")
    try stack.context.save()
    #expect(try stack.notes(from: Stack.context(stack.coordinator)) == ["b"])
  }

  @Test(arguments: ["saved", "unknown entity", "removed store", "no object"])
  func assigningWhatCannotBe(_ kind: String) throws {
    let stack = try Stack()
    let note = stack.make("Note", ["text": "a"])
    let wanted: String
    switch kind {
    case "saved":
      try stack.context.save()
      stack.context.assign(note, to: stack.stores[0])
      try stack.context.save()
      stack.context.assign(note, to: stack.stores[1])
      wanted = "it is in another store already"
    case "unknown entity":
      stack.context.assign(stack.make("Person", ["name": "A"]), to: stack.stores[1])
      wanted = "whose configuration does not list the entity"
    case "removed store":
      try stack.coordinator.remove(stack.stores[1])
      stack.context.assign(note, to: stack.stores[1])
      wanted = "that is not in the context's coordinator"
    default:
      stack.context.assign("text", to: stack.stores[1])
      wanted = "it is not in the context"
    }
    let error = #expect(throws: NSError.self) { try stack.context.save() }
    #expect(error?.localizedDescription.contains(wanted) == true)
    try stack.context.save()
  }

  @Test func aStoreThatWasRemovedIsNotAskedAnyMore() throws {
    let stack = try Stack()
    _ = stack.make("Note", ["text": "a", "rank": 1])
    let second = stack.make("Note", ["text": "b", "rank": 2], in: 1)
    try stack.context.save()
    try stack.coordinator.remove(stack.stores[1])
    let other = Stack.context(stack.coordinator)
    #expect(try stack.notes(from: other) == ["a"])
    #expect(throws: NSError.self) { try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Log")) }
    second.setValue("lost", forKey: "text")
    #expect(throws: NSError.self) { try stack.context.save() }
  }

  @Test func anotherStoreDoesNotTakeTheRowsOfARemovedOne() throws {
    let stack = try LibraryStack()
    let book = stack.book("old")
    try stack.context.save()
    let coordinator = stack.container.persistentStoreCoordinator
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
    let other = stack.other()
    stack.book("new", in: other)
    try other.save()
    book.title = "lost"
    #expect(throws: NSError.self) { try stack.context.save() }
    let titles = try stack.other().fetch(NSFetchRequest<CDBook>(entityName: "CDBook")).map(\.title)
    #expect(titles == ["new"])
  }

  /// Keys say which store they are of, in as many bits as are left for that.
  @Test func storesBeyondTheLastNumberAreAnError() throws {
    let folder = try TemporaryFolder()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LibraryStack.model())
    coordinator.mostStores = 3
    let context = Stack.context(coordinator)
    func add(_ number: Int) throws -> NSPersistentStore {
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file("\(number).sqlite"))
    }
    for number in 0..<3 {
      let store = try add(number)
      #expect(store.number == number)
      let book = CDBook(context: context)
      book.title = "\(number)"
      try context.save()
      #expect(book.objectID.persistentStore === store)
      try coordinator.remove(store)
    }
    let error = #expect(throws: NSError.self) { try add(3) }
    #expect(error?.code == NSPersistentStoreOperationError)
    #expect(error?.localizedDescription.contains("has had 3 stores") == true)
    #expect(coordinator.persistentStores.isEmpty)
    // Those that were there have their numbers.
    let again = try add(1)
    #expect(again.number == 1)
    let titles = try context.fetch(NSFetchRequest<CDBook>(entityName: "CDBook")).map(\.title)
    #expect(titles == ["1"])
    // Nothing keeps the refused one open.
    let other = NSPersistentStoreCoordinator(managedObjectModel: LibraryStack.model())
    try other.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file("3.sqlite"))
  }

  /// One store after another costs no translation where no context has seen the first.
  @Test func numbersStartAnewWhileNoContextHasObjects() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LibraryStack.model())
    coordinator.mostStores = 2
    for _ in 0..<4 {
      let store = try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
      #expect(store.number == 0)
      try coordinator.remove(store)
    }
    let store = try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let context = Stack.context(coordinator)
    CDBook(context: context).title = "A"
    try context.save()
    #expect(store.number == 0 && coordinator.hasHadOneStore)
  }
}
