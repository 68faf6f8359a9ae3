import Foundation
import LibraryModel
import SwiftData

let container = try ModelContainer(
  for: Book.self, Loan.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
let context = ModelContext(container)
let book = Book(title: "The Dispossessed", isbn: "9780061054884")
context.insert(book)
context.insert(Loan(memberName: "Ursula", dueAt: .now.addingTimeInterval(-86_400), book: book))
try context.save()

for loan in try overdueLoans(at: .now, in: context) {
  print("\(loan.memberName) should have brought back \(loan.book?.title ?? "a lost book")")
}
