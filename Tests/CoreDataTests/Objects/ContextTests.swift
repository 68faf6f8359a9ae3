import CoreData
import Foundation
import TestKit
import Testing

/// Contexts beside and above each other: conflicts, merging, parents.
@Suite struct ContextTests {
  enum Conflict: String, CaseIterable, Sendable { case sameProperty, otherProperty, storeDeleted, objectDeleted }

  struct Case: Sendable, CustomTestStringConvertible {
    let policy: NSMergePolicyType
    let conflict: Conflict
    /// Title and pages that the row has afterwards; `nil` for no row.
    let row: (String, Int)?
    let fails: Bool
    var testDescription: String { "\(policy) \(conflict)" }
  }

  /// The store is changed to "store" (or pages 7), the object to "object".
  static let cases: [Case] = [
    Case(policy: .errorMergePolicyType, conflict: .sameProperty, row: ("store", 1), fails: true),
    Case(policy: .errorMergePolicyType, conflict: .otherProperty, row: ("first", 7), fails: true),
    Case(policy: .errorMergePolicyType, conflict: .storeDeleted, row: nil, fails: true),
    Case(policy: .errorMergePolicyType, conflict: .objectDeleted, row: ("store", 1), fails: true),
    Case(policy: .mergeByPropertyObjectTrumpMergePolicyType, conflict: .sameProperty, row: ("object", 1), fails: false),
    Case(
      policy: .mergeByPropertyObjectTrumpMergePolicyType, conflict: .otherProperty, row: ("object", 7), fails: false),
    Case(policy: .mergeByPropertyObjectTrumpMergePolicyType, conflict: .storeDeleted, row: nil, fails: false),
    Case(policy: .mergeByPropertyObjectTrumpMergePolicyType, conflict: .objectDeleted, row: nil, fails: false),
    Case(policy: .mergeByPropertyStoreTrumpMergePolicyType, conflict: .sameProperty, row: ("store", 1), fails: false),
    Case(policy: .mergeByPropertyStoreTrumpMergePolicyType, conflict: .otherProperty, row: ("object", 7), fails: false),
    Case(policy: .mergeByPropertyStoreTrumpMergePolicyType, conflict: .storeDeleted, row: nil, fails: false),
    Case(policy: .mergeByPropertyStoreTrumpMergePolicyType, conflict: .objectDeleted, row: nil, fails: false),
    Case(policy: .overwriteMergePolicyType, conflict: .sameProperty, row: ("object", 1), fails: false),
    Case(policy: .overwriteMergePolicyType, conflict: .otherProperty, row: ("object", 1), fails: false),
    Case(policy: .overwriteMergePolicyType, conflict: .storeDeleted, row: nil, fails: false),
    Case(policy: .overwriteMergePolicyType, conflict: .objectDeleted, row: nil, fails: false),
    Case(policy: .rollbackMergePolicyType, conflict: .sameProperty, row: ("store", 1), fails: false),
    Case(policy: .rollbackMergePolicyType, conflict: .otherProperty, row: ("first", 7), fails: false),
    Case(policy: .rollbackMergePolicyType, conflict: .storeDeleted, row: nil, fails: false),
    Case(policy: .rollbackMergePolicyType, conflict: .objectDeleted, row: ("store", 1), fails: false),
  ]

