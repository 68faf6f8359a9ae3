import Foundation
import FoundationAdditions
import Testing

@Suite struct SortDescriptorTests {
  private final class Book: NSObject {
    let title: String?
    let pages: Int
    var isLong: Bool { pages > 2 }
    init(_ title: String?, _ pages: Int) { (self.title, self.pages) = (title, pages) }
  }

  private let books = [Book("b", 3), Book(nil, 2), Book("a", 3), Book("B", 1)]

  private func titles(_ descriptors: NSSortDescriptor...) -> [String] {
    NSArray(array: books).sortedArray(using: descriptors).compactMap { ($0 as? Book).map { $0.title ?? "nil" } }
  }

  @Test func sortsByKey() {
    #expect(titles(NSSortDescriptor(key: "title", ascending: true)) == ["nil", "B", "a", "b"])
    #expect(titles(NSSortDescriptor(key: "title", ascending: false)) == ["b", "a", "B", "nil"])
    #expect(
      titles(NSSortDescriptor(key: "pages", ascending: false), NSSortDescriptor(key: "title", ascending: true)) == [
        "a", "b", "nil", "B",
      ])
    let caseless = NSSortDescriptor(key: "title", ascending: true) { a, b in
      (a as? String ?? "").caseInsensitiveCompare(b as? String ?? "")
    }
    #expect(titles(caseless, NSSortDescriptor(key: "pages", ascending: true)) == ["nil", "a", "B", "b"])
  }

  @Test func keysAndReverse() throws {
    let descriptor = NSSortDescriptor(key: "author.name", ascending: true)
    #expect(descriptor.key == "author.name" && descriptor.ascending)
    let reversed = try #require(descriptor.reversedSortDescriptor as? NSSortDescriptor)
    #expect(reversed.key == "author.name" && !reversed.ascending)
    #expect(descriptor == NSSortDescriptor(key: "author.name", ascending: true) && descriptor != reversed)
    #expect(descriptor.copy() as? NSSortDescriptor == descriptor)
    #expect(NSSortDescriptor(key: nil, ascending: true).key == nil)
    #expect(NSSortDescriptor(keyPath: \Book.pages, ascending: true).key == "pages")
    #expect(
      NSArray(array: [3, 1, 2]).sortedArray(using: [NSSortDescriptor(key: "self", ascending: true)]) as? [Int] == [
        1, 2, 3,
      ])
    #expect(descriptor.compare(["author": ["name": "a"]], to: ["author": ["name": "b"]]) == .orderedAscending)
  }

  @Test func sortsByKeyPath() {
    #expect(titles(NSSortDescriptor(keyPath: \Book.title, ascending: true)) == ["nil", "B", "a", "b"])
    #expect(titles(NSSortDescriptor(keyPath: \Book.title, ascending: false)) == ["b", "a", "B", "nil"])
    #expect(NSSortDescriptor(keyPath: \Book.title, ascending: true).key == "title")
    #expect(
      titles(NSSortDescriptor(keyPath: \Book.isLong, ascending: true), NSSortDescriptor(key: "title", ascending: true))
        == ["nil", "B", "a", "b"])
  }

  @Test func sortsAsTheLanguagesDescriptor() {
    #expect(
      titles(NSSortDescriptor(SortDescriptor(\Book.pages)), NSSortDescriptor(key: "title", ascending: true)) == [
        "B", "nil", "a", "b",
      ])
    let reversed = NSSortDescriptor(SortDescriptor(\Book.pages, order: .reverse))
    #expect(!reversed.ascending)
    #expect(titles(reversed, NSSortDescriptor(key: "title", ascending: true)) == ["a", "b", "nil", "B"])
    #expect(reversed.compare("x", to: "y") == .orderedSame)
  }
}
