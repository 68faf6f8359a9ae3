import CausewayTesting
import CoreData
import Foundation
import ModelDescription
import SQLiteDriver
import TestKit
import Testing

/// The order of an ordered relationship's members is part of a store's contents.
@Suite struct StoreContentsOrderTests {
  private static func model(isOrdered: Bool = true) -> NSManagedObjectModel {
    NSManagedObjectModel(
      ModelDescription(entities: [
        EntityDescription(
          name: "Shelf",
          relationships: [
            .init(
              name: "books", destinationEntityName: "Book", inverseName: "shelf", isToMany: true, isOrdered: isOrdered)
          ]),
        EntityDescription(
          name: "Book", attributes: [.init(name: "title", type: .string)],
          relationships: [.init(name: "shelf", destinationEntityName: "Shelf", inverseName: "books", isToMany: false)]),
      ]))
  }

  private func make(_ url: URL, isOrdered: Bool = true) throws {
    try StoredModels.use(Self.model(isOrdered: isOrdered), url) { context in
      let shelf = NSEntityDescription.insertNewObject(forEntityName: "Shelf", into: context)
      for title in ["a", "b", "c"] {
        let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
        book.setValue(title, forKey: "title")
        book.setValue(shelf, forKey: "shelf")
      }
      try context.save()
    }
  }

  @Test func anotherOrderIsALoss() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Shelves.sqlite")
    try make(url)
    let before = try StoreContents(of: url)
    #expect(before.losses(since: before).isEmpty)
    do {
      let connection = try Connection(path: url.path, mode: .readWrite)
      try connection.execute("UPDATE ZBOOK SET Z_FOK_SHELF = 10000 - Z_FOK_SHELF")
    }
    let after = try StoreContents(of: url)
    let losses = after.losses(since: before)
    #expect(losses.count == 1, "\(losses)")
    #expect(losses.first?.hasPrefix("Shelf.books: 1 row differ, in row 1 the order ") == true, "\(losses)")
    #expect(after.losses(since: before, changing: ["Shelf.books"]).isEmpty)
    // Where one side has no order there is none to lose.
    let plain = folder.file("Plain.sqlite")
    try make(plain, isOrdered: false)
    #expect(try StoreContents(of: plain).losses(since: before).isEmpty)
  }
}
