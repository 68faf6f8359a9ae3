import CoreData
import Foundation
import TestKit
import Testing

/// Fetch requests executed.
@Suite struct FetchTests {
  private func stack() throws -> LibraryStack {
    let stack = try LibraryStack()
    for (index, name) in ["Austen", "Brontë", "Eliot"].enumerated() {
      let author = CDAuthor(context: stack.context)
      author.name = name
      for number in 1...4 {
        let book = stack.book("\(name) \(number)", pages: 100 * number + index, author: author)
        book.isLent = number == 1
        book.setValue(Double(number), forKey: "rating")
      }
    }
    try stack.context.save()
    return stack
  }

  private func request(_ format: String? = nil, _ arguments: Any...) -> NSFetchRequest<CDBook> {
    let request = NSFetchRequest<CDBook>(entityName: "CDBook")
    request.predicate = format.map { NSPredicate(format: $0, argumentArray: arguments) }
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    return request
  }

  @Test func predicatesAndSorts() throws {
    let stack = try stack()
    let context = stack.context
    #expect(try context.fetch(request()).count == 12)
    #expect(try context.fetch(request("pages > %@", 400)).map(\.title) == ["Brontë 4", "Eliot 4"])
    #expect(try context.fetch(request("author.name == %@ AND isLent == YES", "Eliot")).map(\.title) == ["Eliot 1"])
    let author = try #require(context.fetch(request("title == %@", "Austen 2")).first?.author)
    #expect(try context.count(for: request("author == %@", author)) == 4)
    #expect(try context.count(for: request("author == %@", author.objectID)) == 4)
    let authors = NSFetchRequest<CDAuthor>(entityName: "CDAuthor")
    authors.predicate = NSPredicate(format: "ANY books.pages == 402")
    #expect(try context.fetch(authors).map(\.name) == ["Eliot"])
    let sorted = request()
    sorted.sortDescriptors = [
      NSSortDescriptor(key: "author.name", ascending: false),
      NSSortDescriptor(keyPath: \CDBook.pages, ascending: false),
    ]
    sorted.fetchLimit = 2
    sorted.fetchOffset = 1
    #expect(try context.fetch(sorted).map(\.title) == ["Eliot 3", "Eliot 2"])
    let closure = request()
    closure.predicate = NSPredicate { object, _ in (object as? CDBook)?.pages == 201 }
    #expect(try context.fetch(closure).map(\.title) == ["Brontë 2"])
    let unknown = #expect(throws: NSError.self) { try context.fetch(request("colour == 1")) }
    #expect(unknown?.localizedDescription.contains("CDBook") == true)
    let none = NSFetchRequest<NSManagedObject>(entityName: "Nothing")
    #expect(throws: NSError.self) { try context.fetch(none) }
  }

  @Test func unsavedChangesTakePart() throws {
    let stack = try stack()
    let context = stack.context
    let first = try #require(context.fetch(request("title == 'Austen 1'")).first)
    first.title = "Z"
    stack.book("Austen 0")
    let found = try context.fetch(request("title BEGINSWITH 'Austen'")).map(\.title)
    #expect(found == ["Austen 0", "Austen 2", "Austen 3", "Austen 4"])
    let stored = request("title BEGINSWITH 'Austen'")
    stored.includesPendingChanges = false
    #expect(try context.count(for: stored) == 4)
  }

  @Test func resultTypes() throws {
    let stack = try stack()
    let context = stack.context
    let ids = NSFetchRequest<NSManagedObjectID>(entityName: "CDBook")
    ids.resultType = .managedObjectIDResultType
    #expect(try Set(context.fetch(ids)) == Set(context.fetch(request()).map(\.objectID)))
    let numbers = NSFetchRequest<NSNumber>(entityName: "CDBook")
    numbers.resultType = .countResultType
    #expect(try context.fetch(numbers) == [12])
    let sum = NSExpressionDescription()
    sum.name = "total"
    sum.expression = __Deprecated.Expression(
      forFunction: "sum:", arguments: [__Deprecated.Expression(forKeyPath: "pages")])
    sum.expressionResultType = .integer64AttributeType
    let count = NSExpressionDescription()
    count.name = "count"
    count.expression = __Deprecated.Expression(format: "count:(title)")
    let rows = NSFetchRequest<NSDictionary>(entityName: "CDBook")
    rows.resultType = .dictionaryResultType
    rows.propertiesToFetch = ["author.name", sum, count]
    rows.propertiesToGroupBy = ["author.name"]
    rows.sortDescriptors = [NSSortDescriptor(key: "author.name", ascending: true)]
    rows.havingPredicate = NSPredicate(format: "total > 1000")
    let found = try context.fetch(rows)
    #expect(found.compactMap { $0["author.name"] as? String } == ["Brontë", "Eliot"])
    #expect(found.compactMap { $0["total"] as? Int } == [1004, 1008])
    #expect(found.compactMap { $0["count"] as? Int } == [4, 4])
    let whole = NSFetchRequest<any NSFetchRequestResult>(entityName: "CDBook")
    whole.resultType = .dictionaryResultType
    whole.propertiesToFetch = [sum]
    let total = try context.fetch(whole) as? [[String: Any]]
    #expect(total?.first?["total"] as? Int == 3012)
    let distinct = NSFetchRequest<NSDictionary>(entityName: "CDBook")
    distinct.resultType = .dictionaryResultType
    distinct.propertiesToFetch = ["isLent"]
    distinct.returnsDistinctResults = true
    #expect(try context.fetch(distinct).count == 2)
  }

