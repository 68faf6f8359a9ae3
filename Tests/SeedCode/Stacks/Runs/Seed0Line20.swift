// swift-format-ignore-file
// SEED 0:20-36
import CoreData

final class LibraryStack {
    let container: NSPersistentContainer

    init() {
        // "Library" is also the name of Library.xcdatamodeld.
        container = NSPersistentContainer(name: "Library")
        let main = container.viewContext
        main.automaticallyMergesChangesFromParent = true
        main.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        container.loadPersistentStores { description, loadError in
            guard let loadError else { return }
            fatalError("Could not open \(description.url?.lastPathComponent ?? "store"): \(loadError)")
        }
    }
}
// END
