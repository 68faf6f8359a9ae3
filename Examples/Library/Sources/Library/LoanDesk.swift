import SwiftData

/// The library's loans, through one context on one store.
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
    for loan in loans.prefix(10) {
      let title = loan.book?.title ?? "(no book)"
      print("  \(loan.dueAt.formatted(.iso8601.year().month().day()))  \(loan.memberName): \(title)")
    }
    if loans.count > 10 { print("  … and \(loans.count - 10) more") }
    print("  \(loans.count) in all")
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
