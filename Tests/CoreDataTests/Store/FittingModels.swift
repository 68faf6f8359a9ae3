import CoreData

/// Two models of one library that differ in nothing that shapes a table.
enum FittingModels {
  /// The names that the two have for the same things.
  private struct Names {
    let title, label, book, tags, note: String
  }

  /// What the store has: short numbers, ordered shelves, a derived count, a unique number, notes.
  static func ofStore() -> NSManagedObjectModel {
    let model = make(Names(title: "title", label: "label", book: "book", tags: "tags", note: "remark"), isOfStore: true)
    let note = NSEntityDescription()
    note.name = "Note"
    note.properties = [attribute("text", .stringAttributeType)]
    model.entities += [note]
    return model
  }

  /// What the program has: other names with the older ones as renaming identifiers, and nothing of all that.
  static func ofProgram() -> NSManagedObjectModel {
    make(Names(title: "name", label: "code", book: "volume", tags: "allLabels", note: "abstract"), isOfStore: false)
  }

  private static func make(_ names: Names, isOfStore: Bool) -> NSManagedObjectModel {
    let (book, loan, shelf, tag) = (entity("Book"), entity("Loan"), entity("Shelf"), entity("Tag"))
    let title = attribute(names.title, .stringAttributeType, was: isOfStore ? nil : "title")
    title.isOptional = false
    let pages = attribute("pages", isOfStore ? .integer16AttributeType : .integer64AttributeType)
    let note = attribute(names.note, .stringAttributeType, was: isOfStore ? nil : "remark")
    note.preservesValueInHistoryOnDeletion = true
    let count: NSAttributeDescription
    if isOfStore {
      let derived = NSDerivedAttributeDescription()
      derived.derivationExpression = __Deprecated.Expression(format: "loans.@count")
      count = derived
    } else {
      count = NSAttributeDescription()
    }
    count.name = "loanCount"
    count.attributeType = .integer64AttributeType
    count.isOptional = true
    let isbn = attribute("isbn", .stringAttributeType)
    let label = attribute(names.label, .stringAttributeType, was: isOfStore ? nil : "label")
    let fee = attribute("fee", .doubleAttributeType)
    let due = attribute(
      isOfStore ? "due" : "returned", .dateAttributeType, was: isOfStore ? nil : "due")
    due.isOptional = !isOfStore

    let (onShelf, books) = link("shelf", to: shelf, "books", of: book)
    books.isOrdered = isOfStore
    let (ofBook, loans) = link(names.book, to: book, "loans", of: loan)
    loans.deleteRule = .cascadeDeleteRule
    let (tags, tagged) = link(names.tags, to: tag, "books", of: book)
    tags.maxCount = 0
    if !isOfStore { (ofBook.renamingIdentifier, tags.renamingIdentifier) = ("book", "tags") }
    book.properties = [title, pages, count, isbn, note, onShelf, loans, tags]
    loan.properties = [fee, due, ofBook]
    shelf.properties = [label, books]
    tag.properties = [attribute("name", .stringAttributeType), tagged]
    if isOfStore { book.uniquenessConstraints = [["isbn"]] }
    let model = NSManagedObjectModel()
    model.entities = [book, loan, shelf, tag]
    return model
  }

  private static func entity(_ name: String) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    return entity
  }

  static func attribute(_ name: String, _ type: NSAttributeType, was: String? = nil) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = true
    attribute.renamingIdentifier = was
    return attribute
  }

  /// A to-one and its to-many.
  private static func link(
    _ name: String, to destination: NSEntityDescription, _ inverse: String, of owner: NSEntityDescription
  ) -> (NSRelationshipDescription, NSRelationshipDescription) {
    let (one, many) = (NSRelationshipDescription(), NSRelationshipDescription())
    (one.name, many.name) = (name, inverse)
    (one.destinationEntity, many.destinationEntity) = (destination, owner)
    (one.maxCount, many.maxCount) = (1, 0)
    (one.isOptional, many.isOptional) = (true, true)
    (one.deleteRule, many.deleteRule) = (.nullifyDeleteRule, .nullifyDeleteRule)
    (one.inverseRelationship, many.inverseRelationship) = (many, one)
    return (one, many)
  }
}
