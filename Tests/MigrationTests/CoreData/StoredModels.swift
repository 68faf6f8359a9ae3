import CoreData

/// Versions of a model, made in code: books with authors.
enum StoredModels {
  private static func attribute(
    _ name: String, _ type: NSAttributeType, optional: Bool = false, default value: Any? = nil, was: String? = nil
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = optional
    attribute.defaultValue = value
    attribute.renamingIdentifier = was
    return attribute
  }

  private static func model(
    book: [NSAttributeDescription], author: [NSAttributeDescription], authorName: String = "Author"
  ) -> NSManagedObjectModel {
    let (books, authors) = (NSEntityDescription(), NSEntityDescription())
    books.name = "Book"
    authors.name = authorName
    if authorName != "Author" { authors.renamingIdentifier = "Author" }
    let (written, writer) = (NSRelationshipDescription(), NSRelationshipDescription())
    written.name = "books"
    written.destinationEntity = books
    written.isOptional = true
    written.deleteRule = .nullifyDeleteRule
    writer.name = "author"
    writer.destinationEntity = authors
    writer.isOptional = true
    writer.maxCount = 1
    writer.deleteRule = .nullifyDeleteRule
    written.inverseRelationship = writer
    writer.inverseRelationship = written
    books.properties = book + [writer]
    authors.properties = author + [written]
    let model = NSManagedObjectModel()
    model.entities = [books, authors]
    return model
  }

  /// A title, and an author of one name.
  static func first() -> NSManagedObjectModel {
    model(book: [attribute("title", .stringAttributeType)], author: [attribute("name", .stringAttributeType)])
  }

  /// Pages, with a default; the author is a person.
  static func second() -> NSManagedObjectModel {
    model(
      book: [attribute("title", .stringAttributeType), attribute("pages", .integer64AttributeType, default: 3)],
      author: [attribute("name", .stringAttributeType)], authorName: "Person")
  }

  /// Pages as text, which nothing infers; a sort name that each author must have.
  static func third() -> NSManagedObjectModel {
    model(
      book: [attribute("title", .stringAttributeType), attribute("pages", .stringAttributeType, optional: true)],
      author: [attribute("name", .stringAttributeType), attribute("sortName", .stringAttributeType)],
      authorName: "Person")
  }

  /// A note.
  static func fourth() -> NSManagedObjectModel {
    model(
      book: [
        attribute("title", .stringAttributeType), attribute("pages", .stringAttributeType, optional: true),
        attribute("note", .stringAttributeType, optional: true),
      ],
      author: [attribute("name", .stringAttributeType), attribute("sortName", .stringAttributeType)],
      authorName: "Person")
  }

  static func reference(_ model: NSManagedObjectModel) -> NSManagedObjectModelReference {
    NSManagedObjectModelReference(model: model, versionChecksum: model.versionChecksum)
  }

  /// A store of the first version: two authors, three books, one of them without an author.
  static func makeFirst(at url: URL) throws {
    try use(first(), url) { context in
      for (name, titles) in [("Jane", ["Emma", "Persuasion"]), ("Rudyard", ["Kim"])] {
        let author = NSEntityDescription.insertNewObject(forEntityName: "Author", into: context)
        author.setValue(name, forKey: "name")
        for title in titles {
          let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
          book.setValue(title, forKey: "title")
          if title != "Kim" { book.setValue(author, forKey: "author") }
        }
      }
      try context.save()
    }
  }

  /// Opens a store, runs a block on a context of it, and closes the store.
  @discardableResult static func use<Result>(
    _ model: NSManagedObjectModel, _ url: URL, _ options: [AnyHashable: Any]? = nil,
    _ body: (NSManagedObjectContext) throws -> Result
  ) throws -> Result {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
    defer { try? coordinator.remove(store) }
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait { try body(context) }
  }

  /// `title key…` of each book, by title.
  static func books(_ context: NSManagedObjectContext, _ keys: String...) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    return try context.fetch(request).map { book in
      (["title"] + keys).map { key in book.value(forKeyPath: key).map { "\($0)" } ?? "-" }.joined(separator: " ")
    }
  }
}
