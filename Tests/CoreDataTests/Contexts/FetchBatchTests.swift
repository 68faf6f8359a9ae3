import CoreData
import Foundation
import TestKit
import Testing

/// Fetches whose rows come in batches.
@Suite struct FetchBatchTests {
  @Test func objectsLoadInBatches() async throws {
    await #expect(processExitsWith: .success) {
      setenv("CAUSEWAY_SQL_DEBUG", "1", 1)
      let folder = try TemporaryFolder()
      let url = folder.file("a.sqlite")
      try PrefetchTests.fill(url)
      let stack = try LibraryStack(at: url)
      let log = PrefetchTests.Statements()
      let request = NSFetchRequest<CDBook>(entityName: "CDBook")
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      request.fetchBatchSize = 20
      request.relationshipKeyPathsForPrefetching = ["author"]
      let books = try stack.context.fetch(request)
      #expect(books.count == 50)
      let first = log.taken().count
      #expect(first == 1)
      // Nothing is read before somebody asks.
      #expect(books.filter(\.isFault).count == 50)
      _ = books[25].title
      // The rows of the batch, and what it prefetches.
      let second = log.taken().count
      #expect(second == 2)
      for book in books[20..<40] { #expect(book.title != nil && book.author?.name.isEmpty == false) }
      let third = log.taken().count
      #expect(third == 0)
      for book in books { _ = book.title }
      let rest = log.taken().count
      // Two more batches, whose authors are there.
      #expect(rest == 2)
      #expect(books.compactMap(\.title) == books.compactMap(\.title).sorted())
      #expect(books[0].calls == ["fetch"])
    }
  }

  @Test func whatIsKnownStaysAsItIs() throws {
    let stack = try LibraryStack()
    let made = (0..<30).map { stack.book("B\($0 + 10)", pages: $0 + 1) }
    try stack.context.save()
    let request = NSFetchRequest<CDBook>(entityName: "CDBook")
    request.sortDescriptors = [NSSortDescriptor(key: "pages", ascending: true)]
    request.fetchBatchSize = 10
    #expect(try stack.context.fetch(request) == made)
    #expect(!made[0].isFault)
    // Unsaved changes take part as without batches.
    made[0].pages = 1000
    let new = stack.book("new", pages: 999)
    #expect(try stack.context.fetch(request).suffix(2).map(\.title) == ["new", "B10"])
    stack.context.delete(new)
    stack.context.rollback()
    let other = stack.other()
    let seen = try other.fetch(request)
    // A row that is gone before its batch is read.
    stack.context.delete(made[3])
    try stack.context.save()
    #expect(seen[0].title == "B10")
    #expect(seen[3].title == nil)
    #expect(seen[29].title == "B39")
  }
}
