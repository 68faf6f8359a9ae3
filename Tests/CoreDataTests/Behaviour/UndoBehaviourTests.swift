import CoreData
import Foundation
import TestKit
import Testing

/// Undo and redo of each kind of change of managed objects, and what makes a step.
@Suite struct UndoBehaviourTests {
  enum Change: String, CaseIterable, Sendable {
    case attribute, cleared, transformable, toOne, toOneCleared, toManyAdded, toManyRemoved, manyToMany, order
    case inserted, insertedWithRelations, deleted, cascade, severalObjects
  }

  private static func text(_ context: NSManagedObjectContext) throws -> [String] {
    let books = try context.fetch(NSFetchRequest<CDBook>(entityName: "CDBook")).map { book in
      let headings = (book.value(forKeyPath: "chapters.heading") as? NSOrderedSet)?.array as? [String] ?? []
      let labels = (book.value(forKeyPath: "tags.label") as? NSSet)?.allObjects as? [String] ?? []
      let notes = book.value(forKey: "notes") as? [String] ?? []
      return "\(book.title ?? "nil") \(book.value(forKey: "pages") as? Int ?? 0) \(book.author?.name ?? "-") "
        + "\(headings) \(labels.sorted()) \(notes)"
    }
    let authors = try context.fetch(NSFetchRequest<CDAuthor>(entityName: "CDAuthor")).map { author in
      "\(author.name): \(author.books.compactMap(\.title).sorted())"
    }
    let chapters = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Chapter"))
    return books.sorted() + authors.sorted() + ["\(chapters) chapters"]
  }

