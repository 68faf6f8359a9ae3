// swift-format-ignore-file
import CoreData

func block1Line216(_ viewContext: NSManagedObjectContext) throws {
// SEED 1:216-226
// Insert
let item = Item(context: viewContext)
item.title = "New Item"
item.timestamp = Date()

// Save
try viewContext.save()

// Delete
viewContext.delete(item)
try viewContext.save()
// END
}
