import CoreData
import Foundation
import SwiftData
import Testing

// A file of a program that moves from the one face to the other names things of all three modules.

@Model final class Shelf {
  var name: String

  init(name: String) { self.name = name }
}

@Suite struct ThreeImportsTests {
  @Test @MainActor func noNameIsAmbiguous() throws {
    let predicate: NSPredicate = NSPredicate(format: "name == %@", "a")
    let sort: NSSortDescriptor = NSSortDescriptor(key: "name", ascending: true)
    let request: NSFetchRequest<NSManagedObject> = NSFetchRequest<NSManagedObject>(entityName: "Shelf")
    request.predicate = predicate
    request.sortDescriptors = [sort]
    let undo: UndoManager = UndoManager()
    let transformer: ValueTransformer = NSSecureUnarchiveFromDataTransformer()
    let folder: URL = URL.applicationSupportDirectory
    let container = try ModelContainer(for: Shelf.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    container.mainContext.insert(Shelf(name: "a"))
    let found = try container.mainContext.fetch(
      FetchDescriptor<Shelf>(predicate: #Predicate { $0.name == "a" }, sortBy: [SortDescriptor(\.name)]))
    #expect(found.map(\.name) == ["a"])
    #expect(NSDictionary(dictionary: ["name": "a"]).value(forKeyPathOf: predicate))
    _ = (undo, transformer, folder, NSPersistentContainer.defaultDirectoryURL, Schema([Shelf.self]))
  }
}

extension NSDictionary {
  fileprivate func value(forKeyPathOf predicate: NSPredicate) -> Bool { predicate.evaluate(with: self) }
}
