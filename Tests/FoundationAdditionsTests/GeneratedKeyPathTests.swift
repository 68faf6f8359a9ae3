import Foundation
import FoundationAdditions
import Testing

/// Names of key paths to computed properties, by the table that generated code adds.
@Suite struct GeneratedKeyPathTests {
  class Book: NSObject {
    var title: String? { nil }
    var pages: Int {
      get { 1 }
      set { _ = newValue }
    }
    var author: Author? {
      get { nil }
      set { _ = newValue }
    }
    var unnamed: Int { 1 }
  }

  final class Novel: Book {}

  class Author: NSObject {
    var name: String {
      get { "" }
      set { _ = newValue }
    }
    var isAlive: Bool { true }
    var first: Book { Book() }
  }

  static let added: Void = __KeyPathNames.add {
    [
      \Book.title: "title", \Book.pages: "pages", \Book.author: "author", \Author.name: "name",
      \Author.isAlive: "isAlive", \Author.first: "first",
    ]
  }

  @Test func sortDescriptorsHaveKeys() {
    Self.added
    #expect(NSSortDescriptor(keyPath: \Book.title, ascending: true).key == "title")
    #expect(NSSortDescriptor(keyPath: \Book.pages, ascending: true).key == "pages")
    // A path through a subclass goes through an accessor of its own, which no table has.
    #expect(NSSortDescriptor(keyPath: \Novel.pages, ascending: false).key == nil)
    #expect(NSSortDescriptor(keyPath: \Book.author?.name, ascending: true).key == "author.name")
    #expect(NSSortDescriptor(keyPath: \Book.author?.isAlive, ascending: true).key == "author.isAlive")
    #expect(NSSortDescriptor(keyPath: \Book.author!.isAlive, ascending: true).key == "author.isAlive")
    #expect(NSSortDescriptor(keyPath: \Author.first.pages, ascending: true).key == "first.pages")
    #expect(
      NSSortDescriptor(keyPath: \Book.author?.first.author?.name, ascending: true).key == "author.first.author.name")
    #expect(NSSortDescriptor(keyPath: \Book.unnamed, ascending: true).key == nil)
    #expect(NSSortDescriptor(keyPath: \Book.author?.first.unnamed, ascending: true).key == nil)
  }
}
