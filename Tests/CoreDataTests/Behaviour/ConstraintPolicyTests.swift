import CoreData
import Foundation
import TestKit
import Testing

/// Every merge policy on every way to hit a uniqueness constraint.
@Suite struct ConstraintPolicyTests {
  enum Hit: String, CaseIterable, Sendable {
    case newObjectAndRow, newObjectAndDeletedRow, newObjectAndRegisteredRow, twoNewObjects, changedObjectAndRow
  }

  static let policies: [NSMergePolicyType] = [
    .errorMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType, .mergeByPropertyObjectTrumpMergePolicyType,
    .overwriteMergePolicyType, .rollbackMergePolicyType,
  ]

  /// The titles that the store has afterwards; `nil` for an error with the code 133021.
  private static func expected(_ policy: NSMergePolicyType, _ hit: Hit) -> [String]? {
    let keepsRow = policy == .mergeByPropertyStoreTrumpMergePolicyType || policy == .rollbackMergePolicyType
    switch hit {
    // A row that goes with the same save is in nobody's way.
    case .newObjectAndDeletedRow: return ["new"]
    case _ where policy == .errorMergePolicyType: return nil
    case .newObjectAndRow, .newObjectAndRegisteredRow: return keepsRow ? ["old"] : ["new"]
    case .twoNewObjects: return keepsRow ? ["first", "old"] : ["old", "second"]
    // Which of two rows is to go, no policy says here.
    case .changedObjectAndRow: return nil
    }
  }

  @Test(arguments: policies, Hit.allCases) func saving(_ policy: NSMergePolicyType, _ hit: Hit) throws {
    let stack = try LibraryStack()
    let old = stack.book("old", pages: 1)
    old.setValue("1", forKey: "isbn")
    try stack.context.save()
    let context = hit == .newObjectAndRow ? stack.other() : stack.context
    context.mergePolicy = NSMergePolicy(merge: policy)
    func make(_ title: String, _ isbn: String) -> CDBook {
      let book = stack.book(title, pages: 2, in: context)
      book.setValue(isbn, forKey: "isbn")
      return book
    }
    var made: [CDBook] = []
    switch hit {
    case .newObjectAndRow, .newObjectAndRegisteredRow: made = [make("new", "1")]
    case .newObjectAndDeletedRow:
      context.delete(old)
      made = [make("new", "1")]
    case .twoNewObjects: made = [make("first", "2"), make("second", "2")]
    case .changedObjectAndRow:
      let other = make("other", "3")
      try context.save()
      other.setValue("1", forKey: "isbn")
      made = [other]
    }
    let wanted = Self.expected(policy, hit)
    if let wanted {
      try context.save()
      #expect(!context.hasChanges)
      // Each object shows what its row has.
      for book in made { #expect(wanted.contains(book.title ?? "")) }
    } else {
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.domain == NSCocoaErrorDomain && error?.code == NSManagedObjectConstraintMergeError)
      let conflicts = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict]
      #expect(conflicts?.count == 1)
      #expect(conflicts?.first?.constraint == ["isbn"])
      #expect(conflicts?.first?.conflictingObjects.contains(made[0]) == true)
      #expect(context.hasChanges)
    }
    let request = NSFetchRequest<CDBook>(entityName: "CDBook")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let titles = try stack.other().fetch(request).compactMap(\.title)
    let untouched = hit == .changedObjectAndRow ? ["old", "other"] : ["old"]
    #expect(titles == wanted ?? untouched)
  }

  /// A policy of one's own decides by itself, and may leave the rest to a standard one.
  final class KeepLonger: NSMergePolicy, @unchecked Sendable {
    // Unchecked as its superclass is.
    nonisolated(unsafe) var seen: [String] = []

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
