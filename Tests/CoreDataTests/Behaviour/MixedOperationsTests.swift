import CoreData
import Foundation
import TestKit
import Testing

/// Eight contexts on eight queues that work on one file at once: nothing is lost, nothing is doubled.
@Suite struct MixedOperationsTests {
  /// One context's work, touched on its queue only, and what it has written.
  final class Worker: @unchecked Sendable {
    // Unchecked because it is confined to the context's queue.
    let number: Int
    let context: NSManagedObjectContext
    private var random: SeededGenerator
    private var serial = 0
    /// Pages of the worker's own books, by title.
    private(set) var pages: [String: Int] = [:]
    private var ids: [String: NSManagedObjectID] = [:]
    /// What was added to each counter.
    private(set) var added: [NSManagedObjectID: Int] = [:]
    private(set) var conflicts = 0
    private(set) var operations = 0

    init(_ number: Int, _ context: NSManagedObjectContext) {
      self.number = number
      self.context = context
      random = SeededGenerator(seed: UInt64(number) + 1)
    }

    /// Fifty operations and a save.
    func run(counters: [NSManagedObjectID], authors: [NSManagedObjectID], tags: [NSManagedObjectID]) throws {
      if random.next() % 4 == 0 {
        let own = NSFetchRequest<CDBook>(entityName: "CDBook")
        own.predicate = NSPredicate(format: "title BEGINSWITH %@", "\(number)-")
        let count = try context.count(for: own)
        #expect(count == pages.count, "worker \(number)")
      }
      var (new, plus): ([CDBook], [NSManagedObjectID: Int]) = ([], [:])
      var gone: Set<String> = []
      for _ in 0..<50 {
        operations += 1
        switch random.next() % 100 {
        case 0..<45:
          serial += 1
          let book = CDBook(context: context)
          book.title = "\(number)-\(serial)"
          book.pages = 1 + serial % 4000
          new.append(book)
        case 45..<65:
          guard let title = pages.keys.randomElement(using: &random), !gone.contains(title), let book = book(title)
          else {
            continue
          }
          book.pages = book.pages % 4000 + 1
          pages[title] = book.pages
        case 65..<75:
          guard let title = pages.keys.randomElement(using: &random), gone.insert(title).inserted,
            let book = book(title)
          else { continue }
          context.delete(book)
        case 75..<90:
          guard let id = counters.randomElement(using: &random),
            let counter = try context.existingObject(with: id) as? CDBook
          else { continue }
          counter.pages += 1
          plus[id, default: 0] += 1
        default:
          guard let title = pages.keys.randomElement(using: &random), !gone.contains(title), let book = book(title),
            let author = authors.randomElement(using: &random), let tag = tags.randomElement(using: &random)
          else { continue }
          book.author = try context.existingObject(with: author) as? CDAuthor
          book.setValue(NSSet(array: [try context.existingObject(with: tag)]), forKey: "tags")
        }
      }
      try save(plus)
      for book in new {
        guard let title = book.title else { continue }
        pages[title] = book.pages
        ids[title] = book.objectID
      }
      for title in gone { (pages[title], ids[title]) = (nil, nil) }
      for (id, count) in plus { added[id, default: 0] += count }
    }

    private func book(_ title: String) -> CDBook? {
      ids[title].flatMap { try? context.existingObject(with: $0) as? CDBook }
    }

    /// Somebody else may have counted meanwhile: what was counted here comes on top of that.
    private func save(_ plus: [NSManagedObjectID: Int]) throws {
      while true {
        do {
          return try context.save()
        } catch let error as NSError where error.code == NSManagedObjectMergeError {
          let list = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict] ?? []
          conflicts += list.count
          for conflict in list {
            let object = conflict.sourceObject
            // A tag that others were put under too keeps what was put there here.
            guard let counter = object as? CDBook, let count = plus[counter.objectID] else {
              context.refresh(object, mergeChanges: true)
              continue
            }
            context.refresh(counter, mergeChanges: false)
            counter.pages += count
          }
        }
      }
    }
  }

  @Test func nothingIsLostOrDoubled() async throws {
    let folder = try TemporaryFolder()
    let stack = try LibraryStack(at: folder.file("a.sqlite"), history: true)
    let counters = (0..<4).map { stack.book("counter \($0)", pages: 1) }
    let authors = (0..<5).map { stack.make("CDAuthor", ["name": "Author \($0)"]) }
    let tags = (0..<5).map { stack.make("Tag", ["label": "Tag \($0)"]) }
    try stack.context.save()
    let (counted, written, labelled) = (counters.map(\.objectID), authors.map(\.objectID), tags.map(\.objectID))
    let total = FullRun.isOn ? 100_000 : 10_000
    let workers = (0..<8).map { number in
      let context = stack.container.newBackgroundContext()
      context.automaticallyMergesChangesFromParent = number % 2 == 0
      return Worker(number, context)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in workers {
        group.addTask {
          for _ in 0..<(total / 50 / 8) {
            try await worker.context.perform {
              try worker.run(counters: counted, authors: written, tags: labelled)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let reader = stack.other()
    let books = try reader.fetch(NSFetchRequest<CDBook>(entityName: "CDBook"))
    let titles = books.compactMap(\.title)
    #expect(Set(titles).count == titles.count)
    var expected: [String: Int] = [:]
    var sums: [NSManagedObjectID: Int] = [:]
    for worker in workers {
      let (pages, added) = await worker.context.perform { (worker.pages, worker.added) }
      expected.merge(pages) { first, _ in first }
      sums.merge(added, uniquingKeysWith: +)
    }
    var found: [String: Int] = [:]
    for book in books where !counted.contains(book.objectID) { found[book.title ?? ""] = book.pages }
    #expect(found == expected)
    for id in counted {
      let counter = try #require(reader.existingObject(with: id) as? CDBook)
      #expect(counter.pages == 1 + (sums[id] ?? 0))
    }
    // Both ends say the same.
    for author in try reader.fetch(NSFetchRequest<CDAuthor>(entityName: "CDAuthor")) {
      let apart = author.books.filter { $0.author !== author }
      #expect(apart.isEmpty)
    }
    let (operations, conflicts) = (workers.reduce(0) { $0 + $1.operations }, workers.reduce(0) { $0 + $1.conflicts })
    print(
      "\(operations) of \(total / 400 * 400) operations on 8 queues, \(conflicts) conflicts settled, \(found.count) books left"
    )
  }
}
