import SwiftData

@Model final class Author {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []

  init(name: String) { self.name = name }
}

@Model final class Book {
  var title: String
  var isbn: String
  var pageCount: Int
  var rating: Double
  var publishedOn: Date
  var inPrint: Bool
  var author: Author?

  init(_ facts: BookFacts, author: Author?) {
    title = facts.title
    isbn = facts.isbn
    pageCount = facts.pageCount
    rating = facts.rating
    publishedOn = Date(timeIntervalSinceReferenceDate: facts.publishedOn)
    inPrint = facts.inPrint
    self.author = author
  }

  /// Something of every attribute.
  var sum: Double {
    (inPrint ? 1 : 0) + Double(pageCount) + publishedOn.timeIntervalSinceReferenceDate * 1e-6 + rating
      + Double(isbn.utf8.count + title.utf8.count)
  }
}