  private func apply(_ change: Change, _ stack: LibraryStack) throws {
    func all(_ name: String) throws -> [NSManagedObject] {
      let request = NSFetchRequest<NSManagedObject>(entityName: name)
      request.sortDescriptors = [NSSortDescriptor(key: name == "Tag" ? "label" : "title", ascending: true)]
      if name == "CDAuthor" { request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)] }
      return try stack.context.fetch(request)
    }
    let (book, authors) = (try #require(all("CDBook").first), try all("CDAuthor"))
    switch change {
    case .attribute: book.setValue("B", forKey: "title")
    case .cleared: book.setValue(nil, forKey: "pages")
    case .transformable: book.setValue(["x"], forKey: "notes")
    case .toOne: book.setValue(authors[0], forKey: "author")
    case .toOneCleared: book.setValue(nil, forKey: "author")
    case .toManyAdded: authors[0].mutableSetValue(forKey: "books").add(book)
    case .toManyRemoved: authors[1].setValue(NSSet(), forKey: "books")
    case .manyToMany: try all("Tag").forEach { $0.mutableSetValue(forKey: "books").add(book) }
    case .order: book.mutableOrderedSetValue(forKey: "chapters").exchangeObject(at: 0, withObjectAt: 1)
    case .inserted: stack.book("new")
    case .insertedWithRelations:
      let new = stack.book("new", author: authors[1] as? CDAuthor)
      new.mutableOrderedSetValue(forKey: "chapters").add(stack.make("Chapter", ["heading": "n"]))
    case .deleted: stack.context.delete(book)
    case .cascade: stack.context.delete(authors[1])
    case .severalObjects:
      book.setValue("B", forKey: "title")
      authors.forEach { $0.setValue("N", forKey: "name") }
      stack.book("new", author: authors[0] as? CDAuthor)
    }
  }

  private func stack() throws -> LibraryStack {
    let stack = try LibraryStack()
    let (eliot, austen) = (CDAuthor(context: stack.context), CDAuthor(context: stack.context))
    (eliot.name, austen.name) = ("Eliot", "Austen")
    let book = stack.book("A", pages: 1, author: eliot)
    for heading in ["1", "2"] {
      book.mutableOrderedSetValue(forKey: "chapters").add(stack.make("Chapter", ["heading": heading]))
    }
    for label in ["s", "t"] { _ = stack.make("Tag", ["label": label]) }
    try stack.context.save()
    return stack
  }

  /// - Parameter savesBetween: whether the change is saved before it is taken back.
  @Test(arguments: Change.allCases, [false, true]) func undoAndRedo(_ change: Change, _ savesBetween: Bool) throws {
    let stack = try stack()
    stack.context.undoManager = UndoManager()
    let before = try Self.text(stack.context)
    try apply(change, stack)
    let after = try Self.text(stack.context)
    #expect(after != before)
    if savesBetween { try stack.context.save() }
    stack.context.undo()
    #expect(try Self.text(stack.context) == before)
    stack.context.redo()
    #expect(try Self.text(stack.context) == after)
    stack.context.undo()
    #expect(try Self.text(stack.context) == before)
    try stack.context.save()
    #expect(try Self.text(stack.other()) == before)
  }

  @Test(arguments: [true, false]) func undoOfAnUpsertRestoresTheOldValues(_ isRegistered: Bool) throws {
    let stack = try LibraryStack()
    let author = CDAuthor(context: stack.context)
    author.name = "Eliot"
    let old = stack.book("old", pages: 1, author: author)
    old.setValue("1", forKey: "isbn")
    old.setValue(["a"], forKey: "notes")
    try stack.context.save()
    let context = isRegistered ? stack.context : stack.other()
    context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    context.undoManager = UndoManager()
    let new = stack.book("new", pages: 2, in: context)
    new.setValue("1", forKey: "isbn")
    try context.save()
    let wanted = "new 2 Eliot []"
    func rows() throws -> [String] {
      try stack.other().fetch(NSFetchRequest<CDBook>(entityName: "CDBook")).map {
        "\($0.title ?? "") \($0.pages) \($0.author?.name ?? "-") \($0.value(forKey: "notes") as? [String] ?? [])"
      }
    }
    let first = try rows()
    #expect(first == [wanted])
    context.undo()
    #expect(new.title == "old" && new.pages == 1 && !new.isDeleted)
    try context.save()
    #expect(try rows() == ["old 1 Eliot [\"a\"]"])
    context.redo()
    try context.save()
    let last = try rows()
    #expect(last == [wanted])
    withExtendedLifetime(old) {}
  }

  /// Between two suspensions code of the main actor is one turn, and one step.
  @Test @MainActor func aTurnOfTheMainQueueIsAStep() async throws {
    let stack = try LibraryStack()
    let view = stack.container.viewContext
    view.undoManager = UndoManager()
    let book = stack.book("A", in: view)
    try view.save()
    // The main queue has come round once when it is known to.
    for _ in 0..<3 { await turn() }
    view.undoManager?.removeAllActions()
    book.title = "B"
    book.pages = 2
    await turn()
    book.title = "C"
    await turn()
    #expect(view.undoManager?.groupingLevel == 0)
    view.undo()
    #expect(book.title == "B" && book.pages == 2)
    view.undo()
    #expect(book.title == "A" && book.pages == 100)
    view.redo()
    #expect(book.title == "B" && book.pages == 2)
  }

  /// Lets the main queue come round: what was put there before runs first.
  @MainActor private func turn() async {
    for _ in 0..<2 {
      await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    }
  }

  /// Off the main queue nothing ends a group but undoing, and the program's own groups.
  @Test func offTheMainQueueGroupsAreTheProgramsOwn() throws {
    let stack = try LibraryStack()
    let context = stack.container.newBackgroundContext()
    try context.performAndWait {
      context.undoManager = UndoManager()
      let book = stack.book("A", in: context)
      try context.save()
      context.undoManager?.removeAllActions()
      for title in ["B", "C"] {
        context.undoManager?.beginUndoGrouping()
        book.title = title
        context.undoManager?.endUndoGrouping()
      }
      context.undo()
      #expect(book.title == "B")
      context.undo()
      #expect(book.title == "A")
      book.title = "D"
      book.title = "E"
      context.undo()
      #expect(book.title == "A")
    }
  }

  @Test func theManagerGoesOnUnderAnotherParent() throws {
    let stack = try LibraryStack()
    let context = stack.other()
    context.undoManager = UndoManager()
    stack.book("gone", in: context)
    context.parent = stack.context
    let book = stack.book("A", in: context)
    try context.save()
    context.undoManager?.removeAllActions()
    book.title = "B"
    context.undo()
    #expect(book.title == "A")
  }
}
