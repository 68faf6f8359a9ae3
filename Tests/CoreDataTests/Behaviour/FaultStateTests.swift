import CoreData
import Foundation
import TestKit
import Testing

/// What an object says of its state after each thing that can happen to it.
@Suite struct FaultStateTests {
  enum Situation: String, CaseIterable, Sendable {
    case fetched, fetchedInFull, asked, askedForARelationship, byIdentifier, byIdentifierAsked, byIdentifierGone
    case changed, saved, refreshed, refreshedKeepingChanges, refreshedWithoutChanges, rolledBack
    case inserted, insertedAndDeleted, deleted, deletedAndSaved, mergedUpdate, mergedUpdateWhileChanged
    case mergedDeletion, refetched, undone
  }

  struct State: Hashable, CustomStringConvertible {
    var isFault = false
    var isInserted = false
    var isUpdated = false
    var isDeleted = false
    var hasChanges = false
    /// It is in its context.
    var isHere = true
    var title: String? = "A"

    var description: String {
      "\(isFault ? "fault " : "")\(isInserted ? "inserted " : "")\(isUpdated ? "updated " : "")"
        + "\(isDeleted ? "deleted " : "")\(hasChanges ? "changed " : "")\(isHere ? "" : "gone ")\(title ?? "nil")"
    }

    init() {}

    init(_ change: (inout State) -> Void) { change(&self) }

    /// The title is read last: that changes the rest.
    init(of book: CDBook) {
      isFault = book.isFault
      isInserted = book.isInserted
      isUpdated = book.isUpdated
      isDeleted = book.isDeleted
      hasChanges = book.hasChanges
      isHere = book.managedObjectContext != nil
      title = book.title
    }
  }

  static func expected(_ situation: Situation) -> State {
    switch situation {
    case .fetched, .byIdentifier, .refreshed, .refreshedWithoutChanges, .rolledBack: State { $0.isFault = true }
    case .fetchedInFull, .asked, .byIdentifierAsked, .askedForARelationship, .refetched: State()
    case .byIdentifierGone:
      State {
        $0.isFault = true
        $0.title = nil
      }
    case .changed, .refreshedKeepingChanges, .mergedUpdateWhileChanged:
      State {
        $0.isUpdated = true; $0.hasChanges = true; $0.title = "mine"
      }
    case .undone:
      State {
        $0.isUpdated = true; $0.hasChanges = true
      }
    case .saved: State { $0.title = "mine" }
    case .inserted:
      State {
        $0.isInserted = true; $0.hasChanges = true; $0.title = "new"
      }
    case .insertedAndDeleted:
      State {
        $0.isDeleted = true; $0.hasChanges = true; $0.title = "new"
      }
    case .deleted:
      State {
        $0.isDeleted = true; $0.hasChanges = true
      }
    case .deletedAndSaved, .mergedDeletion: State { $0.isHere = false }
    case .mergedUpdate:
      State {
        $0.isFault = true
        $0.title = "theirs"
      }
    }
  }

  @Test(arguments: Situation.allCases) func state(_ situation: Situation) throws {
    let stack = try LibraryStack()
    let id = try {
      let author = CDAuthor(context: stack.context)
      author.name = "Eliot"
      let book = stack.book("A", author: author)
      try stack.context.save()
      return book.objectID
    }()
    let context = stack.other()
    let request = NSFetchRequest<CDBook>(entityName: "CDBook")
    if situation == .fetchedInFull { request.returnsObjectsAsFaults = false }
    func elsewhere(_ change: (NSManagedObjectContext, CDBook) -> Void) throws -> Notification {
      let other = stack.other()
      nonisolated(unsafe) var told: Notification?
      let observer = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextDidSave, object: other, queue: nil
      ) { told = $0 }
      defer { NotificationCenter.default.removeObserver(observer) }
      change(other, try #require(other.existingObject(with: id) as? CDBook))
      try other.save()
      return try #require(told)
    }
    let book: CDBook
    switch situation {
    case .byIdentifier, .byIdentifierAsked, .byIdentifierGone:
      if situation == .byIdentifierGone { _ = try elsewhere { $0.delete($1) } }
      book = try #require(context.object(with: id) as? CDBook)
      if situation == .byIdentifierAsked { #expect(book.title == "A") }
    case .inserted, .insertedAndDeleted:
      book = stack.book("new", in: context)
      if situation == .insertedAndDeleted { context.delete(book) }
    default: book = try #require(context.fetch(request).first)
    }
    switch situation {
    case .fetched, .fetchedInFull, .byIdentifier, .byIdentifierAsked, .byIdentifierGone, .inserted, .insertedAndDeleted:
      break
    case .asked: #expect(book.pages == 100)
    case .askedForARelationship:
      #expect(book.author?.isFault == true)
      #expect(book.author?.hasFault(forRelationshipNamed: "books") == true)
    case .changed: book.title = "mine"
    case .saved:
      book.title = "mine"
      try context.save()
    case .refreshed:
      book.title = "mine"
      context.refresh(book, mergeChanges: false)
    case .refreshedKeepingChanges:
      book.title = "mine"
      context.refresh(book, mergeChanges: true)
    case .refreshedWithoutChanges:
      #expect(book.title == "A")
      context.refresh(book, mergeChanges: true)
    case .rolledBack:
      book.title = "mine"
      context.rollback()
    case .deleted, .deletedAndSaved:
      context.delete(book)
      if situation == .deletedAndSaved { try context.save() }
    case .mergedUpdate, .mergedUpdateWhileChanged:
      if situation == .mergedUpdateWhileChanged { book.title = "mine" } else { #expect(book.title == "A") }
      context.mergeChanges(fromContextDidSave: try elsewhere { $1.title = "theirs" })
    case .mergedDeletion:
      #expect(book.title == "A")
      context.mergeChanges(fromContextDidSave: try elsewhere { $0.delete($1) })
    case .refetched:
      // What an object has stays, whatever the row has meanwhile.
      #expect(book.title == "A")
      _ = try elsewhere { $1.title = "theirs" }
      #expect(try context.fetch(request) == [book])
    case .undone:
      context.undoManager = UndoManager()
      book.title = "mine"
      context.undo()
    }
    #expect(State(of: book) == Self.expected(situation))
    #expect(book.faultingState == 0 || situation == .byIdentifierGone)
  }

  @Test func anObjectOfAContextThatWasResetKeepsWhatItHad() throws {
    let stack = try LibraryStack()
    let book = stack.book("A")
    try stack.context.save()
    let id = book.objectID
    stack.context.reset()
    #expect(book.managedObjectContext == nil)
    #expect(book.title == "A")
    let again = try stack.context.existingObject(with: id)
    #expect(again !== book && again.value(forKey: "title") as? String == "A")
  }
}
