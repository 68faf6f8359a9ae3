// swift-format-ignore-file
import CoreData
import SwiftData

func block0Line116() throws -> ModelContainer {
// SEED 0:116-119
let storeURL = NSPersistentContainer.defaultDirectoryURL()
    .appendingPathComponent("Library.sqlite")
let sharedStore = ModelConfiguration("Library", url: storeURL)
let swiftDataSide = try ModelContainer(for: Book.self, Loan.self, configurations: sharedStore)
// END
return swiftDataSide
}
