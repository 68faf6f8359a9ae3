import CoreData
import Foundation
import ObjectGraph
import TestKit
import Testing

/// Settings of contexts that say what becomes of rows which others change or delete.
@Suite struct ContextSettingsTests {
  private let stack: LibraryStack
  private let id: NSManagedObjectID

  init() throws {
    stack = try LibraryStack()
    let book = stack.book("A", pages: 1)
    try stack.context.save()
    id = book.objectID
  }

  private func elsewhere(_ change: (NSManagedObjectContext, CDBook) -> Void) throws {
    let other = stack.other()
    change(other, try #require(other.existingObject(with: id) as? CDBook))
    try other.save()
  }

  @Test(arguments: [true, false]) func aFaultWhoseRowIsGone(_ isHandled: Bool) throws {
    let context = stack.other()
    context.shouldDeleteInaccessibleFaults = isHandled
    let fault = try #require(context.object(with: id) as? CDBook)
    try elsewhere { $0.delete($1) }
    #expect(fault.title == nil && fault.managedObjectContext == nil && fault.objectID == id)
    if !isHandled {
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSManagedObjectReferentialIntegrityError)
    }
    // It is said once.
    try context.save()
  }

  final class Asked: NSManagedObjectContext, @unchecked Sendable {
    // Unchecked because what it was asked is read on its queue, too.

    var asked: [NSManagedObjectID] = []

    override func shouldHandleInaccessibleFault(
      _ fault: NSManagedObject, for oid: NSManagedObjectID, triggeredByProperty property: NSPropertyDescription?
    ) -> Bool {
      asked.append(oid)
      return true
    }
  }

  @Test func aContextIsAskedAboutFaults() throws {
    let context = Asked(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = stack.container.persistentStoreCoordinator
    let (id, stack) = (id, stack)
    try context.performAndWait {
      let fault = try #require(context.object(with: id) as? CDBook)
      try elsewhere { $0.delete($1) }
      #expect(fault.title == nil && fault.pages == 0)
      #expect(context.asked == [id])
      try context.save()
    }
    withExtendedLifetime(stack) {}
  }

  @Test(arguments: ConstraintPolicyTests.policies) func conflictsOfUnchangedObjects(_ policy: NSMergePolicyType) throws
  {
    let context = stack.other()
    context.mergePolicy = NSMergePolicy(merge: policy)
    let book = try #require(context.existingObject(with: id) as? CDBook)
    #expect(book.title == "A")
    try elsewhere { $1.title = "theirs" }
    // Nobody looks at it by itself.
    stack.book("new 1", in: context)
    try context.save()
    context.detectConflicts(for: book)
    stack.book("new 2", in: context)
    if policy == .errorMergePolicyType {
      let error = #expect(throws: NSError.self) { try context.save() }
      let conflicts = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
      #expect(error?.code == NSManagedObjectMergeError && conflicts?.map(\.sourceObject) == [book])
      #expect(conflicts?.first?.persistedSnapshot?["title"] as? String == "theirs")
      context.refresh(book, mergeChanges: false)
      #expect(book.title == "theirs")
    }
    try context.save()
    let stored = policy == .overwriteMergePolicyType ? "A" : "theirs"
    #expect(book.title == stored)
    #expect((try stack.other().existingObject(with: id) as? CDBook)?.title == stored)
    #expect(try stack.other().count(for: NSFetchRequest<CDBook>(entityName: "CDBook")) == 3)
  }

  @Test func whatMeansNothingIsSaid() {
    let context = stack.other()
    context.propagatesDeletesAtEndOfEvent = false
    context.retainsRegisteredObjects = true
    #expect(Notice.wasShown(NSManagedObjectContext.ruleLine) && Notice.wasShown(NSManagedObjectContext.retainLine))
  }
}
