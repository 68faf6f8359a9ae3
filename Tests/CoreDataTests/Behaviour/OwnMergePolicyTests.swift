import CoreData
import Foundation
import TestKit
import Testing

/// Merge policies of the program's own are asked about every constraint conflict, as those of real applications expect.
@Suite struct OwnMergePolicyTests {
  /// Looks at the conflicts before and after the standard policy settles them.
  final class Policy: NSMergePolicy, @unchecked Sendable {
    // Unchecked because each test has its own policy, which is asked on the test's thread.

    var before: ([NSConstraintConflict]) -> Void = { _ in }
    var after: ([NSConstraintConflict]) -> Void = { _ in }
    var leavesItAt = false
    var calls = 0

    override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
      calls += 1
      before(list)
      if !leavesItAt { try super.resolve(constraintConflicts: list) }
      after(list)
    }
  }

  private let stack: LibraryStack
  private let old: CDBook
  private let policy = Policy(merge: .mergeByPropertyObjectTrumpMergePolicyType)

  /// A book "old" with 7 pages and an author has the value "1".
  init() throws {
    stack = try LibraryStack()
    let author = CDAuthor(context: stack.context)
    author.name = "Eliot"
    old = stack.book("old", pages: 7, author: author)
    old.setValuesForKeys(["isbn": "1", "rating": 4.5])
    try stack.context.save()
    stack.context.mergePolicy = policy
  }

  private func make(_ title: String, _ isbn: String) -> CDBook {
    let book = stack.book(title, pages: 9)
    book.setValue(isbn, forKey: "isbn")
    return book
  }

  private func titles() throws -> [String] {
    try stack.other().fetch(NSFetchRequest<CDBook>(entityName: "CDBook")).compactMap(\.title).sorted()
  }

  @Test func aConflictSaysWhoIsInWhoseWay() throws {
    let new = make("new", "1")
    var seen: [NSConstraintConflict] = []
    policy.before = { seen = $0 }
    try stack.context.save()
    let conflict = try #require(seen.first)
    #expect(seen.count == 1 && policy.calls == 1)
    #expect(conflict.constraint == ["isbn"] && conflict.constraintValues as? [String: String] == ["isbn": "1"])
    #expect(conflict.databaseObject === old && conflict.conflictingObjects == [new])
    #expect(conflict.databaseSnapshot?["title"] as? String == "old")
    #expect(conflict.databaseSnapshot?["pages"] as? Int == 7)
    #expect(conflict.databaseSnapshot?["author"] as? NSManagedObjectID == old.author?.objectID)
    #expect(conflict.databaseSnapshot?["tags"] == nil)
    // A new object came with the model's defaults.
    #expect(conflict.conflictingSnapshots.count == 1)
    #expect(conflict.conflictingSnapshots.first?["pages"] as? Int == 100)
    #expect(conflict.conflictingSnapshots.first?["title"] is NSNull)
    // The object of the row has the values, the other one is gone.
    #expect(old.title == "new" && old.pages == 9 && old.value(forKey: "rating") == nil && old.author?.name == "Eliot")
    #expect(new.managedObjectContext == nil)
    #expect(try titles() == ["new"])
  }

  @Test func objectsInEachOthersWayAreOneConflict() throws {
    let changed = make("changed", "6")
    try stack.context.save()
    let again = ["a", "b"].map { make($0, "5") }
    changed.setValue("5", forKey: "isbn")
    var seen: [NSConstraintConflict] = []
    policy.before = { seen += $0 }
    try stack.context.save()
    #expect(seen.count == 1)
    #expect(seen.first?.databaseObject == nil && seen.first?.databaseSnapshot == nil)
    #expect(seen.first?.conflictingObjects == [changed] + again)
    #expect(seen.first?.conflictingSnapshots.first?["isbn"] as? String == "6")
    #expect(seen.first?.conflictingSnapshots.first?["title"] as? String == "changed")
    #expect(try titles() == ["b", "old"])
  }

  /// What applications do: values that an import leaves out stay those of the row.
  @Test func valuesMayBeKeptBeforeAndSetAfter() throws {
    let new = make("new", "1")
    policy.before = { list in
      for conflict in list {
        for object in conflict.conflictingObjects {
          let keys = object.entity.attributesByName.keys
          for key in keys where object.value(forKey: key) == nil {
            object.setValue(conflict.databaseObject?.value(forKey: key), forKey: key)
          }
        }
      }
    }
    policy.after = { list in
      for conflict in list where conflict.conflictingObjects.allSatisfy(\.isDeleted) {
        conflict.databaseObject?.setValue("checked", forKey: "note")
        conflict.databaseObject?.setValue(11, forKey: "pages")
      }
    }
    try stack.context.save()
    #expect(new.managedObjectContext == nil && !stack.context.hasChanges)
    let book = try #require(stack.other().fetch(NSFetchRequest<CDBook>(entityName: "CDBook")).first)
    #expect(book.title == "new" && book.pages == 11 && book.value(forKey: "rating") as? Double == 4.5)
    #expect(try titles() == ["new"])
  }

  @Test func anotherValueSettlesAConflictToo() throws {
    let new = make("new", "1")
    policy.before = { list in
      for object in list.flatMap(\.conflictingObjects) { object.setValue("1 again", forKey: "isbn") }
    }
    try stack.context.save()
    #expect(new.objectID.isTemporaryID == false)
    #expect(try titles() == ["new", "old"])
  }

  @Test func aPolicyThatSettlesNothingIsAnError() throws {
    let new = make("new", "1")
    policy.leavesItAt = true
    let error = #expect(throws: NSError.self) { try stack.context.save() }
    #expect(error?.code == NSManagedObjectConstraintMergeError)
    #expect(error?.localizedDescription.contains("let it settle one of them") == true)
    #expect(policy.calls > 1 && new.isInserted && stack.context.hasChanges)
    #expect(try titles() == ["old"])
  }

  @Test(arguments: [0, 1, 2]) func aChainOfConflictsIsSettledToTheEnd(_ order: Int) throws {
    // Each is in the way of the next: a row, a changed object, new ones.
    let changed = make("changed", "2")
    try stack.context.save()
    let steps: [() -> Void] = [
      { changed.setValue("1", forKey: "isbn") }, { _ = make("x", "1") }, { _ = make("y", "1") },
    ]
    for step in 0..<3 { steps[(step + order) % 3]() }
    try stack.context.save()
    #expect(try titles().count == 1)
    #expect(!stack.context.hasChanges)
  }
}
