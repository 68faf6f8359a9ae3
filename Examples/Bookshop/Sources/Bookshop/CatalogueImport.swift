import BookshopModel
import CoreData

/// Takes a publisher's list into the store, on a context of its own.
struct CatalogueImport {
  let shop: Shop

  /// How many titles are new.
  func run(_ text: String) async throws -> Int {
    let entries = Catalogue.entries(text)
    return try await shop.container.performBackgroundTask { context in
      context.transactionAuthor = "import"
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      let known = try Set(Self.all(Publication.self, in: context).map(\.isbn))
      var (authors, publishers, categories) = (
        try Self.byName(Author.self, in: context), try Self.byName(Publisher.self, in: context),
        try Self.byName(Category.self, in: context)
      )
      for entry in entries {
        let publication: Publication
        if entry.isRecording {
          let recording = AudioBook(context: context)
          recording.minutes = entry.length
          publication = recording
        } else {
          let book = Book(context: context)
          book.pages = entry.length
          publication = book
        }
        publication.isbn = entry.isbn
        publication.title = entry.title
        publication.price = NSDecimalNumber(string: entry.price)
        publication.keywords = [entry.category.lowercased(), entry.isRecording ? "audio" : "print"]
        publication.publisher = Self.object(entry.publisher, &publishers, in: context)
        publication.category = Self.object(entry.category, &categories, in: context)
        for name in entry.authors { publication.addToAuthors(Self.object(name, &authors, in: context)) }
      }
      try context.save()
      return entries.filter { !known.contains($0.isbn) }.count
    }
  }

  private static func all<Object: NSManagedObject>(
    _ type: Object.Type, in context: NSManagedObjectContext
  ) throws -> [Object] {
    try context.fetch(NSFetchRequest<Object>(entityName: Object.entity().name ?? ""))
  }

  private static func byName<Object: NSManagedObject>(
    _ type: Object.Type, in context: NSManagedObjectContext
  ) throws -> [String: Object] {
    Dictionary(
      try all(type, in: context).map { ($0.value(forKey: "name") as? String ?? "", $0) }, uniquingKeysWith: { $1 })
  }

  private static func object<Object: NSManagedObject>(
    _ name: String, _ known: inout [String: Object], in context: NSManagedObjectContext
  ) -> Object {
    if let object = known[name] { return object }
    let object = Object(context: context)
    object.setValue(name, forKey: "name")
    known[name] = object
    return object
  }
}
