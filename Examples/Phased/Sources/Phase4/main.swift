import Foundation
import Library
import SwiftData

// Core Data is gone. The file is the same, and so is everything in it.
let store = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "Library.sqlite")
let modern = try openLibrary(store)
modern.insert(Book(title: "Ulysses", pages: 730))
try modern.save()
let screen = LoanScreen(modern)
print("Phase 4: \(try screen.summary())")
for line in try screen.overdue(on: today.addingTimeInterval(20 * 86_400)) { print("  \(line)") }
let saves = try modern.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
print("  \(saves.count) saves from the beginning on")
