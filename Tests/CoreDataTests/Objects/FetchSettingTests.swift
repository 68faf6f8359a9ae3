import CoreData
import Foundation
import Testing

/// Settings of a request that change what is read, and requests that an object makes by itself.
@Suite struct FetchSettingTests {
  private let request = NSFetchRequest<CDBook>(entityName: "CDBook")

  @Test func subentitiesCanBeLeftOut() throws {
    let stack = try LibraryStack()
    stack.book("book")
    _ = stack.make("CDNovel", ["title": "novel"])
    for isSaved in [false, true] {
      if isSaved { try stack.context.save() }
      request.includesSubentities = true
      #expect(try stack.context.count(for: request) == 2)
      request.includesSubentities = false
      #expect(try stack.context.fetch(request).map(\.title) == ["book"])
      #expect(try stack.context.count(for: request) == 1)
    }
  }

  @Test func objectsWithoutPropertyValuesReadThemLater() throws {
    let stack = try LibraryStack()
    stack.book("book", pages: 7)
    try stack.context.save()
    let context = stack.other()
    request.includesPropertyValues = false
    let book = try #require(try context.fetch(request).first)
    #expect(book.isFault)
    #expect(book.title == "book" && book.pages == 7)
  }

  @Test func refetchedObjectsAreRefreshedWhereAsked() throws {
    let stack = try LibraryStack()
    let written = stack.book("old")
    try stack.context.save()
    let context = stack.other()
    let book = try #require(try context.fetch(request).first)
    #expect(book.title == "old")
    written.title = "new"
    try stack.context.save()
    _ = try context.fetch(request)
    #expect(book.title == "old")
    request.shouldRefreshRefetchedObjects = true
    _ = try context.fetch(request)
    #expect(book.title == "new")
    // Unsaved edits stay.
    book.title = "mine"
    written.title = "newer"
    try stack.context.save()
    _ = try context.fetch(request)
    #expect(book.title == "mine")
  }

  @Test func aFetchedPropertyIsAskedOfItsObject() throws {
    let model = LibraryStack.model()
    let long = NSFetchedPropertyDescription()
    long.name = "longBooks"
    let template = NSFetchRequest<any NSFetchRequestResult>(entityName: "CDBook")
    template.predicate = NSPredicate(format: "author == $FETCH_SOURCE AND pages > 500")
    template.sortDescriptors = [NSSortDescriptor(key: "pages", ascending: true)]
    long.fetchRequest = template
    model.entitiesByName["CDAuthor"]?.properties.append(long)
    let stack = try LibraryStack(model: model)
    let (one, other) = (CDAuthor(context: stack.context), CDAuthor(context: stack.context))
    stack.book("B", pages: 700, author: one)
    stack.book("A", pages: 600, author: one)
    stack.book("short", pages: 500, author: one)
    stack.book("C", pages: 800, author: other)
    func titles(_ author: CDAuthor) -> [String?]? { (author.value(forKey: "longBooks") as? [CDBook])?.map(\.title) }
    #expect(titles(one) == ["A", "B"] && titles(other) == ["C"])
    try stack.context.save()
    #expect(titles(one) == ["A", "B"] && titles(other) == ["C"])
  }
}