  @Test func dictionariesAreOfTheStore() throws {
    let stack = try stack()
    let context = stack.context
    let first = try #require(context.fetch(request("title == 'Austen 1'")).first)
    first.title = "Z"
    stack.book("Austen 0", pages: 9999)
    let titles = NSFetchRequest<NSDictionary>(entityName: "CDBook")
    titles.resultType = .dictionaryResultType
    titles.propertiesToFetch = ["title"]
    titles.predicate = NSPredicate(format: "title BEGINSWITH 'Austen'")
    titles.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let all = try context.fetch(titles).compactMap { $0["title"] as? String }
    #expect(all == ["Austen 1", "Austen 2", "Austen 3", "Austen 4"])
    (titles.fetchOffset, titles.fetchLimit) = (1, 2)
    #expect(try context.fetch(titles).compactMap { $0["title"] as? String } == ["Austen 2", "Austen 3"])
    let most = NSExpressionDescription()
    most.name = "most"
    most.expression = __Deprecated.Expression(
      forFunction: "max:", arguments: [__Deprecated.Expression(forKeyPath: "pages")])
    let maximum = NSFetchRequest<NSDictionary>(entityName: "CDBook")
    maximum.resultType = .dictionaryResultType
    maximum.propertiesToFetch = [most]
    // Of the dictionaries, not of the rows that the statistic is made of.
    maximum.fetchLimit = 1
    #expect(try context.fetch(maximum).compactMap { $0["most"] as? Int } == [402])
  }

  @Test func faultsAndPrefetching() throws {
    let stack = try stack()
    let context = stack.other()
    try context.performAndWait {
      let plain = try context.fetch(request())
      let faults = plain.filter { $0.isFault }
      #expect(faults.count == plain.count)
      let waiting = plain.filter { $0.hasFault(forRelationshipNamed: "author") }
      #expect(waiting.count == plain.count)
      let loaded = request()
      loaded.returnsObjectsAsFaults = false
      loaded.relationshipKeyPathsForPrefetching = ["author.books", "tags"]
      let books = try context.fetch(loaded)
      let loadedBooks = books.filter { !$0.isFault && !$0.hasFault(forRelationshipNamed: "author") }
      #expect(loadedBooks.count == books.count)
      #expect(books.first?.author?.hasFault(forRelationshipNamed: "books") == false)
    }
  }

  @Test func batches() throws {
    let stack = try stack()
    let context = stack.context
    let insert = NSBatchInsertRequest(
      entityName: "CDBook", objects: (1...25).map { ["title": "N\($0)", "pages": $0] as [String: Any] })
    insert.resultType = .count
    #expect((try context.execute(insert) as? NSBatchInsertResult)?.result as? Int == 25)
    #expect(try context.count(for: request("title BEGINSWITH 'N'")) == 25)
    let unknown = NSBatchInsertRequest(entityName: "CDBook", objects: [["title": "x", "colour": "red"]])
    let error = #expect(throws: NSError.self) { try context.execute(unknown) }
    #expect(error?.localizedDescription.contains("CDBook has no attribute \"colour\"") == true)
    var left = 3
    let handler = NSBatchInsertRequest(
      entityName: "CDBook",
      managedObjectHandler: { object in
        guard left > 0 else { return true }
        (object as? CDBook)?.title = "M\(left)"
        left -= 1
        return false
      })
    handler.resultType = .objectIDs
    #expect(((try context.execute(handler) as? NSBatchInsertResult)?.result as? [NSManagedObjectID])?.count == 3)
    let update = NSBatchUpdateRequest(entityName: "CDBook")
    update.predicate = NSPredicate(format: "title BEGINSWITH 'N'")
    update.propertiesToUpdate = ["rating": 5.0, "pages": __Deprecated.Expression(format: "pages + 1000")]
    update.resultType = .updatedObjectsCountResultType
    #expect((try context.execute(update) as? NSBatchUpdateResult)?.result as? Int == 25)
    #expect(try context.count(for: request("pages > 1000 AND rating == 5")) == 25)
    let delete = NSBatchDeleteRequest(fetchRequest: request("title BEGINSWITH 'N'"))
    delete.resultType = .resultTypeObjectIDs
    let ids = (try context.execute(delete) as? NSBatchDeleteResult)?.result as? [NSManagedObjectID]
    #expect(ids?.count == 25)
    #expect(try context.count(for: request()) == 15)
  }
}
