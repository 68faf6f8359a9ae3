import CoreData
import Foundation
import TestKit
import Testing

/// Identifiers of a child's new objects: temporary ones that parents go on with, and permanent ones that are asked for.
@Suite struct ChildIdentifierTests {
  private let stack: LibraryStack
  /// The root and its descendants.
  private let contexts: [NSManagedObjectContext]
  private var child: NSManagedObjectContext { contexts[contexts.count - 1] }

  init() throws {
    stack = try LibraryStack()
    var contexts = [stack.context]
    for _ in 0..<3 { contexts.append(stack.other(parent: contexts[contexts.count - 1])) }
    self.contexts = contexts
  }

  /// As with Apple's framework an object has the same temporary identifier in a child and in its parent; unlike there, the
  /// child's object has the permanent one as soon as the root is saved.
  @Test func temporaryIdentifiersLastFromChildToRoot() throws {
    let book = stack.book("new", in: child)
    let id = book.objectID
    #expect(id.isTemporaryID)
    for context in contexts.dropFirst().reversed() {
      try context.save()
      let parent = try #require(context.parent)
      let pushed = try #require(parent.object(with: id) as? CDBook)
      #expect(pushed.isInserted && pushed.title == "new" && pushed.managedObjectContext === parent)
      #expect(pushed.objectID == id && book.objectID == id)
      #expect(try child.existingObject(with: id) === book)
      #expect(parent.registeredObject(for: id) === pushed)
    }
    let pushed = try #require(stack.context.insertedObjects.first)
    #expect(pushed.objectID == id)
    try stack.context.save()
    #expect(!pushed.objectID.isTemporaryID)
    #expect(book.objectID == pushed.objectID)
    #expect(try child.existingObject(with: pushed.objectID) === book)
    // The temporary one has had its day.
    #expect(throws: NSError.self) { try stack.context.existingObject(with: id) }
  }

  @Test func aTemporaryIdentifierEndsWithTheChangesOfTheParent() throws {
    let book = stack.book("new", in: child)
    let id = book.objectID
    try child.save()
    let parent = contexts[2]
    #expect(parent.registeredObject(for: id) != nil)
    parent.rollback()
    #expect(parent.registeredObject(for: id) == nil)
    // The next new object of the parent is none of the child's.
    let next = stack.book("next", in: parent)
    #expect(next.objectID != id)
  }

  /// - Parameter depth: how far the object is pushed before the identifier is asked for.
  @Test(arguments: 0...3) func permanentIdentifiersReachTheStore(_ depth: Int) throws {
    let book = stack.book("new", in: child)
    let author = CDAuthor(context: child)
    author.name = "Eliot"
    book.author = author
    let temporary = book.objectID
    let upward = Array(contexts.dropFirst().reversed())
    for context in upward.prefix(depth) { try context.save() }
    try child.obtainPermanentIDs(for: [book, author])
    let (id, authorID) = (book.objectID, author.objectID)
    #expect(!id.isTemporaryID && id != temporary && id.persistentStore != nil && !authorID.isTemporaryID)
    // Asking again changes nothing.
    try child.obtainPermanentIDs(for: [book])
    #expect(book.objectID == id)
    #expect(try child.existingObject(with: id) === book)
    let url = id.uriRepresentation()
    #expect(stack.container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: url) == id)
    for context in upward.dropFirst(depth) {
      try context.save()
      let pushed = try #require(context.parent?.existingObject(with: id) as? CDBook)
      #expect(pushed.isInserted && pushed.objectID == id && book.objectID == id)
    }
    // Nothing is in the store yet.
    #expect(throws: NSError.self) { try stack.other().existingObject(with: id) }
    try stack.context.save()
    #expect(book.objectID == id && author.objectID == authorID)
    let saved = try #require(stack.other().existingObject(with: id) as? CDBook)
    #expect(saved.title == "new" && saved.author?.name == "Eliot")
    #expect(saved.author?.objectID == authorID)
    #expect(try child.existingObject(with: id) === book)
  }

  @Test func promisedIdentifiersThatAreNotSavedAreNobodys() throws {
    let book = stack.book("dropped", in: child)
    try child.obtainPermanentIDs(for: [book])
    let id = book.objectID
    child.rollback()
    let other = stack.book("other", in: child)
    try child.obtainPermanentIDs(for: [other])
    #expect(other.objectID != id)
    for context in contexts.reversed() { try context.save() }
    #expect(throws: NSError.self) { try stack.other().existingObject(with: id) }
    #expect(try (stack.other().existingObject(with: other.objectID) as? CDBook)?.title == "other")
  }

  /// A child says which of several stores its new objects go to.
  @Test func assignedObjectsOfAChildGoToTheirStore() throws {
    let stack = try SeveralStoresTests.Stack()
    let child = SeveralStoresTests.Stack.context(stack.coordinator)
    child.parent = stack.context
    let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: child)
    note.setValuesForKeys(["text": "a", "rank": 1])
    child.assign(note, to: stack.stores[1])
    #expect(note.objectID.persistentStore === stack.stores[1])
    try child.save()
    try stack.context.save()
    #expect(note.objectID.persistentStore === stack.stores[1])
    #expect(try stack.notes(in: [stack.stores[1]], from: SeveralStoresTests.Stack.context(stack.coordinator)) == ["a"])
  }

  /// Nobody asked the object who it is while it had a context.
  @Test(arguments: [false, true]) func anObjectThatOutlivesItsContextKnowsWhoItIs(_ isOfChild: Bool) throws {
    let book = stack.book("A")
    try stack.context.save()
    func found() throws -> CDBook? {
      let context = stack.other(parent: isOfChild ? stack.context : nil)
      return try context.fetch(NSFetchRequest<CDBook>(entityName: "CDBook")).first
    }
    let object = try #require(try found())
    #expect(object.managedObjectContext == nil)
    #expect(object.objectID == book.objectID)
  }
}
