import CoreData
import Foundation
import SQLiteStore
import Synchronization
import TestKit
import Testing

/// How many statements a fetch with prefetching takes.
@Suite struct PrefetchTests {
  /// What statements were run; a class, since the log hands it lines from where they are run.
  final class Statements: Sendable {
    private let lines = Mutex<[String]>([])

    init() {
      SQLiteStore.setStatementHandler { line in
        if line.hasPrefix("CoreData: sql: SELECT") { self.lines.withLock { $0.append(line) } }
      }
    }

    func taken() -> [String] {
      lines.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }
  }

  struct Case: Sendable {
    let name: String
    let entity: String
    let paths: [String]
    let statements: Int
    /// Reads what was prefetched, of all objects, which must take no statement.
    let reads: [String]
  }

  static let cases: [Case] = [
    Case(name: "none", entity: "CDBook", paths: [], statements: 1, reads: ["title"]),
    Case(name: "50 to-ones", entity: "CDBook", paths: ["author"], statements: 2, reads: ["author.name"]),
    Case(name: "a to-many", entity: "CDAuthor", paths: ["books"], statements: 2, reads: ["books.title"]),
    Case(name: "an ordered to-many", entity: "CDBook", paths: ["chapters"], statements: 2, reads: ["chapters.heading"]),
    Case(name: "a many-to-many", entity: "CDBook", paths: ["tags"], statements: 2, reads: ["tags.label"]),
    Case(name: "its other end", entity: "Tag", paths: ["books"], statements: 2, reads: ["books.title"]),
    Case(
      name: "two steps", entity: "CDAuthor", paths: ["books.chapters"], statements: 3, reads: ["books.chapters.heading"]
    ),
    Case(
      name: "two paths", entity: "CDBook", paths: ["author", "tags"], statements: 3,
      reads: ["author.name", "tags.label"]),
    Case(
      name: "there and back", entity: "CDBook", paths: ["author.books"], statements: 3, reads: ["author.books.title"]),
    Case(name: "no relationship", entity: "CDBook", paths: ["title", "nothing"], statements: 1, reads: ["title"]),
  ]

  /// In a process of its own, since what says the statements is the process's.
  @Test func statements() async throws {
    await #expect(processExitsWith: .success) {
      setenv("CAUSEWAY_SQL_DEBUG", "1", 1)
      let folder = try TemporaryFolder()
      let url = folder.file("a.sqlite")
      try PrefetchTests.fill(url)
      let log = Statements()
      for one in PrefetchTests.cases {
        let stack = try LibraryStack(at: url)
        _ = log.taken()
        let request = NSFetchRequest<NSManagedObject>(entityName: one.entity)
        request.relationshipKeyPathsForPrefetching = one.paths
        let objects = try stack.context.fetch(request)
        let count = log.taken().count
        if one.entity == "CDBook" { #expect(objects.count == 50) }
        #expect(count == one.statements, "\(one.name)")
        for path in one.reads {
          let missing = objects.filter { $0.value(forKeyPath: path) == nil }.count
          #expect(missing == 0, "\(one.name)")
        }
        let later = log.taken()
        #expect(later.isEmpty, "\(one.name)")
      }
    }
  }

  /// 50 books, every fifth a novel, of 7 authors, with 3 chapters and up to 3 of 5 tags each.
  static func fill(_ url: URL) throws {
    let stack = try LibraryStack(at: url)
    let authors = (0..<7).map { stack.make("CDAuthor", ["name": "Author \($0)"]) }
    let tags = (0..<5).map { stack.make("Tag", ["label": "Tag \($0)"]) }
    for number in 0..<50 {
      let book = stack.make(number % 5 == 0 ? "CDNovel" : "CDBook", ["title": "Book \(number)"])
      book.setValue(authors[number % 7], forKey: "author")
      let chapters = (0..<3).map { stack.make("Chapter", ["heading": "\(number).\($0)"]) }
      book.setValue(NSOrderedSet(array: chapters.reversed()), forKey: "chapters")
      book.setValue(NSSet(array: Array(tags[..<(number % 4)])), forKey: "tags")
    }
    try stack.context.save()
  }

  @Test func whatWasPrefetchedIsRight() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("a.sqlite")
    try Self.fill(url)
    let (plain, fetched) = (try LibraryStack(at: url), try LibraryStack(at: url))
    func text(_ stack: LibraryStack, _ paths: [String]) throws -> [String] {
      let request = NSFetchRequest<NSManagedObject>(entityName: "CDBook")
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      request.relationshipKeyPathsForPrefetching = paths
      return try stack.context.fetch(request).map { book in
        let headings = (book.value(forKeyPath: "chapters.heading") as? NSOrderedSet)?.array as? [String] ?? []
        let labels = (book.value(forKeyPath: "tags.label") as? NSSet)?.allObjects as? [String] ?? []
        let name = book.value(forKeyPath: "author.name") as? String ?? ""
        return "\(name) \(headings) \(labels.sorted())"
      }
    }
    let expected = try text(plain, [])
    #expect(expected.first == "Author 0 [\"0.2\", \"0.1\", \"0.0\"] []")
    #expect(try text(fetched, ["author.books", "chapters", "tags.books"]) == expected)
  }
}
