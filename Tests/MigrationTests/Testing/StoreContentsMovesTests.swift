import CausewayTesting
import CoreData
import Foundation
import ModelDescription
import SQLiteDriver
import TestKit
import Testing

/// Objects whose table becomes another's have other keys afterwards, and are the same all the same; objects of an entity
/// that goes take the links to them along.
@Suite struct StoreContentsMovesTests {
  private let folder: TemporaryFolder
  private let url: URL

  /// Shelves and tags, in tables of their own; books with a tag each, and tags of a special kind.
  private static func first() -> ModelDescription {
    let name = AttributeDescription(name: "name", type: .string)
    return ModelDescription(entities: [
      EntityDescription(
        name: "Book", attributes: [.init(name: "title", type: .string)],
        relationships: [.init(name: "tag", destinationEntityName: "Tag", inverseName: "books", isToMany: false)]),
      EntityDescription(name: "Shelf", attributes: [name]),
      EntityDescription(name: "Special", superentityName: "Tag"),
      EntityDescription(
        name: "Tag", attributes: [name],
        relationships: [.init(name: "books", destinationEntityName: "Book", inverseName: "tag", isToMany: true)]),
    ])
  }

  /// Tags are shelves, whose table they come into; none of them is special.
  private static func second() -> ModelDescription {
    var model = first()
    model.entities.removeAll { $0.name == "Special" }
    model.entities[2].superentityName = "Shelf"
    model.entities[2].attributes = []
    return model
  }

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Tags.sqlite")
    try StoredModels.use(NSManagedObjectModel(Self.first()), url) { context in
      for number in 1...4 {
        NSEntityDescription.insertNewObject(forEntityName: "Shelf", into: context)
          .setValue("shelf \(number)", forKey: "name")
      }
      for number in 1...3 {
        let entity = number == 2 ? "Special" : "Tag"
        let tag = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        tag.setValue("tag \(number)", forKey: "name")
        for letter in ["a", "b"] {
          let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
          book.setValue("\(letter)\(number)", forKey: "title")
          book.setValue(tag, forKey: "tag")
        }
      }
      try context.save()
    }
  }

  private func migrate() throws {
    try StoredModels.use(
      NSManagedObjectModel(Self.second()), url,
      [NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true]
    ) { context in
      let shelves = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Shelf"))
      #expect(shelves == 6)
    }
  }

  @Test func whatMovedIsNotLost() throws {
    let before = try StoreContents(of: url)
    try migrate()
    let after = try StoreContents(of: url)
    #expect(after.count(of: "Tag") == 2 && after.count(of: "Shelf") == 4)
    #expect(after.losses(since: before) == [])
  }

  @Test func whatIsLostOnTheWayStillIs() throws {
    let before = try StoreContents(of: url)
    try migrate()
    do {
      let connection = try Connection(path: url.path, mode: .readWrite)
      try connection.execute("UPDATE ZBOOK SET ZTAG = NULL WHERE ZTITLE = 'a1'")
      try connection.execute("UPDATE ZSHELF SET ZNAME = 'other' WHERE ZNAME = 'tag 3'")
    }
    let losses = try StoreContents(of: url).losses(since: before)
    #expect(losses.contains { $0.hasPrefix("Book.tag: 1 row differ") && $0.contains("the link to") }, "\(losses)")
    #expect(losses.contains { $0.hasPrefix("Tag.name: 1 row differ") && $0.contains("\"other\"") }, "\(losses)")
    #expect(losses.contains { $0.hasPrefix("Tag.books") }, "\(losses)")
  }
}
