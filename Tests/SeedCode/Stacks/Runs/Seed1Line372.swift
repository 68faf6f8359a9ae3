// swift-format-ignore-file
import CoreData
import SwiftData

extension Seed1Line372 {
// SEED 1:372-386
func migrateData(from coreDataContext: NSManagedObjectContext, to modelContext: ModelContext) throws {
    let request: NSFetchRequest<CDItem> = CDItem.fetchRequest()
    let coreDataItems = try coreDataContext.fetch(request)

    for cdItem in coreDataItems {
        let item = Item(
            title: cdItem.title ?? "",
            timestamp: cdItem.timestamp ?? .now,
            isComplete: cdItem.isComplete
        )
        modelContext.insert(item)
    }

    try modelContext.save()
}
// END
}
