import CoreData
import Foundation
import SwiftData
import TestKit
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

  /// One store, made by the one framework and opened by the other.
  @Test func bothFacesOpenOneStore() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Shelves.store")
    let container = try ModelContainer(for: Shelf.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    let shelf = Shelf(name: "a")
    context.insert(shelf)
    try context.save()
    let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: [Shelf.self]))
    #expect(model.entitiesByName["Shelf"]?.attributesByName["name"]?.type == .string)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
    let id = try #require(coordinator.managedObjectID(for: shelf.persistentModelID))
    #expect(id.persistentStore === store)
    #expect(id.entity.name == "Shelf")
    #expect(PersistentIdentifier(id) == shelf.persistentModelID)
    #expect(coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation()) == id)
    let unsaved = Shelf(name: "b")
    #expect(coordinator.managedObjectID(for: unsaved.persistentModelID) == nil)

    let more = NSManagedObjectModel()
    let other = NSEntityDescription()
    other.name = "Other"
    more.entities = [other]
    let merged = model.makeManagedObjectModel(for: Schema([Shelf.self]), mergedWith: more)
    #expect(merged?.entitiesByName.keys.sorted() == ["Other", "Shelf"])
    other.name = "Shelf"
    #expect(NSManagedObjectModel.makeManagedObjectModel(for: [Shelf.self], mergedWith: more) == nil)
  }
}

extension NSDictionary {
  fileprivate func value(forKeyPathOf predicate: NSPredicate) -> Bool { predicate.evaluate(with: self) }
}
