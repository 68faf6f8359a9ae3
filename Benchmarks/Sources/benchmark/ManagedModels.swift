import CoreData
import Foundation

/// The entities of `Models.swift` as managed objects, with accessors as the build plugin writes them.
final class ManagedAuthor: NSManagedObject {
  var name: String {
    get { value(forKey: "name") as? String ?? "" }
    set { setValue(newValue, forKey: "name") }
  }
  var books: Set<ManagedBook> {
    get { value(forKey: "books") as? Set<ManagedBook> ?? [] }
    set { setValue(newValue, forKey: "books") }
  }
}

final class ManagedBook: NSManagedObject {
  var title: String {
    get { value(forKey: "title") as? String ?? "" }
    set { setValue(newValue, forKey: "title") }
  }
  var isbn: String {
    get { value(forKey: "isbn") as? String ?? "" }
    set { setValue(newValue, forKey: "isbn") }
  }
  var pageCount: Int {
    get { value(forKey: "pageCount") as? Int ?? 0 }
    set { setValue(newValue, forKey: "pageCount") }
  }
  var rating: Double {
    get { value(forKey: "rating") as? Double ?? 0 }
    set { setValue(newValue, forKey: "rating") }
  }
  var publishedOn: Date {
    get { value(forKey: "publishedOn") as? Date ?? Date(timeIntervalSinceReferenceDate: 0) }
    set { setValue(newValue, forKey: "publishedOn") }
  }
  var inPrint: Bool {
    get { value(forKey: "inPrint") as? Bool ?? false }
    set { setValue(newValue, forKey: "inPrint") }
  }
  var author: ManagedAuthor? {
    get { value(forKey: "author") as? ManagedAuthor }
    set { setValue(newValue, forKey: "author") }
  }

  /// Something of every attribute.
  var sum: Double {
    (inPrint ? 1 : 0) + Double(pageCount) + publishedOn.timeIntervalSinceReferenceDate * 1e-6 + rating
      + Double(isbn.utf8.count + title.utf8.count)
  }

  func take(_ facts: BookFacts) {
    title = facts.title
    isbn = facts.isbn
    pageCount = facts.pageCount
    rating = facts.rating
    publishedOn = Date(timeIntervalSinceReferenceDate: facts.publishedOn)
    inPrint = facts.inPrint
  }
}

enum ManagedModels {
  static func model() -> NSManagedObjectModel {
    func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      attribute.isOptional = false
      return attribute
    }
    func entity(_ name: String, _ type: AnyClass) -> NSEntityDescription {
      let entity = NSEntityDescription()
      entity.name = name
      entity.managedObjectClassName = NSStringFromClass(type)
      return entity
    }
    let (author, book) = (entity("Author", ManagedAuthor.self), entity("Book", ManagedBook.self))
    let (books, writer) = (NSRelationshipDescription(), NSRelationshipDescription())
    (books.name, writer.name) = ("books", "author")
    (books.destinationEntity, writer.destinationEntity) = (book, author)
    (books.maxCount, writer.maxCount) = (0, 1)
    (books.deleteRule, writer.deleteRule) = (.cascadeDeleteRule, .nullifyDeleteRule)
    (books.isOptional, writer.isOptional) = (true, true)
    (books.inverseRelationship, writer.inverseRelationship) = (writer, books)
    author.properties = [attribute("name", .stringAttributeType), books]
    book.properties = [
      attribute("title", .stringAttributeType), attribute("isbn", .stringAttributeType),
      attribute("pageCount", .integer64AttributeType), attribute("rating", .doubleAttributeType),
      attribute("publishedOn", .dateAttributeType), attribute("inPrint", .booleanAttributeType), writer,
    ]
    let model = NSManagedObjectModel()
    model.entities = [author, book]
    return model
  }
}
