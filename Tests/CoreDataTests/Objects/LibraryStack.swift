import CoreData
import Foundation
import TestKit

/// Classes as one writes them by hand where `@NSManaged` is not at hand.
final class CDAuthor: NSManagedObject {
  var name: String {
    get { value(forKey: "name") as? String ?? "" }
    set { setValue(newValue, forKey: "name") }
  }
  var books: Set<CDBook> {
    get { value(forKey: "books") as? Set<CDBook> ?? [] }
    set { setValue(newValue, forKey: "books") }
  }
}

class CDBook: NSManagedObject {
  var title: String? {
    get { value(forKey: "title") as? String }
    set { setValue(newValue, forKey: "title") }
  }
  var pages: Int {
    get { value(forKey: "pages") as? Int ?? 0 }
    set { setValue(newValue, forKey: "pages") }
  }
  var isLent: Bool {
    get { value(forKey: "isLent") as? Bool ?? false }
    set { setValue(newValue, forKey: "isLent") }
  }
  var author: CDAuthor? {
    get { value(forKey: "author") as? CDAuthor }
    set { setValue(newValue, forKey: "author") }
  }
  var calls: [String] = []

  override func awakeFromInsert() {
    super.awakeFromInsert()
    calls.append("insert")
  }
  override func awakeFromFetch() {
    super.awakeFromFetch()
    calls.append("fetch")
  }
  override func willSave() {
    super.willSave()
    calls.append("willSave")
  }
  override func didSave() {
    super.didSave()
    calls.append("didSave")
  }
  override func prepareForDeletion() {
    super.prepareForDeletion()
    calls.append("delete")
  }
}

/// A model made in code, with a container over it.
struct LibraryStack {
  let container: NSPersistentContainer
  /// One that is used wherever a test runs; queues have tests of their own.
  let context: NSManagedObjectContext

  /// Another context like it.
  func other(parent: NSManagedObjectContext? = nil) -> NSManagedObjectContext { Self.other(container, parent) }

  static func other(
    _ container: NSPersistentContainer, _ parent: NSManagedObjectContext? = nil
  ) -> NSManagedObjectContext {
    // The type is deprecated.
    let type = NSManagedObjectContextConcurrencyType(rawValue: 0) ?? .privateQueueConcurrencyType
    let context = NSManagedObjectContext(concurrencyType: type)
    if let parent {
      context.parent = parent
    } else {
      context.persistentStoreCoordinator = container.persistentStoreCoordinator
    }
    return context
  }

  static func attribute(
    _ name: String, _ type: NSAttributeType, optional: Bool = true, default value: Any? = nil
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = optional
    attribute.defaultValue = value
    return attribute
  }

  static func relationship(
    _ name: String, to entity: NSEntityDescription, many: Bool, rule: NSDeleteRule = .nullifyDeleteRule,
    ordered: Bool = false
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = entity
    relationship.minCount = 0
    relationship.maxCount = many ? 0 : 1
    relationship.deleteRule = rule
    relationship.isOrdered = ordered
    relationship.isOptional = true
    return relationship
  }

  static func pair(_ one: NSRelationshipDescription, _ other: NSRelationshipDescription) {
    one.inverseRelationship = other
    other.inverseRelationship = one
  }

  static func entity(_ name: String, class type: AnyClass? = nil) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    if let type { entity.managedObjectClassName = NSStringFromClass(type) }
    return entity
  }

  static func model() -> NSManagedObjectModel {
    let author = entity("CDAuthor", class: CDAuthor.self)
    let book = entity("CDBook", class: CDBook.self)
    let novel = entity("CDNovel", class: CDBook.self)
    let tag = entity("Tag")
    let chapter = entity("Chapter")
    let books = relationship("books", to: book, many: true, rule: .cascadeDeleteRule)
    let toAuthor = relationship("author", to: author, many: false)
    pair(books, toAuthor)
    let tags = relationship("tags", to: tag, many: true)
    let tagged = relationship("books", to: book, many: true)
    pair(tags, tagged)
    let chapters = relationship("chapters", to: chapter, many: true, rule: .cascadeDeleteRule, ordered: true)
    let toBook = relationship("book", to: book, many: false)
    pair(chapters, toBook)
    author.properties = [attribute("name", .stringAttributeType, optional: false, default: ""), books]
    let pages = attribute("pages", .integer32AttributeType, default: 100)
    pages.setValidationPredicates(
      [NSPredicate(format: "SELF >= 1"), NSPredicate(format: "SELF <= 5000")],
      withValidationWarnings: nil)
    let note = attribute("note", .stringAttributeType)
    note.isTransient = true
    book.properties = [
      attribute("title", .stringAttributeType, optional: false), pages, attribute("price", .decimalAttributeType),
      attribute("rating", .doubleAttributeType), attribute("published", .dateAttributeType),
      attribute("isLent", .booleanAttributeType, default: false), attribute("isbn", .stringAttributeType),
      attribute("key", .UUIDAttributeType), attribute("cover", .binaryDataAttributeType),
      attribute("home", .URIAttributeType), attribute("notes", .transformableAttributeType), note, toAuthor, tags,
      chapters,
    ]
    book.uniquenessConstraints = [["isbn"]]
    novel.properties = [attribute("genre", .stringAttributeType)]
    book.subentities = [novel]
    tag.properties = [attribute("label", .stringAttributeType), tagged]
    chapter.properties = [attribute("heading", .stringAttributeType), toBook]
    let model = NSManagedObjectModel()
    model.entities = [author, book, novel, tag, chapter]
    return model
  }

  /// - Parameter url: where the store is; in memory for `nil`.
  init(at url: URL? = nil, model: NSManagedObjectModel = Self.model(), history: Bool = false) throws {
    container = NSPersistentContainer(name: "Library", managedObjectModel: model)
    context = Self.other(container)
    let description = NSPersistentStoreDescription(url: url ?? URL(fileURLWithPath: "/dev/null"))
    if history { description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey) }
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
  }

  func make(_ entity: String, _ values: [String: Any] = [:], in context: NSManagedObjectContext? = nil)
    -> NSManagedObject
  {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context ?? self.context)
    object.setValuesForKeys(values)
    return object
  }

  @discardableResult func book(
    _ title: String, pages: Int = 100, author: CDAuthor? = nil, in context: NSManagedObjectContext? = nil
  ) -> CDBook {
    let book = CDBook(context: context ?? self.context)
    book.title = title
    book.pages = pages
    book.author = author
    return book
  }
}
