// swift-format-ignore-file
import SwiftData

func block1Line428(_ modelContext: ModelContext) {
// SEED 1:428-429
// ❌ Creating model objects with context parameter (CoreData habit)
let item = Item(context: modelContext)
// END
}
