// swift-format-ignore-file
import CoreData

// SEED 1:13-21
// Requires .xcdatamodeld file with entity definition
// Codegen produces NSManagedObject subclass or you write manually:

class Item: NSManagedObject {
    @NSManaged var title: String
    @NSManaged var timestamp: Date
    @NSManaged var isComplete: Bool
    @NSManaged var tags: NSSet?  // To-many relationship
}
// END
