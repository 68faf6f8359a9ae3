import CoreData
import Foundation
import TestKit
import Testing

/// `mergeChanges(fromRemoteContextSave:into:)`: every key, with rows named in every way.
@Suite struct RemoteChangeTests {
  enum Form: String, CaseIterable, Sendable { case objects, ids, uris, texts }

  static let keys = [
    NSInsertedObjectsKey, NSInsertedObjectIDsKey, NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, NSRefreshedObjectsKey,
    NSRefreshedObjectIDsKey, NSInvalidatedObjectsKey, NSInvalidatedObjectIDsKey, NSDeletedObjectsKey,
    NSDeletedObjectIDsKey, NSInvalidatedAllObjectsKey,
  ]

  private static func places(_ objects: [NSManagedObject], _ form: Form) -> Any {
    switch form {
    case .objects: Set(objects)
    case .ids: Set(objects.map(\.objectID))
    case .uris: objects.map { $0.objectID.uriRepresentation() }
    case .texts: objects.map { $0.objectID.uriRepresentation().absoluteString }
    }
  }

  @Test(arguments: keys, Form.allCases) func merging(_ key: String, _ form: Form) throws {
    let stack = try LibraryStack()
    let (book, edited) = (stack.book("one", pages: 1), stack.book("mine", pages: 1))
    try stack.context.save()
    let (view, other) = (stack.context, stack.other())
    edited.title = "my edit"
    view.processPendingChanges()
    // Somebody else changes both, makes one, or deletes one.
    let theirs = try [book, edited].map { try #require(other.existingObject(with: $0.objectID) as? CDBook) }
    var named: [NSManagedObject] = theirs
    switch key {
    case NSInsertedObjectsKey, NSInsertedObjectIDsKey: named = [stack.book("new", in: other)]
    case NSDeletedObjectsKey, NSDeletedObjectIDsKey:
      named = [theirs[0]]
      other.delete(theirs[0])
    default: for their in theirs { (their.title, their.pages) = ("\(their.title ?? "") changed", 2) }
    }
    let places = key == NSDeletedObjectsKey || key == NSDeletedObjectIDsKey ? Self.places(named, form) : nil
    try other.save()
    nonisolated(unsafe) var told: [AnyHashable: Any] = [:]
    // Unchecked because the notification comes on the test's own thread.
    let observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange, object: view, queue: nil
    ) { told = $0.userInfo ?? [:] }
    defer { NotificationCenter.default.removeObserver(observer) }
    NSManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [key: places ?? Self.places(named, form)], into: [view])
    switch key {
    case NSInsertedObjectsKey, NSInsertedObjectIDsKey:
      let new = (told[NSInsertedObjectsKey] as? Set<NSManagedObject>)?.first
      #expect(new?.objectID == named[0].objectID && new?.managedObjectContext === view)
      #expect(new?.value(forKey: "title") as? String == "new" && new?.isInserted == false)
    case NSDeletedObjectsKey, NSDeletedObjectIDsKey:
      #expect(book.managedObjectContext == nil)
      #expect((told[NSDeletedObjectsKey] as? Set<NSManagedObject>)?.contains(book) == true)
    default:
      #expect((told[NSRefreshedObjectsKey] as? Set<NSManagedObject>)?.contains(book) == true)
      #expect(book.title == "one changed" && book.pages == 2)
      // Edits that are not saved stay, property by property, and are saved on top of what is there now.
      #expect(edited.title == "my edit" && edited.pages == 2)
      try view.save()
      #expect((try stack.other().existingObject(with: edited.objectID) as? CDBook)?.title == "my edit")
    }
  }

  @Test func whatNamesNothingChangesNothing() throws {
    let stack = try LibraryStack()
    let book = stack.book("one")
    try stack.context.save()
    let strange = try LibraryStack()
    let stranger = strange.book("other")
    try strange.context.save()
    for value in [stranger.objectID, 7, "no URI", URL(fileURLWithPath: "/a")] as [Any] {
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSDeletedObjectIDsKey: [value], NSUpdatedObjectIDsKey: value], into: [stack.context])
    }
    try stack.context.save()
    #expect(book.title == "one" && book.managedObjectContext === stack.context)
  }
}
