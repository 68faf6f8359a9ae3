// swift-format-ignore-file
import CoreData

struct Seed0Line86 {
// SEED 0:86-97
func importBooks(_ rows: [[String: any Sendable]], stack: LibraryStack) async throws {
    let context = stack.container.newBackgroundContext()
    let inserted: [NSManagedObjectID] = try await context.perform {
        let insert = NSBatchInsertRequest(entity: CDBook.entity(), objects: rows)
        insert.resultType = .objectIDs
        let outcome = try context.execute(insert)
        return (outcome as? NSBatchInsertResult)?.result as? [NSManagedObjectID] ?? []
    }
    let changes = [NSInsertedObjectsKey: inserted]
    NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes,
                                        into: [stack.container.viewContext])
}
// END
}
