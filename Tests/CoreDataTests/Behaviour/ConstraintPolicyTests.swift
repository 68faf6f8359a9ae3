import CoreData
import Foundation
import TestKit
import Testing

/// Every merge policy on every way to hit a uniqueness constraint.
@Suite struct ConstraintPolicyTests {
  enum Hit: String, CaseIterable, Sendable {
    case newObjectAndRow, newObjectAndDeletedRow, newObjectAndRegisteredRow, twoNewObjects
    case changedObjectAndRow, changedObjectAndRegisteredRow, changedObjectAndDeletedRow, changedObjectAndChangedRow
    case twoChangedObjects, changedAndNewObject, newObjectAndChangedRow
  }

  static let policies: [NSMergePolicyType] = [
    .errorMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType, .mergeByPropertyObjectTrumpMergePolicyType,
    .overwriteMergePolicyType, .rollbackMergePolicyType,
  ]

  /// Title and pages of the rows that the store has afterwards; `nil` for an error with the code 133021.
  private static func expected(_ policy: NSMergePolicyType, _ hit: Hit) -> [String]? {
    let keepsRow = policy == .mergeByPropertyStoreTrumpMergePolicyType || policy == .rollbackMergePolicyType
    // Of an object whose value is taken back the store's policy by property keeps the other changes.
    let pages = policy == .rollbackMergePolicyType ? 2 : 3
    switch hit {
    // A row that goes, or loses the value, with the same save is in nobody's way.
    case .newObjectAndDeletedRow: return ["new 2"]
    case .newObjectAndChangedRow: return ["new 2", "old 1"]
    case .changedObjectAndDeletedRow: return ["other 3"]
    case .changedObjectAndChangedRow: return ["old 1", "other 3"]
    case _ where policy == .errorMergePolicyType: return nil
    case .newObjectAndRow, .newObjectAndRegisteredRow: return keepsRow ? ["old 1"] : ["new 2"]
    case .twoNewObjects: return keepsRow ? ["first 2", "old 1"] : ["old 1", "second 2"]
    case .changedObjectAndRow, .changedObjectAndRegisteredRow:
      return keepsRow ? ["old 1", "other \(pages)"] : ["other 3"]
    case .twoChangedObjects:
      return keepsRow ? ["first \(pages)", "old 1", "second \(pages)"] : ["old 1", "second 3"]
    case .changedAndNewObject: return keepsRow ? ["old 1", "other 3"] : ["new 2", "old 1"]
    }
  }

  private static func rows(_ context: NSManagedObjectContext) throws -> [String] {
    let request = NSFetchRequest<CDBook>(entityName: "CDBook")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    return try context.fetch(request).map { "\($0.title ?? "") \($0.pages)" }
  }

