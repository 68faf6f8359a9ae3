// swift-format-ignore-file
import SwiftData

func block1Line129(_ modelContext: ModelContext, _ searchText: String) throws -> [Item] {
// SEED 1:129-137
var descriptor = FetchDescriptor<Item>(
    predicate: #Predicate<Item> { item in
        !item.isComplete && item.title.localizedStandardContains(searchText)
    },
    sortBy: [SortDescriptor(\.timestamp, order: .reverse)]
)
descriptor.fetchLimit = 20

let items = try modelContext.fetch(descriptor)
// END
return items
}
