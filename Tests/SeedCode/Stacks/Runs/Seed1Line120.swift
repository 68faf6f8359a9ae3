// swift-format-ignore-file
import CoreData

func block1Line120(_ viewContext: NSManagedObjectContext, _ searchText: String) throws -> [Item] {
// SEED 1:120-125
let request: NSFetchRequest<Item> = Item.fetchRequest()
request.predicate = NSPredicate(format: "isComplete == %@ AND title CONTAINS[cd] %@", NSNumber(value: false), searchText)
request.sortDescriptors = [NSSortDescriptor(keyPath: \Item.timestamp, ascending: false)]
request.fetchLimit = 20

let items = try viewContext.fetch(request)
// END
return items
}
