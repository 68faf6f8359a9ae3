import CoreData
import Foundation
import TestKit
import Testing

/// What generated accessors do to long to-manys: as much work as there are members, not its square.
@Suite struct ManyMembersTests {
  private let count = 20_000

  private func headings(_ book: CDBook) -> [Int] {
    (book.value(forKey: "chapters") as? NSOrderedSet)?.array.compactMap {
      ($0 as? NSManagedObject)?.value(forKey: "heading") as? String
    }.compactMap { Int($0) } ?? []
  }

  @Test func addingAndRemoving() throws {
    let stack = try LibraryStack()
    let book = stack.book("A")
    let chapters = (0..<count).map { stack.make("Chapter", ["heading": "\($0)"]) }
    // One by one, as `addToChapters(_:)` does, and together.
    for chapter in chapters.prefix(count / 2) { book._addObjects([chapter], forKey: "chapters") }
    book._addObjects(chapters, forKey: "chapters")
    #expect(headings(book) == Array(0..<count))
    #expect(chapters.last?.value(forKey: "book") as? CDBook === book)
    book._removeObjects(chapters.suffix(count / 2), forKey: "chapters")
    #expect(headings(book) == Array(0..<(count / 2)))
    #expect(chapters.last?.value(forKey: "book") == nil)
    book._insertObjects(Array(chapters.suffix(count / 2)), at: Array(0..<(count / 2)), forKey: "chapters")
    #expect(headings(book).first == count / 2 && headings(book).count == count)
    book._removeObjects(at: Array(stride(from: 0, to: count, by: 2)), forKey: "chapters")
    #expect(headings(book).count == count / 2)
    book._removeObjects([chapters[1], chapters[0]], forKey: "chapters")
    #expect(headings(book).count == count / 2 - 1)
    book.mutableOrderedSetValue(forKey: "chapters").addObjects(from: chapters)
    #expect(headings(book).count == count)
    try stack.context.save()
    #expect(try stack.context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Chapter")) == count)
  }

  @Test func whatIsNoMember() throws {
    let stack = try LibraryStack()
    let book = stack.book("A")
    book._addObjects([stack.make("Tag")], forKey: "chapters")
    let error = #expect(throws: NSError.self) { try stack.context.save() }
    #expect(error?.localizedDescription.contains("CDBook.chapters cannot hold an object of Tag") == true)
    book._insertObjects([], at: [3], forKey: "nothing")
    #expect(throws: NSError.self) { try stack.context.save() }
    let standIn = try #require(book._standIn(forKey: "author"))
    #expect(standIn is CDAuthor && standIn.managedObjectContext == nil)
    #expect(book._standIn(forKey: "title") == nil)
    try stack.context.save()
  }
}