  @Test(arguments: cases) func mergePolicies(_ one: Case) throws {
    let stack = try LibraryStack()
    let id = try {
      let book = stack.book("first", pages: 1)
      try stack.context.save()
      return book.objectID
    }()
    let mine = stack.other()
    mine.mergePolicy = NSMergePolicy(merge: one.policy)
    let book = try #require(mine.existingObject(with: id) as? CDBook)
    #expect(book.title == "first")
    let other = stack.other()
    let theirs = try #require(other.existingObject(with: id) as? CDBook)
    switch one.conflict {
    case .sameProperty, .objectDeleted: theirs.title = "store"
    case .otherProperty: theirs.pages = 7
    case .storeDeleted: other.delete(theirs)
    }
    try other.save()
    if one.conflict == .objectDeleted { mine.delete(book) } else { book.title = "object" }
    if one.fails {
      let error = #expect(throws: NSError.self) { try mine.save() }
      #expect(error?.code == NSManagedObjectMergeError)
      let conflicts = try #require(error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])
      #expect(conflicts.count == 1)
      #expect(conflicts.first?.sourceObject === book)
      #expect(conflicts.first?.oldVersionNumber == 1)
      #expect(conflicts.first?.newVersionNumber == (one.conflict == .storeDeleted ? 0 : 2))
      #expect(conflicts.first?.cachedSnapshot?["title"] as? String == "first")
      if one.conflict == .sameProperty {
        #expect(conflicts.first?.persistedSnapshot?["title"] as? String == "store")
      }
      #expect(mine.hasChanges)
    } else {
      try mine.save()
      #expect(!mine.hasChanges)
    }
    let reader = stack.other()
    let row = try reader.fetch(NSFetchRequest<CDBook>(entityName: "CDBook")).first
    #expect(row?.title == one.row?.0)
    #expect(row?.pages == one.row?.1)
  }

