import ClassicLibrary
import Foundation
import Library
import SwiftData

// Core Data keeps writing; the first new screen reads through SwiftData.
let store = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "Library.sqlite")
EntityWriter.coreData.owns("Book", "Member", "Loan")

let classic = try ClassicStack(store)
let dune = classic.addBook("Dune", pages: 412)
let emma = classic.addBook("Emma", pages: 474)
let ada = classic.addMember("Ada")
classic.lend(dune, to: ada, until: today.addingTimeInterval(-86_400))
classic.lend(emma, to: ada, until: today.addingTimeInterval(86_400))
try classic.context.save()

let screen = LoanScreen(try openLibrary(store))
print("Phase 1: \(try screen.summary())")
for line in try screen.overdue(on: today) { print("  \(line)") }
