// swift-format-ignore-file
import SwiftData

func block1Line230(_ modelContext: ModelContext) throws {
// SEED 1:230-239
// Insert
let item = Item(title: "New Item")
modelContext.insert(item)

// Save (automatic by default, or explicit)
try modelContext.save()

// Delete
modelContext.delete(item)
try modelContext.save()
// END
}
