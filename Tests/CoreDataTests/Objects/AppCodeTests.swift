import CoreData
import Foundation
import Testing

/// A class with a rule of its own, and an initializer of the form that the base class has.
final class CDDraft: NSManagedObject {
  struct Unfinished: Error, Equatable { let text: String }

  convenience init(context: NSManagedObjectContext) {
    self.init(
      entity: NSEntityDescription.entity(forEntityName: "CDDraft", in: context) ?? NSEntityDescription(),
      insertInto: context)
    setValue("made by itself", forKey: "text")
  }

  convenience init(text: String, in context: NSManagedObjectContext) {
    self.init(context: context)
    setValue(text, forKey: "text")
  }

  override func validateForInsert() throws {
    try super.validateForInsert()
    let text = value(forKey: "text") as? String ?? ""
    guard text.hasSuffix(".") else { throw Unfinished(text: text) }
  }
}

/// Forms of code that apps have, beyond single calls.
@Suite struct AppCodeTests {
  private static func drafts() throws -> LibraryStack {
    let draft = LibraryStack.entity("CDDraft", class: CDDraft.self)
    draft.properties = [LibraryStack.attribute("text", .stringAttributeType, optional: false, default: "")]
    let model = NSManagedObjectModel()
    model.entities = [draft]
    return try LibraryStack(model: model)
  }

  // MARK: code that is generic over classes

  private func make<Object: NSManagedObject>(_ type: Object.Type, in context: NSManagedObjectContext) -> Object {
    Object(context: context)
  }

  private func all<Object: NSManagedObject>(_ type: Object.Type, in context: NSManagedObjectContext) throws -> [Object]
  {
    try context.fetch(Object.fetchRequest())
  }

  @Test @MainActor func genericCodeMakesAndFetchesObjects() throws {
    let stack = try LibraryStack()
    let context = stack.context
    let author = make(CDAuthor.self, in: context)
    author.name = "Austen"
    let type: NSManagedObject.Type = CDBook.self
    let book = type.init(context: context)
    #expect(book is CDBook && book.entity.name == "CDBook" && book.isInserted)
    book.setValuesForKeys(["title": "Emma", "author": author])
    try context.save()
    #expect(try all(CDAuthor.self, in: context).map(\.name) == ["Austen"])
    #expect(try all(CDBook.self, in: context).map(\.title) == ["Emma"])
    let untyped: NSFetchRequest<any NSFetchRequestResult> = CDBook.fetchRequest()
    #expect(untyped.entityName == "CDBook" && CDBook.fetchRequest().entityName == "CDBook")
  }

  @Test @MainActor func aSubclassMayHaveAnInitializerOfTheSameForm() throws {
    let context = try Self.drafts().context
    #expect(CDDraft(context: context).value(forKey: "text") as? String == "made by itself")
    #expect(CDDraft(text: "a", in: context).value(forKey: "text") as? String == "a")
    #expect(make(CDDraft.self, in: context).entity.name == "CDDraft")
    #expect(context.insertedObjects.count == 3)
  }

  // MARK: requests that execute by themselves

  @Test func aRequestExecutesInTheContextWhoseBlockRuns() async throws {
    let container = try LibraryStack().container
    let context = container.newBackgroundContext()
    let titles = try await context.perform {
      for title in ["Kim", "Emma"] { CDBook(context: context).title = title }
      let request = CDBook.fetchRequest()
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      return try request.execute().map { ($0.title ?? "", $0.managedObjectContext === context) }
    }
    #expect(titles.map(\.0) == ["Emma", "Kim"] && titles.allSatisfy(\.1))
    // What is saved is all that another context has, also inside of a block of the first.
    let inner = try context.performAndWait {
      let other = container.newBackgroundContext()
      return (
        try other.performAndWait { try CDBook.fetchRequest().execute().count },
        try CDBook.fetchRequest().execute().count
      )
    }
    #expect(inner == (0, 2))
    let error = #expect(throws: NSError.self) { try CDBook.fetchRequest().execute() }
    #expect(error?.code == NSPersistentStoreOperationError)
  }

  // MARK: groups

  private static let conditions: [(String, [String])] = [
    ("sum:(pages) > 250", ["A", "B"]), ("count:(title) == 1", ["C"]), ("$total >= 300", ["A"]),
    ("total < 300 AND author.name != 'C'", ["B"]), ("NOT (max:(pages) > 150)", ["C"]),
    ("sum:(pages) / 2 > 140 OR average:(pages) < 60", ["A", "C"]), ("TRUEPREDICATE", ["A", "B", "C"]),
  ]

  @Test(arguments: conditions) @MainActor func groupsAreChosenByColumnsAndStatistics(
    _ condition: String, _ names: [String]
  ) throws {
    let stack = try LibraryStack()
    for (name, pages) in [("A", [100, 200]), ("B", [90, 170]), ("C", [50])] {
      let author = CDAuthor(context: stack.context)
      author.name = name
      for number in pages { stack.book("\(name)\(number)", pages: number, author: author) }
    }
    try stack.context.save()
    let total = NSExpressionDescription()
    total.name = "total"
    total.expression = __Deprecated.Expression(format: "sum:(pages)")
    total.resultType = .integer64
    let request = NSFetchRequest<NSDictionary>(entityName: "CDBook")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["author.name", total]
    request.propertiesToGroupBy = ["author.name"]
    request.havingPredicate = NSPredicate(format: condition)
    let rows = try stack.context.fetch(request)
    #expect(rows.compactMap { $0["author.name"] as? String }.sorted() == names)
  }

  // MARK: errors of the application

  @Test @MainActor func anErrorOfAnOverrideStaysWhatItIs() throws {
    let context = try Self.drafts().context
    let draft = CDDraft(text: "no end", in: context)
    #expect(throws: CDDraft.Unfinished(text: "no end")) { try context.save() }
    draft.setValue("An end.", forKey: "text")
    try context.save()
    _ = CDDraft(text: "one", in: context)
    _ = CDDraft(text: "two", in: context)
    let error = #expect(throws: NSError.self) { try context.save() }
    #expect(error?.code == NSValidationMultipleErrorsError)
    #expect((error?.userInfo[NSDetailedErrorsKey] as? [NSError])?.count == 2)
  }

  // MARK: rows that new objects took over

  /// A new object with a unique value that a row has already changes that row: to other contexts it is an update.
  @Test @MainActor func otherContextsTakeInARowThatWasTakenOver() async throws {
    let stack = try LibraryStack()
    let view = stack.context
    view.automaticallyMergesChangesFromParent = true
    let book = stack.book("Emma")
    book.setValue("1", forKey: "isbn")
    try view.save()
    book.pages = 7
    let background = stack.container.newBackgroundContext()
    background.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try await background.perform {
      let other = CDBook(context: background)
      other.setValuesForKeys(["isbn": "1", "title": "Emma, again", "pages": 300])
      try background.save()
    }
    // What was left for the main queue is done by then.
    await view.perform {}
    #expect(book.title == "Emma, again" && book.pages == 7)
    #expect(try view.count(for: CDBook.fetchRequest()) == 1)
  }
}
