// swift-format-ignore-file
import SwiftData

func block1Line105() throws -> ModelContainer {
// SEED 1:105-112
// Option 2: Manual configuration
let container = try ModelContainer(
    for: Item.self, Tag.self,
    configurations: ModelConfiguration(
        isStoredInMemoryOnly: false,
        allowsSave: true
    )
)
// END
return container
}
