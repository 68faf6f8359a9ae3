import CoreData
import Foundation
import TestKit
import Testing

/// `automaticallyMergesChangesFromParent`: what another context saves shows by itself, or not.
@Suite struct AutomaticMergingTests {
  enum Change: String, CaseIterable, Sendable {
    case attribute, sameAttributeAsHere, otherAttributeThanHere, toOne, toManyAdded, toManyRemoved, manyToMany, ordered
    case deleted, deletedWhileChangedHere, inserted
  }

  private struct Library {
    let author: CDAuthor
    let book: CDBook
    let tag: NSManagedObject

    init(_ stack: LibraryStack, _ context: NSManagedObjectContext) {
      author = CDAuthor(context: context)
      author.name = "Eliot"
      book = stack.book("A", pages: 1, author: author, in: context)
      tag = stack.make("Tag", ["label": "t"], in: context)
      for heading in ["1", "2"] {
        book.mutableOrderedSetValue(forKey: "chapters").add(stack.make("Chapter", ["heading": heading], in: context))
      }
    }

    /// What the context shows.
    var text: String {
      let headings = (book.value(forKeyPath: "chapters.heading") as? NSOrderedSet)?.array as? [String] ?? []
      let labels = (book.value(forKeyPath: "tags.label") as? NSSet)?.allObjects as? [String] ?? []
      let titles = author.books.compactMap(\.title).sorted()
      return
        "\(book.title ?? "nil") \(book.pages) by \(book.author?.name ?? "nobody"), \(headings) \(labels); \(titles)"
    }
  }

  private static func expected(_ change: Change) -> String {
    switch change {
    case .attribute: "theirs 1 by Eliot, [\"1\", \"2\"] []; [\"theirs\"]"
    case .sameAttributeAsHere: "mine 1 by Eliot, [\"1\", \"2\"] []; [\"mine\"]"
    case .otherAttributeThanHere: "mine 7 by Eliot, [\"1\", \"2\"] []; [\"mine\"]"
    case .toOne, .toManyRemoved: "A 1 by nobody, [\"1\", \"2\"] []; []"
    case .toManyAdded, .inserted: "A 1 by Eliot, [\"1\", \"2\"] []; [\"A\", \"new\"]"
    case .manyToMany: "A 1 by Eliot, [\"1\", \"2\"] [\"t\"]; [\"A\"]"
    case .ordered: "A 1 by Eliot, [\"2\", \"1\"] []; [\"A\"]"
    case .deleted: "A 1 by Eliot, [\"1\", \"2\"] []; []"
    case .deletedWhileChangedHere: "mine 1 by Eliot, [\"1\", \"2\"] []; []"
    }
  }

  @Test(arguments: Change.allCases, [true, false]) func merging(_ change: Change, _ isOn: Bool) throws {
    let stack = try LibraryStack()
    let view = stack.context
    let library = Library(stack, view)
    try view.save()
    view.automaticallyMergesChangesFromParent = isOn
    let isChangedHere = [.sameAttributeAsHere, .otherAttributeThanHere, .deletedWhileChangedHere].contains(change)
    if isChangedHere { library.book.title = "mine" }
    let before = library.text
    let other = stack.other()
    let book = try #require(other.existingObject(with: library.book.objectID) as? CDBook)
    let author = try #require(other.existingObject(with: library.author.objectID) as? CDAuthor)
    switch change {
    case .attribute, .sameAttributeAsHere: book.title = "theirs"
    case .otherAttributeThanHere: book.pages = 7
    case .toOne: book.author = nil
    case .toManyRemoved: author.books = []
    case .toManyAdded, .inserted: stack.book("new", author: author, in: other)
    case .manyToMany: book.mutableSetValue(forKey: "tags").add(try other.existingObject(with: library.tag.objectID))
    case .ordered: book.mutableOrderedSetValue(forKey: "chapters").exchangeObject(at: 0, withObjectAt: 1)
    case .deleted, .deletedWhileChangedHere:
      // The chapters would go with it.
      book.setValue(NSOrderedSet(), forKey: "chapters")
      other.delete(book)
    }
    try other.save()
    if !isOn {
      #expect(library.text == before)
      return
    }
    let isGone = change == .deleted || change == .deletedWhileChangedHere
    if isGone {
      #expect(library.author.books.isEmpty)
      #expect(library.book.managedObjectContext == nil)
      #expect(library.book.title == (isChangedHere ? "mine" : "A"))
      #expect(!view.hasChanges)
    } else {
      #expect(library.text == Self.expected(change))
      #expect(view.hasChanges == isChangedHere)
    }
    // What is unsaved here is based on the rows as they are now.
    try view.save()
    let reader = stack.other()
    let titles = try reader.fetch(NSFetchRequest<CDBook>(entityName: "CDBook")).compactMap(\.title).sorted()
    #expect(titles == (try view.fetch(NSFetchRequest<CDBook>(entityName: "CDBook")).compactMap(\.title).sorted()))
  }

  @Test func childrenTakeInWhatTheirParentSaves() throws {
    let stack = try LibraryStack()
    let library = Library(stack, stack.context)
    try stack.context.save()
    let child = stack.other(parent: stack.context)
    child.automaticallyMergesChangesFromParent = true
    let mine = try #require(child.existingObject(with: library.book.objectID) as? CDBook)
    #expect(mine.title == "A")
    mine.pages = 9
    library.book.title = "B"
    try stack.context.save()
    #expect(mine.title == "B" && mine.pages == 9)
    try child.save()
    #expect(library.book.pages == 9)
  }

  @Test func contextsOfTheirOwnQueuesTakeTurns() async throws {
    let stack = try LibraryStack()
    let view = stack.container.newBackgroundContext()
    view.automaticallyMergesChangesFromParent = true
    let id = try await view.perform {
      let book = stack.book("A", in: view)
      try view.save()
      return book.objectID
    }
    try await stack.container.performBackgroundTask { context in
      (try context.existingObject(with: id) as? CDBook)?.title = "B"
      try context.save()
    }
    let title = try await view.perform { try view.existingObject(with: id).value(forKey: "title") as? String }
    #expect(title == "B")
  }

  @Test func contextsOfOtherStoresAreNotConcerned() throws {
    let (one, other) = (try LibraryStack(), try LibraryStack())
    let (mine, theirs) = (one.book("mine"), other.book("theirs"))
    try one.context.save()
    try other.context.save()
    one.context.automaticallyMergesChangesFromParent = true
    theirs.title = "changed"
    try other.context.save()
    #expect(!mine.isFault && mine.title == "mine")
  }
}
