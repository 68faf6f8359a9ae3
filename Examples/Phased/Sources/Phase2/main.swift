import ClassicLibrary
import Foundation
import Library
import SwiftData

// New features read and write with SwiftData: loans can be renewed, and are SwiftData's from here on.
let store = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "Library.sqlite")
EntityWriter.coreData.owns("Book", "Member")
EntityWriter.swiftData.owns("Loan")

let classic = try ClassicStack(store)
_ = classic.addBook("Kim", pages: 368)
_ = classic.addMember("Grace")
try classic.context.save()

let modern = try openLibrary(store)
modern.author = "modern"
let day = today
for loan in try modern.fetch(FetchDescriptor<Loan>(predicate: #Predicate { $0.dueAt < day })) {
  loan.renewals += 1
  loan.dueAt = loan.dueAt.addingTimeInterval(14 * 86_400)
}
let book = try modern.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.title == "Kim" })).first
let member = try modern.fetch(FetchDescriptor<Member>(predicate: #Predicate { $0.name == "Grace" })).first
modern.insert(Loan(dueAt: today.addingTimeInterval(-3600), book: book, member: member))
try modern.save()

let screen = LoanScreen(modern)
print("Phase 2: \(try screen.summary())")
for line in try screen.overdue(on: today.addingTimeInterval(20 * 86_400)) { print("  \(line)") }
let authors = try classic.authors().sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
print("  saves: \(authors.joined(separator: ", "))")
