import CoreData
import Foundation
import TestKit
import Testing

/// What the options of a store's description let happen.
@Suite struct LightweightTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Books.sqlite")
    try StoredModels.makeFirst(at: url)
  }

  private func load(
    _ model: NSManagedObjectModel, _ change: (NSPersistentStoreDescription) -> Void = { _ in }
  ) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Books", managedObjectModel: model)
    let description = NSPersistentStoreDescription(url: url)
    change(description)
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }

  @Test func aContainerMigratesAsItsDescriptionSays() throws {
    let container = try load(StoredModels.second())
    let context = container.newBackgroundContext()
    let books = try context.performAndWait { try StoredModels.books(context, "pages", "author.name") }
    #expect(books == ["Emma 3 Jane", "Kim 3 -", "Persuasion 3 Jane"])
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: NSSQLiteStoreType, at: url)
    #expect(StoredModels.second().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
  }

  @Test func theSameByOptions() throws {
    let options: [AnyHashable: Any] = [
      NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
    ]
    let books = try StoredModels.use(StoredModels.second(), url, options) { try StoredModels.books($0, "pages") }
    #expect(books == ["Emma 3", "Kim 3", "Persuasion 3"])
  }

  @Test(arguments: ["not asked", "no inference", "read-only"]) func whatIsNotAskedForDoesNotHappen(_ what: String)
    throws
  {
    let before = try FolderState(folder.url)
    let error =
      try #require(throws: (any Error).self) {
        try load(StoredModels.second()) { description in
          switch what {
          case "not asked": description.shouldMigrateStoreAutomatically = false
          case "no inference": description.shouldInferMappingModelAutomatically = false
          default: description.isReadOnly = true
          }
        }
      } as NSError
    #expect(error.code == (what == "no inference" ? NSMigrationMissingMappingModelError : 134100))
    #expect(error.localizedDescription.contains("Book.pages"), "\(error.localizedDescription)")
    #expect(try FolderState(folder.url) == before)
  }

  @Test func whatCannotBeInferredIsNamed() throws {
    _ = try load(StoredModels.second())
    let error = try #require(throws: (any Error).self) { try load(StoredModels.third()) } as NSError
    #expect(error.code == NSInferredMappingModelError)
    #expect(error.localizedDescription.contains("Book.pages: Integer 64 becomes String"), "\(error)")
    #expect(try StoredModels.use(StoredModels.second(), url) { try StoredModels.books($0) }.count == 3)
  }

  @Test func aMissingValueIsNamedBeforeAnythingIsWritten() throws {
    let before = try FolderState(folder.url).names
    let model = StoredModels.first()
    let attribute = NSAttributeDescription()
    attribute.name = "isbn"
    attribute.attributeType = .stringAttributeType
    attribute.isOptional = false
    let book = try #require(model.entitiesByName["Book"])
    book.properties += [attribute]
    let error = try #require(throws: (any Error).self) { try load(model) } as NSError
    #expect(error.code == NSMigrationError)
    #expect(error.localizedDescription.contains("Book.isbn: 3 rows have no value"), "\(error)")
    #expect(try FolderState(folder.url).names == before)
  }
}
