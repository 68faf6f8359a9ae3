import Foundation
import Testing

@testable import CoreData

/// What a context tells of one event, and which values it remembers of before.
@Suite struct EventTests {
  private final class Ear {
    var told: [[String: Set<NSManagedObject>]] = []
    private var observer: (any NSObjectProtocol)?

    init(_ context: NSManagedObjectContext) {
      nonisolated(unsafe) let ear = self
      // Unchecked because the notifications come on the test's own thread.
      observer = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
      ) { notification in
        let entries = (notification.userInfo ?? [:]).compactMap { key, value in
          (key as? String).flatMap { key in (value as? Set<NSManagedObject>).map { (key, $0) } }
        }
        ear.told.append(Dictionary(uniqueKeysWithValues: entries))
      }
    }

    func end() { observer.map { NotificationCenter.default.removeObserver($0) } }
  }

  @Test func anObjectIsInOneListOfAnEvent() throws {
    let stack = try LibraryStack()
    let context = stack.context
    let (kept, gone) = (stack.book("kept"), stack.book("gone"))
    try context.save()
    let ear = Ear(context)
    defer { ear.end() }
    kept.title = "a"
    gone.title = "b"
    context.delete(gone)
    let (new, dropped) = (stack.book("new"), stack.book("dropped"))
    new.title = "newer"
    context.delete(dropped)
    kept.title = "c"
    context.processPendingChanges()
    #expect(
      ear.told == [[NSInsertedObjectsKey: [new], NSUpdatedObjectsKey: [kept], NSDeletedObjectsKey: [gone]]])
    context.processPendingChanges()
    #expect(ear.told.count == 1)
    // The next event knows nothing of the last one.
    new.title = "newest"
    context.insert(gone)
    context.processPendingChanges()
    #expect(ear.told.last?[NSUpdatedObjectsKey] == [new])
    context.refresh(kept, mergeChanges: false)
    kept.title = "d"
    context.processPendingChanges()
    #expect(ear.told.last == [NSUpdatedObjectsKey: [kept], NSRefreshedObjectsKey: [kept]])
    context.reset()
  }

  @Test func aChangeInsideOfTellingIsOneOfTheNextEvent() throws {
    let stack = try LibraryStack()
    let context = stack.context
    nonisolated(unsafe) let book = stack.book("A")
    nonisolated(unsafe) var (count, titles): (Int, [Any?]) = (0, [])
    // Unchecked because the notifications come on the test's own thread.
    try context.save()
    let observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
    ) { _ in
      count += 1
      titles.append(book.changedValuesForCurrentEvent()["title"])
      if count == 1 { book.pages = 7 }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    book.title = "B"
    book.title = "C"
    #expect(book.changedValuesForCurrentEvent()["title"] as? String == "A")
    context.processPendingChanges()
    context.processPendingChanges()
    #expect(count == 2 && titles.first as? String == "A")
    #expect(book.changedValuesForCurrentEvent().isEmpty)
  }

  @Test func anObjectThatComesFromAContextThatIsGone() throws {
    let stack = try LibraryStack()
    let book: CDBook = {
      let other = stack.other()
      // Nobody ever hears of it there.
      return stack.book("A", in: other)
    }()
    #expect(book.managedObjectContext == nil)
    let ear = Ear(stack.context)
    defer { ear.end() }
    stack.context.insert(book)
    stack.context.processPendingChanges()
    #expect(ear.told.last?[NSInsertedObjectsKey] == [book])
    try stack.context.save()
    book.title = "B"
    stack.context.processPendingChanges()
    #expect(ear.told.last == [NSUpdatedObjectsKey: [book]])
  }

  @Test func aRollbackAndAResetEndTheEvent() throws {
    let stack = try LibraryStack()
    let context = stack.context
    let book = stack.book("A")
    try context.save()
    let ear = Ear(context)
    defer { ear.end() }
    book.title = "B"
    context.rollback()
    #expect(book.title == "A" && book.changedValuesForCurrentEvent().isEmpty)
    book.title = "C"
    context.processPendingChanges()
    #expect(ear.told.last?[NSUpdatedObjectsKey] == [book])
    book.title = "D"
    context.reset()
    let again = try #require(context.fetch(NSFetchRequest<CDBook>(entityName: "CDBook")).first)
    again.title = "E"
    ear.told = []
    context.processPendingChanges()
    #expect(ear.told == [[NSUpdatedObjectsKey: [again]]])
  }
}
