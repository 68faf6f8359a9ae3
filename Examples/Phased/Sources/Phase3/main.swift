import ClassicLibrary
import Foundation
import Library
import SwiftData

// Entity by entity: members have moved over, books are left.
let store = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "Library.sqlite")
EntityWriter.coreData.owns("Book")
EntityWriter.swiftData.owns("Member", "Loan")

let modern = try openLibrary(store)
modern.author = "modern"
let alan = Member(name: "Alan")
modern.insert(alan)
try modern.save()

let classic = try ClassicStack(store)
for book in try classic.books(titled: "Emma") { book.pages = 512 }
try classic.context.save()

let emma = try modern.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.title == "Emma" })).first
modern.insert(Loan(dueAt: today, book: emma, member: alan))
try modern.save()
print("Phase 3: \(try LoanScreen(modern).summary()); Emma has \(emma?.pages ?? 0) pages")
