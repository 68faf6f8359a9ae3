import Foundation
import ModelDescription
import SwiftData
import Testing

private enum Growing {
  @Model final class Book {
    var title: String
    /// New: the store has no such column.
    var subtitle: String?
    var shelf: Shelf?
    init(title: String) { self.title = title }
  }

  @Model final class Shelf {
    var label: String
    @Relationship(inverse: \Book.shelf) var books: [Book]?
    init(label: String) { self.label = label }
  }
}

/// What no class can say is not lost when a store migrates for another reason.
@Suite struct KeptOrderTests {
  private static let model = ModelDescription(entities: [
    EntityDescription(
      name: "Book", attributes: [AttributeDescription(name: "title", type: .string)],
      relationships: [
        RelationshipDescription(name: "shelf", destinationEntityName: "Shelf", inverseName: "books", isToMany: false)
      ]),
    EntityDescription(
      name: "Shelf", attributes: [AttributeDescription(name: "label", type: .string)],
      relationships: [
        RelationshipDescription(
          name: "books", destinationEntityName: "Book", inverseName: "shelf", isToMany: true, isOrdered: true)
      ]),
  ])

  @Test func anOrderOutlivesANewProperty() throws {
    let store = try FittingStore(Self.model)
    try store.execute(
      """
      INSERT INTO ZSHELF (Z_PK, Z_ENT, Z_OPT, ZLABEL) VALUES (1, 2, 1, 's');
      INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZSHELF, Z_FOK_SHELF)
      VALUES (1, 1, 1, 'c', 1, 3072), (2, 1, 1, 'a', 1, 1024), (3, 1, 1, 'b', 1, 2048);
      UPDATE Z_PRIMARYKEY SET Z_MAX = 3 WHERE Z_NAME = 'Book';
      UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Shelf'
      """)
    for subtitle in [nil, "new"] {
      let context = try store.open(Growing.Book.self, Growing.Shelf.self)
      let shelf = try #require(try context.fetch(FetchDescriptor<Growing.Shelf>()).first)
      #expect(shelf.books?.map(\.title) == ["a", "b", "c"])
      #expect(shelf.books?.first?.subtitle == subtitle)
      shelf.books?.first?.subtitle = "new"
      try context.save()
    }
    #expect(try store.sql("SELECT ZTITLE FROM ZBOOK ORDER BY Z_FOK_SHELF") == ["a", "b", "c"])
  }
}
