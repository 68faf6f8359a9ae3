import SwiftData
import Testing

@Suite struct ObjectStateTests {
  @Test func everyKindOfProperty() throws {
    let book = Book(title: "Emma")
    #expect(book.title == "Emma" && book.subtitle == nil && book.pages == 0 && book.inPrint && book.edition == nil)
    #expect(book.genre == .novel && book.mood == nil && book.price == 0 && book.author == nil && book.note == "unsaved")
    book.edition = -3
    book.mood = .dark
    book.weight = 0.5
    book.published = Date(timeIntervalSinceReferenceDate: 7)
    book.isbn = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    book.cover = Data([1, 2])
    #expect(book.edition == -3 && book.mood == .dark && book.weight == 0.5 && book.cover == Data([1, 2]))
    #expect(book.published == Date(timeIntervalSinceReferenceDate: 7) && book.isbn != nil)
    let author = Author(name: "Jane")
    book.author = author
    author.books.append(book)
    #expect(book.author === author && author.books.first === book)
    author.books = []
  }

  @Test func handWrittenInitAccessor() {
    let book = Book(shortTitle: "Per")
    #expect(book.title == "Per…" && book.shortTitle == "Per")
  }

  @Test func genericAccess() {
    let book = Book(title: "Emma")
    book.setValue(forKey: \.pages, to: 9)
    book.setValue(forKey: \.genre, to: .poem)
    book.setValue(forKey: \.author, to: Author(name: "J"))
    #expect(book.pages == 9 && book.genre == .poem && book.author?.name == "J")
    #expect(book.getValue(forKey: \.title) == "Emma" && book.getValue(forKey: \.subtitle) == nil)
    #expect(book.getValue(forKey: \.pages) == 9 && book.getValue(forKey: \.author)?.name == "J")
  }

  @Test func backingDataMovesOver() {
    let backing = Book.createBackingData()
    backing.setValue(forKey: \.title, to: "Moved")
    let book = Book(backingData: backing)
    #expect(book.title == "Moved" && book.inPrint)
  }

  @Test func observation() {
    let book = Book(title: "a")
    nonisolated(unsafe) var fired = 0
    withObservationTracking {
      _ = book.title
    } onChange: {
      fired += 1
    }
    book.pages = 3
    #expect(fired == 0)
    book.title = "b"
    book.title = "c"
    #expect(fired == 1)
  }
}
