// swift-format-ignore-file
import SwiftData

func block1Line431(_ modelContext: ModelContext) -> Item {
// SEED 1:431-433
// ✅ Create normally, then insert
let item = Item(title: "New")
modelContext.insert(item)
// END
return item
}
