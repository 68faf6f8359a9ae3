import Foundation
import LibraryModel
import SwiftData
import Testing

@Test func onlyLoansBeforeTheDateAreOverdue() throws {
  let container = try ModelContainer(
    for: Book.self, Loan.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  let context = ModelContext(container)
  let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
  let book = Book(title: "Kindred", isbn: "9780807083697")
  context.insert(book)
  for (name, days) in [("late", -2.0), ("later", -1.0), ("in time", 1.0)] {
    context.insert(Loan(memberName: name, dueAt: now.addingTimeInterval(days * 86_400), book: book))
  }
  try context.save()

  #expect(try overdueLoans(at: now, in: context).map(\.memberName) == ["late", "later"])
  #expect(book.loans.count == 3)
}
