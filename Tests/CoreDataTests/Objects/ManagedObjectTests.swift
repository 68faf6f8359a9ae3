import CoreData
import Foundation
import TestKit
import Testing

/// Objects and their contexts: making, saving, finding, changing, deleting.
@Suite struct ManagedObjectTests {
  @Test func everyTypeOfValueComesBack() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("library.sqlite")
    let key = UUID()
    let date = Date(timeIntervalSinceReferenceDate: 1234.5)
    do {
      let stack = try LibraryStack(at: url)
      let book = stack.book("Middlemarch", pages: 880)
      book.setValue(NSDecimalNumber(string: "12.50"), forKey: "price")
      book.setValue(4.5, forKey: "rating")
      book.setValue(date, forKey: "published")
      book.setValue(true, forKey: "isLent")
      book.setValue(key, forKey: "key")
      book.setValue(Data([1, 2, 3]), forKey: "cover")
      book.setValue(URL(string: "https://example.org/a"), forKey: "home")
      book.setValue(["a", "b"], forKey: "notes")
      #expect(book.objectID.isTemporaryID)
      #expect(book.isInserted && book.hasChanges && !book.isUpdated)
      try stack.context.save()
      #expect(!book.objectID.isTemporaryID)
      #expect(!book.hasChanges)
    }
    let stack = try LibraryStack(at: url)
    let books = try stack.context.fetch(NSFetchRequest<CDBook>(entityName: "CDBook"))
    let book = try #require(books.first)
    #expect(books.count == 1)
    #expect(book.isFault)
    #expect(book.title == "Middlemarch")
    #expect(!book.isFault)
    #expect(book.calls == ["fetch"])
    #expect(book.value(forKey: "pages") as? Int == 880)
    #expect(book.value(forKey: "price") as? NSDecimalNumber == NSDecimalNumber(string: "12.5"))
    #expect(book.value(forKey: "rating") as? Double == 4.5)
    #expect(book.value(forKey: "published") as? Date == date)
    #expect(book.isLent)
    #expect(book.value(forKey: "key") as? UUID == key)
    #expect(book.value(forKey: "cover") as? Data == Data([1, 2, 3]))
    #expect(book.value(forKey: "home") as? URL == URL(string: "https://example.org/a"))
    #expect(book.value(forKey: "notes") as? [String] == ["a", "b"])
    #expect(book.author == nil)
  }

  @Test func bothEndsOfRelationshipsStayInStep() throws {
    let stack = try LibraryStack()
    let author = CDAuthor(context: stack.context)
    author.name = "Eliot"
    let (one, two) = (stack.book("One", author: author), stack.book("Two"))
    #expect(author.books == [one])
    author.books = [two]
    #expect(one.author == nil)
    #expect(two.author === author)
    author.mutableSetValue(forKey: "books").add(one)
    #expect(one.author === author)
    #expect(author.mutableSetValue(forKey: "books").count == 2)
    author.mutableSetValue(forKey: "books").remove(two)
    #expect(two.author == nil)
    let tag = stack.make("Tag", ["label": "classic"])
    one.mutableSetValue(forKey: "tags").add(tag)
    #expect((tag.value(forKey: "books") as? Set<NSManagedObject>) == [one])
    tag.mutableSetValue(forKey: "books").add(two)
    #expect((two.value(forKey: "tags") as? Set<NSManagedObject>) == [tag])
    let chapters = one.mutableOrderedSetValue(forKey: "chapters")
    for heading in ["b", "c"] { chapters.add(stack.make("Chapter", ["heading": heading])) }
    chapters.insert(stack.make("Chapter", ["heading": "a"]), at: 0)
    func headings() -> [String] {
      (one.value(forKey: "chapters") as? NSOrderedSet)?.array.compactMap {
        ($0 as? NSManagedObject)?.value(forKey: "heading") as? String
      } ?? []
    }
    #expect(headings() == ["a", "b", "c"])
    func held() -> [String] {
      chapters.array.compactMap { ($0 as? NSManagedObject)?.value(forKey: "heading") as? String }
    }
    #expect(held() == ["a", "b", "c"])
    #expect((chapters.firstObject as? NSManagedObject)?.value(forKey: "heading") as? String == "a")
    chapters.exchangeObject(at: 0, withObjectAt: 2)
    #expect(headings() == ["c", "b", "a"] && held() == headings())
    chapters.sort(using: [NSSortDescriptor(key: "heading", ascending: true)])
    #expect(headings() == ["a", "b", "c"] && held() == headings())
    chapters.insert(tag, at: 0)
    #expect(throws: NSError.self) { try stack.context.save() }
    #expect(headings() == ["a", "b", "c"])
    try stack.context.save()
    stack.context.refreshAllObjects()
    #expect(headings() == ["a", "b", "c"])
    #expect((tag.value(forKey: "books") as? NSSet)?.count == 2)
    #expect(author.books == [one])
    #expect(author.objectIDs(forRelationshipNamed: "books") == [one.objectID])
  }

  @Test func keyPathsAndOperators() throws {
    let stack = try LibraryStack()
    let author = CDAuthor(context: stack.context)
    author.name = "Austen"
    for pages in [100, 200, 600] { stack.book("B\(pages)", pages: pages, author: author) }
    #expect(author.value(forKeyPath: "books.@count") as? Int == 3)
    #expect(author.value(forKeyPath: "books.@sum.pages") as? Int == 900)
    #expect(author.value(forKeyPath: "books.@avg.pages") as? Double == 300)
    #expect(author.value(forKeyPath: "books.@max.pages") as? Int == 600)
    #expect(author.value(forKeyPath: "books.@min.title") as? String == "B100")
    let book = try #require(author.books.first { $0.pages == 200 })
    #expect(book.value(forKeyPath: "author.name") as? String == "Austen")
    book.setValue("Jane Austen", forKeyPath: "author.name")
    #expect(author.name == "Jane Austen")
    #expect(book.dictionaryWithValues(forKeys: ["title", "price"])["title"] as? String == "B200")
  }

  @Test func anUnknownKeyAndAWrongTypeAreErrorsThatNameTheEntity() throws {
    let stack = try LibraryStack()
    let book = stack.book("A")
    book.setValue(1, forKey: "nothing")
    let error = #expect(throws: NSError.self) { try stack.context.save() }
    #expect(error?.localizedDescription.contains("CDBook has no property \"nothing\"") == true)
    book.setValue("many", forKey: "pages")
    let other = #expect(throws: NSError.self) { try stack.context.save() }
    #expect(other?.localizedDescription.contains("CDBook.pages cannot be set to a String") == true)
    #expect(other?.userInfo[NSValidationKeyErrorKey] as? String == "pages")
    #expect(book.pages == 100)
    try stack.context.save()
  }

  @Test func lifeCycleCalls() throws {
    let stack = try LibraryStack()
    let book = stack.book("A")
    #expect(book.calls == ["insert"])
    try stack.context.save()
    #expect(book.calls == ["insert", "willSave", "didSave"])
    stack.context.delete(book)
    #expect(book.isDeleted)
    #expect(stack.context.deletedObjects == [book])
    try stack.context.save()
    #expect(book.calls == ["insert", "willSave", "didSave", "delete", "willSave", "didSave"])
    #expect(try stack.context.count(for: NSFetchRequest<CDBook>(entityName: "CDBook")) == 0)
  }

  @Test func changesAndWhatWasBefore() throws {
    let stack = try LibraryStack()
    let book = stack.book("A", pages: 5)
    try stack.context.save()
    book.pages = 6
    book.title = "A"
    #expect(book.changedValues().keys.sorted() == ["pages"])
    #expect(book.changedValues()["pages"] as? Int == 6)
    #expect(book.committedValues(forKeys: ["pages", "title"])["pages"] as? Int == 5)
    #expect(book.isUpdated)
    #expect(stack.context.updatedObjects == [book])
    stack.context.rollback()
    #expect(book.pages == 5)
    #expect(!stack.context.hasChanges)
    book.title = "B"
    stack.context.refresh(book, mergeChanges: true)
    #expect(book.title == "B" && book.pages == 5)
    stack.context.refresh(book, mergeChanges: false)
    #expect(book.isFault)
    #expect(book.title == "A")
  }

  @Test func identifiers() throws {
    let folder = try TemporaryFolder()
    let stack = try LibraryStack(at: folder.file("a.sqlite"))
    let book = stack.book("A")
    let temporary = book.objectID
    #expect(stack.context.registeredObject(for: temporary) === book)
    try stack.context.obtainPermanentIDs(for: [book])
    let id = book.objectID
    #expect(!id.isTemporaryID)
    #expect(book.isInserted)
    #expect(stack.context.object(with: id) === book)
    stack.book("B")
    try stack.context.save()
    #expect(book.objectID == id)
    let uri = id.uriRepresentation()
    let found = try #require(stack.container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri))
    #expect(found == id)
    let background = stack.other()
    try background.performAndWait {
      let fault = try #require(background.object(with: id) as? CDBook)
      #expect(fault.isFault)
      #expect(fault.title == "A")
      let missing = try #require(URL(string: uri.absoluteString.replacing("/p1", with: "/p99")))
      let gone = try #require(stack.container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: missing))
      let error = #expect(throws: NSError.self) { try background.existingObject(with: gone) }
      #expect(error?.code == NSManagedObjectReferentialIntegrityError)
    }
  }

  @Test func validationHasApplesCodes() throws {
    let stack = try LibraryStack()
    let book = CDBook(context: stack.context)
    book.pages = 10_000
    let error = #expect(throws: NSError.self) { try stack.context.save() }
    #expect(error?.domain == NSCocoaErrorDomain)
    #expect(error?.code == NSValidationMultipleErrorsError)
    let details = try #require(error?.userInfo[NSDetailedErrorsKey] as? [NSError])
    #expect(
      details.map(\.code).sorted() == [NSManagedObjectValidationError, NSValidationMissingMandatoryPropertyError])
    #expect(details.allSatisfy { $0.userInfo[NSValidationObjectErrorKey] as AnyObject === book })
    #expect(details.compactMap { $0.userInfo[NSValidationKeyErrorKey] as? String }.sorted() == ["pages", "title"])
    book.title = "A"
    book.pages = 1
    try stack.context.save()
  }

  @Test func observers() throws {
    let stack = try LibraryStack()
    let book = stack.book("A")
    nonisolated(unsafe) var told = 0
    withObservationTracking {
      _ = book.title
    } onChange: {
      told += 1
    }
    book.pages = 3
    #expect(told == 0)
    book.title = "B"
    #expect(told == 1)
  }
}