  @Test func uniqueValuesAreConflicts() throws {
    let stack = try LibraryStack()
    let first = stack.book("A")
    first.setValue("1", forKey: "isbn")
    try stack.context.save()
    let second = stack.book("B")
    second.setValue("1", forKey: "isbn")
    let error = #expect(throws: NSError.self) { try stack.context.save() }
    #expect(error?.code == NSManagedObjectConstraintMergeError)
    let conflicts = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict]
    #expect(conflicts?.first?.constraint == ["isbn"])
    #expect(conflicts?.first?.databaseObject === first)
    #expect(conflicts?.first?.conflictingObjects == [second])
    stack.context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    try stack.context.save()
    let found = try stack.context.fetch(NSFetchRequest<CDBook>(entityName: "CDBook"))
    #expect(found.compactMap(\.title) == ["B"])
  }

  @Test func notificationsTellWhatHappened() throws {
    let stack = try LibraryStack()
    nonisolated(unsafe) var told: [(Notification.Name, [AnyHashable: Any])] = []
    let names: [Notification.Name] = [
      .NSManagedObjectContextObjectsDidChange, .NSManagedObjectContextWillSave, .NSManagedObjectContextDidSave,
      .NSManagedObjectContextDidSaveObjectIDs,
    ]
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: stack.context, queue: nil) {
        told.append((name, $0.userInfo ?? [:]))
      }
    }
    defer { observers.forEach { NotificationCenter.default.removeObserver($0) } }
    let book = stack.book("A")
    stack.context.processPendingChanges()
    #expect(told.map(\.0) == [.NSManagedObjectContextObjectsDidChange])
    #expect(told.first?.1[NSInsertedObjectsKey] as? Set<NSManagedObject> == [book])
    told = []
    try stack.context.save()
    #expect(told.map(\.0) == [names[1], names[2], names[3]])
    #expect(told.dropFirst().first?.1[NSInsertedObjectsKey] as? Set<NSManagedObject> == [book])
    #expect(told.last?.1[NSInsertedObjectIDsKey] as? Set<NSManagedObjectID> == [book.objectID])
    told = []
    book.title = "B"
    stack.context.delete(stack.book("C"))
    try stack.context.save()
    #expect(told.first?.1[NSUpdatedObjectsKey] as? Set<NSManagedObject> == [book])
    #expect(told.first?.1[NSInsertedObjectsKey] == nil && told.first?.1[NSDeletedObjectsKey] == nil)
    told = []
    try stack.context.save()
    #expect(told.isEmpty)
  }

  @Test func mergingByHand() throws {
    let stack = try LibraryStack()
    let view = stack.context
    let book = stack.book("one")
    try view.save()
    let other = stack.other()
    nonisolated(unsafe) var saved: Notification?
    let observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: other, queue: nil
    ) { saved = $0 }
    defer { NotificationCenter.default.removeObserver(observer) }
    func change(_ title: String) {
      other.performAndWait {
        (other.object(with: book.objectID) as? CDBook)?.title = title
        #expect(throws: Never.self) { try other.save() }
      }
    }
    change("two")
    #expect(book.title == "one")
    try view.mergeChanges(fromContextDidSave: #require(saved))
    #expect(book.title == "two")
    change("three")
    NSManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [NSUpdatedObjectIDsKey: [book.objectID]], into: [view])
    #expect(book.title == "three")
    change("four")
    NSManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [NSUpdatedObjectsKey: [book.objectID.uriRepresentation()]], into: [view])
    #expect(book.title == "four")
    let request = NSBatchDeleteRequest(objectIDs: [book.objectID])
    request.resultType = .resultTypeObjectIDs
    let ids = (try other.execute(request) as? NSBatchDeleteResult)?.result as? [NSManagedObjectID] ?? []
    NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [view])
    #expect(try view.count(for: NSFetchRequest<CDBook>(entityName: "CDBook")) == 0)
  }

  @Test func aMergedDeletionLeavesTheToManysThatWereRead() throws {
    let stack = try LibraryStack()
    let view = stack.context
    let author = CDAuthor(context: view)
    author.name = "Eliot"
    let (kept, gone) = (stack.book("kept", author: author), stack.book("gone", author: author))
    try view.save()
    #expect(author.books == [kept, gone])
    // Names the deleted rows, and not the owner's.
    let request = NSBatchDeleteRequest(objectIDs: [gone.objectID])
    request.resultType = .resultTypeObjectIDs
    let result = try stack.other().execute(request) as? NSBatchDeleteResult
    let ids = try #require(result?.result as? [NSManagedObjectID])
    view.mergeChanges(
      fromContextDidSave: Notification(
        name: .NSManagedObjectContextDidSave, userInfo: [NSDeletedObjectIDsKey: Set(ids)]))
    #expect(author.books == [kept])
    #expect(!view.hasChanges)
  }

  @Test func childrenPushToTheirParents() throws {
    let stack = try LibraryStack()
    let view = stack.context
    let author = CDAuthor(context: view)
    author.name = "Eliot"
    let book = stack.book("one", author: author)
    try view.save()
    let fresh = stack.book("unsaved in the parent")
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = view
    let grandchild = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    grandchild.parent = child
    let id = try child.performAndWait {
      let mine = try #require(child.existingObject(with: book.objectID) as? CDBook)
      #expect(mine !== book)
      #expect(mine.author?.name == "Eliot")
      let seen = try child.fetch(NSFetchRequest<CDBook>(entityName: "CDBook"))
      #expect(Set(seen.compactMap(\.title)) == ["one", "unsaved in the parent"])
      mine.title = "two"
      let new = CDBook(context: child)
      new.title = "new"
      new.author = mine.author
      seen.first { $0.title == "unsaved in the parent" }?.pages = 3
      #expect(book.title == "one")
      try child.save()
      #expect(!child.hasChanges)
      return new.objectID
    }
    #expect(book.title == "two")
    #expect(fresh.pages == 3)
    #expect(author.books.count == 2)
    #expect(view.hasChanges)
    let pushed = try #require(view.object(with: id) as? CDBook)
    #expect(pushed.title == "new" && pushed.isInserted)
    try grandchild.performAndWait {
      let deep = try #require(grandchild.existingObject(with: book.objectID) as? CDBook)
      #expect(deep.title == "two")
      grandchild.delete(deep)
      try grandchild.save()
    }
    try child.performAndWait { try child.save() }
    #expect(book.isDeleted)
    try view.save()
    let reader = stack.other()
    let titles = try reader.fetch(NSFetchRequest<CDBook>(entityName: "CDBook")).compactMap(\.title)
    #expect(Set(titles) == ["new", "unsaved in the parent"])
  }

  @Test func performInAllForms() async throws {
    let stack = try LibraryStack()
    let count = try await stack.container.performBackgroundTask { context in
      _ = LibraryStack.entity("x")
      let book = CDBook(context: context)
      book.title = "A"
      try context.save()
      return try context.count(for: NSFetchRequest<CDBook>(entityName: "CDBook"))
    }
    #expect(count == 1)
    let context = stack.other()
    await #expect(throws: CocoaError.self) { try await context.perform { throw CocoaError(.userCancelled) } }
    let title = context.performAndWait { CDBook(context: context).calls.first }
    #expect(title == "insert")
  }
}
