import CoreData
import Foundation
import TestKit
import Testing

/// What a child context saves is a change of its parent's objects, and of the store's rows once the last parent saves.
@Suite struct ChildPushTests {
  enum Change: String, CaseIterable, Sendable {
    case attribute, cleared, transformable, toOne, toOneCleared, toManyAdded, toManyRemoved, manyToMany, ordered
    case inserted, insertedWithRelations, deleted, cascade, ofUnsaved, deletedUnsaved, subentity, nothing
  }

  private static func text(_ context: NSManagedObjectContext) throws -> [String] {
    try context.fetch(NSFetchRequest<CDBook>(entityName: "CDBook")).map { book in
      let headings = (book.value(forKeyPath: "chapters.heading") as? NSOrderedSet)?.array as? [String] ?? []
      let labels = (book.value(forKeyPath: "tags.label") as? NSSet)?.allObjects as? [String] ?? []
      let notes = book.value(forKey: "notes") as? [String] ?? []
      let genre = book.entity.name == "CDNovel" ? " \(book.value(forKey: "genre") as? String ?? "")" : ""
      return "\(book.title ?? "nil") \(book.value(forKey: "pages") as? Int ?? 0) \(book.author?.name ?? "-") "
        + "\(headings) \(labels) \(notes)\(genre)"
    }.sorted()
  }

  private static func expected(_ change: Change) -> [String] {
    let (a, unsaved) = ("A 1 Eliot [\"1\", \"2\"] [\"t\"] []", "unsaved 2 - [] [] []")
    return switch change {
    case .attribute: ["B 1 Eliot [\"1\", \"2\"] [\"t\"] []", unsaved]
    case .cleared: ["A 0 Eliot [\"1\", \"2\"] [\"t\"] []", unsaved]
    case .transformable: ["A 1 Eliot [\"1\", \"2\"] [\"t\"] [\"x\", \"y\"]", unsaved]
    case .toOne: ["A 1 Austen [\"1\", \"2\"] [\"t\"] []", unsaved]
    case .toOneCleared, .toManyRemoved: ["A 1 - [\"1\", \"2\"] [\"t\"] []", unsaved]
    case .toManyAdded: [a, "unsaved 2 Eliot [] [] []"]
    case .manyToMany: ["A 1 Eliot [\"1\", \"2\"] [] []", "unsaved 2 - [] [\"t\"] []"]
    case .ordered: ["A 1 Eliot [\"3\", \"2\", \"1\"] [\"t\"] []", unsaved]
    case .inserted: [a, "new 5 - [] [] []", unsaved]
    case .insertedWithRelations: [a, "new 5 New [\"n\"] [\"t\"] []", unsaved]
    case .deleted, .cascade: [unsaved]
    case .ofUnsaved: [a, "changed 2 Austen [] [] []"]
    case .deletedUnsaved: [a]
    case .subentity: [a, "novel 5 - [] [] [] crime", unsaved]
    case .nothing: [a, unsaved]
    }
  }

  @Test(arguments: Change.allCases, [1, 3]) func pushing(_ change: Change, _ depth: Int) throws {
    let stack = try LibraryStack()
    let root = stack.context
    let (eliot, austen) = (CDAuthor(context: root), CDAuthor(context: root))
    (eliot.name, austen.name) = ("Eliot", "Austen")
    let book = stack.book("A", pages: 1, author: eliot)
    for heading in ["1", "2"] {
      book.mutableOrderedSetValue(forKey: "chapters").add(stack.make("Chapter", ["heading": heading]))
    }
    let tag = stack.make("Tag", ["label": "t"])
    book.mutableSetValue(forKey: "tags").add(tag)
    try root.save()
    let unsaved = stack.book("unsaved", pages: 2)
    let before = try Self.text(root)
    var contexts = [root]
    for _ in 0..<depth { contexts.append(stack.other(parent: contexts[contexts.count - 1])) }
    let child = contexts[depth]
    func mine(_ object: NSManagedObject) throws -> NSManagedObject { try child.existingObject(with: object.objectID) }
    try apply(change, stack, child, mine, (book, unsaved, eliot, austen, tag))
    #expect(try Self.text(child) == Self.expected(change))
    #expect(try Self.text(root) == before)
    for context in contexts.dropFirst().reversed() { try context.save() }
    #expect(!child.hasChanges)
    #expect(try Self.text(root) == Self.expected(change))
    // Nothing is in the store yet.
    #expect(try Self.text(stack.other()) == ["A 1 Eliot [\"1\", \"2\"] [\"t\"] []"])
    try root.save()
    #expect(try Self.text(stack.other()) == Self.expected(change))
    let shown = try Self.text(child)
    #expect(shown == Self.expected(change))
  }

  private func apply(
    _ change: Change, _ stack: LibraryStack, _ child: NSManagedObjectContext,
    _ mine: (NSManagedObject) throws -> NSManagedObject,
    _ objects: (
      book: NSManagedObject, unsaved: NSManagedObject, eliot: NSManagedObject, austen: NSManagedObject,
      tag: NSManagedObject
    )
  ) throws {
    let (book, unsaved) = (try mine(objects.book), try mine(objects.unsaved))
    switch change {
    case .attribute: book.setValue("B", forKey: "title")
    case .cleared: book.setValue(nil, forKey: "pages")
    case .transformable: book.setValue(["x", "y"], forKey: "notes")
    case .toOne: book.setValue(try mine(objects.austen), forKey: "author")
    case .toOneCleared: book.setValue(nil, forKey: "author")
    case .toManyAdded: try mine(objects.eliot).mutableSetValue(forKey: "books").add(unsaved)
    case .toManyRemoved: try mine(objects.eliot).setValue(NSSet(), forKey: "books")
    case .manyToMany: try mine(objects.tag).setValue(NSSet(array: [unsaved]), forKey: "books")
    case .ordered:
      let chapters = book.mutableOrderedSetValue(forKey: "chapters")
      chapters.exchangeObject(at: 0, withObjectAt: 1)
      chapters.insert(stack.make("Chapter", ["heading": "3"], in: child), at: 0)
    case .inserted: stack.book("new", pages: 5, in: child)
    case .insertedWithRelations:
      let author = CDAuthor(context: child)
      author.name = "New"
      let new = stack.book("new", pages: 5, author: author, in: child)
      new.mutableOrderedSetValue(forKey: "chapters").add(stack.make("Chapter", ["heading": "n"], in: child))
      new.mutableSetValue(forKey: "tags").add(try mine(objects.tag))
    case .deleted: child.delete(book)
    case .cascade: child.delete(try mine(objects.eliot))
    case .ofUnsaved:
      unsaved.setValue("changed", forKey: "title")
      unsaved.setValue(try mine(objects.austen), forKey: "author")
    case .deletedUnsaved: child.delete(unsaved)
    case .subentity: _ = stack.make("CDNovel", ["title": "novel", "pages": 5, "genre": "crime"], in: child)
    case .nothing: book.setValue("A", forKey: "title")
    }
  }
}
