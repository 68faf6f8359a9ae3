import SwiftData

/// The library's loans and shelves, through one context on one store.
struct LoanDesk {
  private let context: ModelContext
  private let today = Date()

  init(store: URL) throws {
    let configuration = ModelConfiguration("Library", url: store)
    let container = try ModelContainer(for: Book.self, Loan.self, configurations: configuration)
    context = ModelContext(container)
  }

  /// The loans that should be back and are not, the oldest first.
  func overdueLoans() throws -> [Loan] {
    let now = today
    return try context.fetch(
      FetchDescriptor<Loan>(
        predicate: #Predicate { $0.dueAt < now && $0.returnedAt == nil },
        sortBy: [SortDescriptor(\.dueAt)]))
  }

  func printOverdueLoans() throws {
    let loans = try overdueLoans()
    for loan in loans.prefix(5) {
      let title = loan.book?.title ?? "(no book)"
      print("  \(loan.dueAt.formatted(.iso8601.year().month().day()))  \(loan.memberName): \(title)")
    }
    if loans.count > 5 { print("  … and \(loans.count - 5) more") }
    print("  \(loans.count) in all")
  }

  /// The first shelf with several books, in the order that the Core Data model keeps.
  func printShelf() throws {
    let shelves = try context.fetch(FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.code)]))
    guard let shelf = shelves.first(where: { ($0.books ?? []).count > 1 }) else { return }
    print("Shelf \(shelf.code), from left to right:")
    for book in shelf.books ?? [] { print("  \(book.title)") }
  }

  /// Adds a loan of the first book, by title, that nobody holds; its title is returned.
  func lendFirstFreeBook(to member: String) throws -> String {
    let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
    let book = books.first { book in (book.loans ?? []).allSatisfy { $0.returnedAt != nil } } ?? books.first
    let loan = Loan(dueAt: today.addingTimeInterval(-86_400), memberName: member)
    context.insert(loan)
    loan.book = book
    try context.save()
    return book?.title ?? "(no book)"
  }
}
