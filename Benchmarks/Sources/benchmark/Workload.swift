import SwiftData

/// One workload through SwiftData's public API; what is timed is what `baseline.c` times.
struct Workload {
  static let names = ["a", "b", "c", "c_idx", "d", "e", "f", "f_pre", "g", "h", "h_idx", "cd", "k"]
  static let titles: [String: String] = [
    "a": "insert 100,000 objects, one save", "b": "fetch 100,000, read every attribute",
    "c": "contains and range, sort by date, limit 20: scan", "c_idx": "the same with an index",
    "d": "by identifier, random", "e": "change one attribute of 10,000, save",
    "f": "1,000 authors' books, lazily", "f_pre": "the same, prefetched",
    "g": "delete 100 authors, cascade to 10,000 books",
    "h": "count by a scan", "h_idx": "count by an index",
    "cd": "contains without case and diacritics, beside a binary instr",
    "k": "open the store, fetch one book, close",
  ]
  static let books = 100_000
  static let authors = 1000

  private let path: String
  private let context: ModelContext
  private let clock = Stopwatch()

  init(_ path: String) throws {
    self.path = path
    context = try Self.open(path)
  }

  private static func open(_ path: String) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Author.self, Book.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path))))
  }

  /// What a process does first: a line as that of `run`.
  static func opening(_ path: String) throws -> String {
    let clock = Stopwatch()
    var descriptor = FetchDescriptor<Book>()
    descriptor.fetchLimit = 1
    var sum = 0.0
    clock.start()
    do {
      let context = try open(path)
      for book in try context.fetch(descriptor) { sum += book.sum }
    }
    clock.stop()
    return clock.line(sum)
  }

  /// A line of CPU milliseconds, peak kilobytes and a checksum.
  func run(_ name: String) throws -> String {
    let sum =
      switch name {
      case "a": try insertAll()
      case "b": try fetchAll()
      case "c": try search(100)
      case "c_idx": try search(1000)
      case "d": try byKey()
      case "e": try changeSome()
      case "f": try follow(prefetching: false)
      case "f_pre": try follow(prefetching: true)
      case "g": try deleteSome()
      case "h": try countPages()
      case "h_idx": try countByAuthor()
      case "cd": try countTitles()
      default: throw BenchmarkError("there is no workload \(name)")
      }
    return clock.line(sum)
  }

  func insertAll() throws -> Double {
    let facts = BookFacts.all()
    let names = (0..<Self.authors).map { "Author number " + BookFacts.padded($0, to: 6) }
    clock.start()
    let authors = names.map { Author(name: $0) }
    for author in authors { context.insert(author) }
    for (index, facts) in facts.enumerated() {
      context.insert(Book(facts, author: authors[index % Self.authors]))
    }
    try context.save()
    clock.stop()
    return Double(facts.count)
  }

  private func fetchAll() throws -> Double {
    clock.start()
    let books = try context.fetch(FetchDescriptor<Book>())
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
      let high = low + 200
      var descriptor = FetchDescriptor<Book>(
        predicate: #Predicate { $0.title.contains(word) && $0.pageCount >= low && $0.pageCount <= high },
        sortBy: [SortDescriptor(\.publishedOn)])
      descriptor.fetchLimit = 20
      for book in try context.fetch(descriptor) { sum += book.sum }
    }
    clock.stop()
    return sum
  }

  private func countPages() throws -> Double {
    var sum = 0
    clock.start()
    for index in 0..<100 {
      let pages = 100 + index * 8
      sum += try context.fetchCount(FetchDescriptor<Book>(predicate: #Predicate { $0.pageCount > pages }))
    }
    clock.stop()
    return Double(sum)
  }

  private func countByAuthor() throws -> Double {
    let authors = try context.fetchIdentifiers(FetchDescriptor<Author>())
    var sum = 0
    clock.start()
    for index in 0..<10_000 {
      let author = authors[index % Self.authors]
      sum += try context.fetchCount(
        FetchDescriptor<Book>(predicate: #Predicate { $0.author?.persistentModelID == author }))
    }
    clock.stop()
    return Double(sum)
  }

  private func countTitles() throws -> Double {
    var sum = 0
    clock.start()
    for index in 0..<100 {
      let word = BookFacts.words[index % 16]
      sum += try context.fetchCount(
        FetchDescriptor<Book>(predicate: #Predicate { $0.title.localizedStandardContains(word) }))
    }
    clock.stop()
    return Double(sum)
  }

  private func byKey() throws -> Double {
    let identifiers = try context.fetchIdentifiers(FetchDescriptor<Book>())
    var sum = 0.0
    var random = SplitMix(state: 7)
    clock.start()
    for _ in 0..<Self.books {
      if let book = context.model(for: identifiers[Int(random.next() % UInt64(Self.books))]) as? Book {
        sum += book.sum
      }
    }
    clock.stop()
    return sum
  }

  private func changeSome() throws -> Double {
    var descriptor = FetchDescriptor<Book>()
    descriptor.fetchLimit = 10_000
    let books = try context.fetch(descriptor)
    clock.start()
    for book in books { book.pageCount += 1 }
    try context.save()
    clock.stop()
    return Double(books.count)
  }

  private func follow(prefetching: Bool) throws -> Double {
    var descriptor = FetchDescriptor<Author>()
    if prefetching { descriptor.relationshipKeyPathsForPrefetching = [\.books] }
    var sum = 0.0
    clock.start()
    let authors = try context.fetch(descriptor)
    for author in authors {
      for book in author.books { sum += Double(book.pageCount) }
    }
    clock.stop()
    return withExtendedLifetime(authors) { sum }
  }

  private func deleteSome() throws -> Double {
    var descriptor = FetchDescriptor<Author>()
    descriptor.fetchLimit = 100
    clock.start()
    for author in try context.fetch(descriptor) { context.delete(author) }
    let count = context.deletedModelsArray.count - 100
    try context.save()
    clock.stop()
    return Double(count)
  }
}
