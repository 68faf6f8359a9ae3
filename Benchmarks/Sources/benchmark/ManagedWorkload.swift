import CoreData
import Foundation

/// One workload through Core Data's public API; what is timed is what `baseline.c` times.
struct ManagedWorkload {
  static let prefix = "m_"
  static let names = ["m_a", "m_b", "m_c", "m_c_idx", "m_d", "m_e", "m_f", "m_f_pre", "m_g", "m_i", "m_k"]
  static let titles: [String: String] = {
    var titles: [String: String] = ["m_i": "batch insert of 1,000,000 rows"]
    for name in names where titles[name] == nil { titles[name] = Workload.titles[String(name.dropFirst(prefix.count))] }
    return titles
  }()
  static let rows = 1_000_000

  private let context: NSManagedObjectContext
  private let clock = Stopwatch()

  init(_ path: String) throws { context = try Self.open(path) }

  private static func open(_ path: String) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ManagedModels.model())
    // The index that c_idx wants is the baseline's.
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: URL(fileURLWithPath: path))
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// What a process does first: a line as that of `run`.
  static func opening(_ path: String) throws -> String {
    let clock = Stopwatch()
    clock.start()
    let sum = try {
      let context = try open(path)
      return try context.performAndWait {
        let request = NSFetchRequest<ManagedBook>(entityName: "Book")
        request.fetchLimit = 1
        return try context.fetch(request).reduce(0.0) { $0 + $1.sum }
      }
    }()
    clock.stop()
    return clock.line(sum)
  }

  /// A line of CPU milliseconds, peak kilobytes and a checksum.
  func run(_ name: String) throws -> String {
    let sum = try context.performAndWait {
      switch name.dropFirst(Self.prefix.count) {
      case "a": try insert()
      case "b": try fetchAll()
      case "c": try search(100)
      case "c_idx": try search(1000)
      case "d": try byKey()
      case "e": try changeSome()
      case "f": try follow(prefetching: false)
      case "f_pre": try follow(prefetching: true)
      case "g": try deleteSome()
      case "i": try insertRows()
      default: throw BenchmarkError("there is no workload \(name)")
      }
    }
    return clock.line(sum)
  }

  func insertAll() throws -> Double { try context.performAndWait { try insert() } }

  private func insert() throws -> Double {
    let facts = BookFacts.all()
    let names = (0..<Workload.authors).map { "Author number " + BookFacts.padded($0, to: 6) }
    clock.start()
    let authors = names.map { name in
      let author = ManagedAuthor(context: context)
      author.name = name
      return author
    }
    for (index, facts) in facts.enumerated() {
      let book = ManagedBook(context: context)
      book.take(facts)
      book.author = authors[index % Workload.authors]
    }
    try context.save()
    clock.stop()
    return Double(facts.count)
  }

  private var books: NSFetchRequest<ManagedBook> { NSFetchRequest(entityName: "Book") }
  private var authors: NSFetchRequest<ManagedAuthor> { NSFetchRequest(entityName: "Author") }

  private func fetchAll() throws -> Double {
    clock.start()
    let books = try context.fetch(books)
    var sum = 0.0
    for book in books { sum += book.sum }
    clock.stop()
    return withExtendedLifetime(books) { sum }
  }

  private func search(_ repetitions: Int) throws -> Double {
    var sum = 0.0
    clock.start()
    for index in 0..<repetitions {
      let (word, low) = (BookFacts.words[index % 16], 100 + index * 37 % 500)
      let request = books
      request.predicate = NSPredicate(
        format: "title CONTAINS %@ AND pageCount >= %ld AND pageCount <= %ld", word, low, low + 200)
      request.sortDescriptors = [NSSortDescriptor(key: "publishedOn", ascending: true)]
      request.fetchLimit = 20
      for book in try context.fetch(request) { sum += book.sum }
    }
    clock.stop()
    return sum
  }

  private func byKey() throws -> Double {
    let request = NSFetchRequest<NSManagedObjectID>(entityName: "Book")
    request.resultType = .managedObjectIDResultType
    let identifiers = try context.fetch(request)
    var sum = 0.0
    var random = SplitMix(state: 7)
    clock.start()
    for _ in 0..<Workload.books {
      let id = identifiers[Int(random.next() % UInt64(Workload.books))]
      if let book = context.object(with: id) as? ManagedBook { sum += book.sum }
    }
    clock.stop()
    return sum
  }

  private func changeSome() throws -> Double {
    let request = books
    request.fetchLimit = 10_000
    let books = try context.fetch(request)
    clock.start()
    for book in books { book.pageCount += 1 }
    try context.save()
    clock.stop()
    return Double(books.count)
  }

  private func follow(prefetching: Bool) throws -> Double {
    let request = authors
    if prefetching { request.relationshipKeyPathsForPrefetching = ["books"] }
    var sum = 0.0
    clock.start()
    let authors = try context.fetch(request)
    for author in authors {
      for book in author.books { sum += Double(book.pageCount) }
    }
    clock.stop()
    return withExtendedLifetime(authors) { sum }
  }

  private func deleteSome() throws -> Double {
    let request = authors
    request.fetchLimit = 100
    clock.start()
    for author in try context.fetch(request) { context.delete(author) }
    let count = context.deletedObjects.count - 100
    try context.save()
    clock.stop()
    return Double(count)
  }

  private func insertRows() throws -> Double {
    var random = SplitMix(state: 42)
    var index = 0
    let request = NSBatchInsertRequest(
      entityName: "Book",
      dictionaryHandler: { row in
        if index == Self.rows { return true }
        let facts = BookFacts(index, &random)
        row["title"] = facts.title
        row["isbn"] = facts.isbn
        row["pageCount"] = facts.pageCount
        row["rating"] = facts.rating
        row["publishedOn"] = Date(timeIntervalSinceReferenceDate: facts.publishedOn)
        row["inPrint"] = facts.inPrint
        index += 1
        return false
      })
    request.resultType = .count
    clock.start()
    let result = try context.execute(request) as? NSBatchInsertResult
    clock.stop()
    return Double(result?.result as? Int ?? 0)
  }
}
