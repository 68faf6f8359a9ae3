import CoreData
import Foundation
import Testing

/// Key paths through collections, with the operators of Apple's "Key-Value Coding Programming Guide".
@Suite struct CollectionOperatorTests {
  /// An author of books with the pages 8, 2, 4 and 4, the first two with the tags a, b and b, c.
  private func author(_ stack: LibraryStack) -> CDAuthor {
    let author = CDAuthor(context: stack.context)
    author.name = "Austen"
    let tags = ["a", "b", "c"].map { stack.make("Tag", ["label": $0]) }
    for (index, pages) in [8, 2, 4, 4].enumerated() {
      let book = stack.book("B\(index)", pages: pages, author: author)
      if index < 2 { book.mutableSetValue(forKey: "tags").addObjects(from: Array(tags[index...(index + 1)])) }
    }
    return author
  }

  @Test func unionsOfObjects() throws {
    let stack = try LibraryStack()
    let author = author(stack)
    let distinct = author.value(forKeyPath: "books.@distinctUnionOfObjects.pages") as? [Int] ?? []
    #expect(distinct.sorted() == [2, 4, 8])
    let all = author.value(forKeyPath: "books.@unionOfObjects.pages") as? [Int] ?? []
    #expect(all.sorted() == [2, 4, 4, 8])
    // Nil is left out.
    author.books.first?.setValue(1.5, forKey: "rating")
    let ratings = author.value(forKeyPath: "books.@unionOfObjects.rating") as? [Double] ?? []
    #expect(ratings == [1.5])
  }

  @Test func unionsOfCollections() throws {
    let stack = try LibraryStack()
    let author = author(stack)
    func labels(_ name: String) -> [String] {
      let value = author.value(forKeyPath: "books.\(name).tags.label")
      return ((value as? NSSet)?.allObjects as? [String] ?? value as? [String] ?? []).sorted()
    }
    #expect(labels("@unionOfSets") == ["a", "b", "b", "c"])
    #expect(labels("@unionOfArrays") == ["a", "b", "b", "c"])
    #expect(labels("@distinctUnionOfArrays") == ["a", "b", "c"])
    #expect(labels("@distinctUnionOfSets") == ["a", "b", "c"])
    #expect(author.value(forKeyPath: "books.@distinctUnionOfSets.tags.label") is NSSet)
    try stack.context.save()
    #expect(author.value(forKeyPath: "books.@unionOfSets.title") == nil)
    let error = #expect(throws: NSError.self) { try stack.context.save() }
    #expect(error?.localizedDescription.contains("@unionOfSets") == true)
  }

  /// Of all that the members have, not of each member.
  @Test func anOperatorBehindTwoCollections() throws {
    let stack = try LibraryStack()
    let author = author(stack)
    // The sets of tags are a b, b c, and twice none.
    #expect(author.value(forKeyPath: "books.tags.@count") as? Int == 3)
    #expect(author.value(forKeyPath: "books.pages.@count") as? Int == 3)
    let labels = (author.value(forKeyPath: "books.tags.label") as? NSSet)?.allObjects as? [NSSet] ?? []
    let texts = labels.map { ($0.allObjects as? [String] ?? []).sorted().joined() }
    #expect(texts.sorted() == ["", "ab", "bc"])
    try stack.context.save()
  }

  @Test func aKeyOfAnOrderedSetHasEachValueOnce() throws {
    let stack = try LibraryStack()
    let book = stack.book("A")
    let chapters = book.mutableOrderedSetValue(forKey: "chapters")
    for heading in ["x", "y", "x"] { chapters.add(stack.make("Chapter", ["heading": heading])) }
    chapters.add(stack.make("Chapter"))
    let headings = try #require(book.value(forKeyPath: "chapters.heading") as? NSOrderedSet)
    #expect(headings.count == 2)
    #expect(headings.array as? [String] == ["x", "y"])
  }

  @Test func anUnknownOperatorIsAnError() throws {
    let stack = try LibraryStack()
    let author = author(stack)
    try stack.context.save()
    #expect(author.value(forKeyPath: "books.@nonsense.pages") == nil)
    let error = #expect(throws: NSError.self) { try stack.context.save() }
    #expect(error?.localizedDescription.contains("CDAuthor: there is no collection operator \"@nonsense\"") == true)
    #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "@nonsense")
    try stack.context.save()
  }
}