  @Test(arguments: policies, Hit.allCases) func saving(_ policy: NSMergePolicyType, _ hit: Hit) throws {
    let stack = try LibraryStack()
    let old = stack.book("old", pages: 1)
    old.setValue("1", forKey: "isbn")
    let others = try ["other", "first", "second"].enumerated().map { index, title in
      let book = stack.book(title, pages: 2)
      book.setValue("\(index + 2)", forKey: "isbn")
      try stack.context.save()
      return book.objectID
    }
    let isApart = hit == .newObjectAndRow || hit == .changedObjectAndRow
    let context = isApart ? stack.other() : stack.context
    context.mergePolicy = NSMergePolicy(merge: policy)
    func make(_ title: String, _ isbn: String) -> CDBook {
      let book = stack.book(title, pages: 2, in: context)
      book.setValue(isbn, forKey: "isbn")
      return book
    }
    func change(_ index: Int, _ isbn: String) throws -> CDBook {
      let book = try #require(context.existingObject(with: others[index]) as? CDBook)
      book.pages = 3
      book.setValue(isbn, forKey: "isbn")
      return book
    }
    var made: [CDBook] = []
    switch hit {
    case .newObjectAndRow, .newObjectAndRegisteredRow: made = [make("new", "1")]
    case .newObjectAndDeletedRow:
      context.delete(old)
      made = [make("new", "1")]
    case .newObjectAndChangedRow:
      old.setValue("8", forKey: "isbn")
      made = [make("new", "1")]
    case .twoNewObjects: made = [make("first", "9"), make("second", "9")]
    case .changedObjectAndRow, .changedObjectAndRegisteredRow: made = [try change(0, "1")]
    case .changedObjectAndDeletedRow:
      context.delete(old)
      made = [try change(0, "1")]
    case .changedObjectAndChangedRow:
      made = [try change(0, "1")]
      old.setValue("8", forKey: "isbn")
    case .twoChangedObjects: made = [try change(1, "9"), try change(2, "9")]
    case .changedAndNewObject: made = [make("new", "9"), try change(0, "9")]
    }
    // What takes no part is not looked at.
    let part: [String] =
      switch hit {
      case .twoChangedObjects: ["first", "second"]
      case .twoNewObjects, .newObjectAndRow, .newObjectAndRegisteredRow, .newObjectAndDeletedRow,
        .newObjectAndChangedRow:
        []
      default: ["other"]
      }
    let idle = ["other 2", "first 2", "second 2"].filter { !part.contains(String($0.dropLast(2))) }
    let wanted = Self.expected(policy, hit)
    if let wanted {
      try context.save()
      #expect(!context.hasChanges)
      // Each object shows what its row has.
      for book in made where book.managedObjectContext != nil {
        #expect(wanted.contains("\(book.title ?? "") \(book.pages)"))
      }
    } else {
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.domain == NSCocoaErrorDomain && error?.code == NSManagedObjectConstraintMergeError)
      let conflicts = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict]
      #expect(conflicts?.count == 1)
      #expect(conflicts?.first?.constraint == ["isbn"])
      #expect(conflicts?.first?.conflictingObjects.contains(made[0]) == true)
      #expect(context.hasChanges)
    }
    let untouched = (["old 1"] + part.map { "\($0) 2" }).sorted()
    #expect(try Self.rows(stack.other()) == ((wanted ?? untouched) + idle).sorted())
  }

  /// What an object has that goes is the other one's, and delete rules reach nothing of it.
  @Test(arguments: [NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType])
  func relationshipsOfAnObjectThatGoes(_ policy: NSMergePolicyType) throws {
    let stack = try LibraryStack()
    let (eliot, austen) = (CDAuthor(context: stack.context), CDAuthor(context: stack.context))
    (eliot.name, austen.name) = ("Eliot", "Austen")
    let (old, other) = (stack.book("old", author: eliot), stack.book("other", author: austen))
    for (book, isbn, heading) in [(old, "1", "a"), (other, "2", "b")] {
      book.setValue(isbn, forKey: "isbn")
      book.mutableOrderedSetValue(forKey: "chapters").add(stack.make("Chapter", ["heading": heading]))
      book.mutableSetValue(forKey: "tags").add(stack.make("Tag", ["label": heading]))
    }
    try stack.context.save()
    stack.context.mergePolicy = NSMergePolicy(merge: policy)
    let (kept, gone) = (old.objectID, other.objectID)
    other.setValue("1", forKey: "isbn")
    nonisolated(unsafe) var told: [AnyHashable: Any] = [:]
    // Unchecked because the notification comes on the test's own thread.
    let observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSaveObjectIDs, object: stack.context, queue: nil
    ) { told = $0.userInfo ?? [:] }
    defer { NotificationCenter.default.removeObserver(observer) }
    try stack.context.save()
    #expect(other.managedObjectContext == nil && old.title == "other")
    #expect(told[NSDeletedObjectIDsKey] as? Set<NSManagedObjectID> == [gone])
    #expect((told[NSUpdatedObjectIDsKey] as? Set<NSManagedObjectID>)?.contains(kept) == true)
    let reader = stack.other()
    let books = try reader.fetch(NSFetchRequest<CDBook>(entityName: "CDBook"))
    let book = try #require(books.first)
    #expect(books.count == 1 && book.objectID == kept && book.author?.name == "Austen")
    #expect((book.value(forKeyPath: "chapters.heading") as? NSOrderedSet)?.array as? [String] == ["a", "b"])
    #expect(Set((book.value(forKeyPath: "tags.label") as? NSSet)?.allObjects as? [String] ?? []) == ["a", "b"])
    for name in ["Chapter", "Tag", "CDAuthor"] {
      #expect(try reader.count(for: NSFetchRequest<NSManagedObject>(entityName: name)) == 2, "\(name)")
    }
    #expect(eliot.books.isEmpty && austen.books == [old])
  }

  /// An object that two rows stand in the way of, and one of another entity.
  @Test(arguments: [false, true]) func whatCannotBecomeOneIsSaid(_ isNew: Bool) throws {
    let stack = try LibraryStack()
    let old = stack.book("old")
    old.setValue("1", forKey: "isbn")
    let novel = stack.make("CDNovel", ["title": "novel", "isbn": "2"])
    try stack.context.save()
    stack.context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    let hit = isNew ? stack.make("CDNovel", ["title": "new"]) : novel
    hit.setValue("1", forKey: "isbn")
    let error = #expect(throws: NSError.self) { try stack.context.save() }
    #expect(error?.code == NSManagedObjectConstraintMergeError)
    let conflicts = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict]
    #expect(conflicts?.first?.databaseObject === old && conflicts?.first?.conflictingObjects == [hit])
    #expect(try stack.other().count(for: NSFetchRequest<CDBook>(entityName: "CDBook")) == 2)
  }

  /// A policy of one's own decides by itself, and may leave the rest to a standard one.
  final class KeepLonger: NSMergePolicy, @unchecked Sendable {
    // Unchecked because each test has its own policy, which is asked on the test's thread.

    var seen: [String] = []

    override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
      for conflict in list {
        let (mine, theirs) = (
          conflict.sourceObject.value(forKey: "title") as? String ?? "",
          conflict.persistedSnapshot?["title"] as? String ?? ""
        )
        seen.append("\(mine) \(theirs)")
        if theirs.count > mine.count { conflict.sourceObject.setValue(theirs, forKey: "title") }
      }
      try super.resolve(optimisticLockingConflicts: list)
    }
  }

  @Test(arguments: [("mine", "their longer title"), ("my longer title", "theirs")])
  func anOwnPolicy(_ mine: String, _ theirs: String) throws {
    let stack = try LibraryStack()
    let book = stack.book("A")
    try stack.context.save()
    let other = stack.other()
    (try other.existingObject(with: book.objectID) as? CDBook)?.title = theirs
    try other.save()
    let policy = KeepLonger(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    stack.context.mergePolicy = policy
    book.title = mine
    try stack.context.save()
    #expect(policy.seen == ["\(mine) \(theirs)"])
    #expect(book.title == (mine.count > theirs.count ? mine : theirs))
    let row = try stack.other().fetch(NSFetchRequest<CDBook>(entityName: "CDBook")).first?.title
    #expect(row == book.title)
  }

  /// What a deletion won leaves no gone object in to-manys that were read.
  @Test(arguments: policies.dropFirst()) func aConflictThatADeletionWon(_ policy: NSMergePolicyType) throws {
    let stack = try LibraryStack()
    let author = CDAuthor(context: stack.context)
    author.name = "Eliot"
    let (kept, gone) = (stack.book("kept", author: author), stack.book("gone", author: author))
    try stack.context.save()
    stack.context.mergePolicy = NSMergePolicy(merge: policy)
    #expect(author.books == [kept, gone])
    let other = stack.other()
    other.delete(try other.existingObject(with: gone.objectID))
    try other.save()
    gone.pages = 7
    try stack.context.save()
    #expect(author.books == [kept])
    #expect(!stack.context.hasChanges && gone.managedObjectContext == nil)
  }
}
