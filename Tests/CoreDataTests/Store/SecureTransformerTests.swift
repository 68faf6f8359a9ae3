import CoreData
import Foundation
import SQLiteDriver
import TestKit
import Testing

/// Foundation's secure transformer in a model, by the name that it is registered under and by its class's.
@Suite struct SecureTransformerTests {
  private func container(_ name: String, _ url: URL) throws -> NSPersistentContainer {
    let words = NSAttributeDescription()
    words.name = "words"
    words.attributeType = .transformableAttributeType
    words.valueTransformerName = name
    words.attributeValueClassName = "NSArray"
    words.isOptional = true
    let note = NSEntityDescription()
    note.name = "Note"
    note.properties = [words]
    let model = NSManagedObjectModel()
    model.entities = [note]
    let container = NSPersistentContainer(name: "Notes", managedObjectModel: model)
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }

  @Test(arguments: ["NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer"])
  func valuesAreReadBack(name: String) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Notes.sqlite")
    let first = try container(name, url).newBackgroundContext()
    try first.performAndWait {
      let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: first)
      note.setValue(["x", "y"] as NSArray, forKey: "words")
      try first.save()
    }
    #expect(
      try Connection(path: url.path, mode: .untouched).text("SELECT hex(substr(ZWORDS, 1, 6)) FROM ZNOTE")
        == "62706C697374")
    let second = try container(name, url).newBackgroundContext()
    try second.performAndWait {
      let note = try #require(try second.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note")).first)
      #expect(note.value(forKey: "words") as? [String] == ["x", "y"])
    }
  }
}
