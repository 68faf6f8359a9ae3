import BookshopModel
import CoreData

/// What happens in the shop, one thing after the other.
@MainActor struct Day {
  let shop: Shop
  var story = Story()

  var view: NSManagedObjectContext { shop.view }

  init(shop: Shop) { self.shop = shop }

  mutating func run() async throws {
    let shelves = try ShelfList(view)
    try await openShop(shelves)
    try await countStock()
    try sell()
    try await review()
    try edit(shelves)
    try refuse()
    try closeBooks()
  }

  // MARK: morning

  private mutating func openShop(_ shelves: ShelfList) async throws {
    story.chapter("The catalogue comes in, in the background")
    let catalogue = CatalogueImport(shop: shop)
    let count = try await catalogue.run(Catalogue.text)
    story.check("10 titles are new", count == 10)
    await settle()
    story.check("the shelves follow: 4 sections, 10 titles", shelves.takeNotes().count == 14)
    for line in shelves.lines { story.tell(line) }
    story.check(
      "sections are in order, with their titles",
      shelves.lines.first == "Adventure: Kidnapped, Kim" && shelves.lines.count == 4)

    let again = try await catalogue.run(Catalogue.nextText)
    await settle()
    story.check("of the next list one title is new", again == 1)
    let dracula = try counter.publication("Dracula", in: view)
    story.check(
      "the other is the one on the shelf, with its new price", dracula?.price == NSDecimalNumber(string: "9.80"))
    story.check("and the shelves heard of both", Set(shelves.takeNotes()).isSuperset(of: ["+ Small Gods"]))
  }

  private mutating func countStock() async throws {
    story.chapter("Stock, by batch requests")
    let stock = Stocktaking(shop: shop)
    story.check("11 rows are inserted", try await stock.fill(copies: 3) == 11)
    story.check("and connected with their titles", try await stock.connect() == 11)
    story.check("a delivery reaches the 6 rows of shelf A", try await stock.deliver(5, shelf: "A") == 6)
    await settle()
    let request = StockItem.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(keyPath: \StockItem.isbn, ascending: true)]
    let items = try view.fetch(request)
    story.check("8 and 3 copies in turn", items.map(\.copies) == (0..<11).map { $0 % 2 == 0 ? 8 : 3 })
    story.check("each knows its title", items.first?.publication?.title == "Kim")
  }

  // MARK: noon

  private var counter: Counter { Counter(shop: shop) }

  private mutating func sell() throws {
    story.chapter("Orders, each in a sheet of its own")
    let ada = try counter.customer(
      "Ada", email: "ada@example.org", address: Address(street: "12 St James's Square", city: "London"))
    let discarded = counter.newSheet()
    _ = try counter.order([("Mort", 1)], for: ada, in: discarded)
    story.check("a sheet has changes, the view has none", discarded.hasChanges && !view.hasChanges)
    discarded.rollback()
    story.check("a sheet is thrown away without a trace", try view.count(for: Order.fetchRequest()) == 0)

    let sheet = counter.newSheet()
    let order = try counter.order([("Kim", 2), ("good omens", 1), ("Emma, read aloud", 1)], for: ada, in: sheet)
    story.check("its total", order.total == Decimal(string: "47.89"))
    order.state = .paid
    try counter.finish(sheet)
    let saved = try view.fetch(Order.fetchRequest()).first
    story.check("the order is in the view, with its state", saved?.state == .paid && saved?.customer == ada)
    let titles = saved?.lines.compactMap { ($0 as? OrderLine)?.publication?.title }
    story.check("its lines are in their order", titles == ["Kim", "Good Omens", "Emma, read aloud"])

    let bob = try counter.customer("Bob", email: nil)
    let second = counter.newSheet()
    _ = try counter.order([("Coraline", 3)], for: bob, in: second)
    try counter.finish(second)
    view.refreshAllObjects()
    story.check("an address comes back through its transformer", ada.address?.city == "London")
    story.check("customers know their orders", ada.orders?.count == 1 && bob.orders?.count == 1)
  }

  private mutating func review() async throws {
    story.chapter("Reviews")
    guard let kim = try counter.publication("Kim", in: view) else { return story.check("Kim is there", false) }
    for (stars, isHidden) in [(5, false), (4, false), (1, true), (1, true)] {
      let review = Review(context: view)
      review.stars = Int16(stars)
      review.isHidden = isHidden
      kim.addToReviews(review)
    }
    try view.save()
    story.check("average of all", kim.stars == 2.75)
    story.check("2 hidden ones are deleted", try await Stocktaking(shop: shop).removeHiddenReviews() == 2)
    await settle()
    story.check("the title has the others", kim.reviews?.count == 2 && kim.stars == 4.5)
  }

  // MARK: afternoon

  private mutating func edit(_ shelves: ShelfList) throws {
    story.chapter("Editing, with undo")
    guard let emma = try counter.publication("Emma", in: view) as? Book else {
      return story.check("Emma is a book", false)
    }
    for heading in ["Volume I", "Volume III"] {
      let chapter = Chapter(context: view)
      chapter.heading = heading
      emma.addToChapters(chapter)
    }
    let middle = Chapter(context: view)
    middle.heading = "Volume II"
    emma.insertIntoChapters(middle, at: 1)
    emma.cover = Data(repeating: 7, count: 300_000)
    emma.keywords?.append("england")
    try view.save()
    view.refresh(emma, mergeChanges: false)
    story.check("chapters in their order", emma.headings == ["Volume I", "Volume II", "Volume III"])
    story.check("a large cover, and one more keyword", emma.cover?.count == 300_000 && emma.keywords?.last == "england")
    emma.mutableOrderedSetValue(forKey: "chapters").moveObjects(at: [2], to: 0)
    try view.save()
    view.refresh(emma, mergeChanges: false)
    story.check("one moved", emma.headings == ["Volume III", "Volume I", "Volume II"])

    let undo = UndoManager()
    view.undoManager = undo
    _ = shelves.takeNotes()
    emma.title = "Emma Woodhouse"
    view.processPendingChanges()
    story.check("the shelves hear of a new title", shelves.takeNotes().contains { $0.hasSuffix("Emma Woodhouse") })
    view.undo()
    story.check("undone", emma.title == "Emma" && undo.canRedo)
    view.redo()
    story.check("and redone", emma.title == "Emma Woodhouse" && emma.hasChanges)
    view.rollback()
    view.undoManager = nil
    story.check("and all given up", emma.title == "Emma" && !view.hasChanges)
  }

  private mutating func refuse() throws {
    story.chapter("What the shop refuses")
    let sheet = counter.newSheet()
    guard let ada = try view.fetch(Customer.fetchRequest()).first(where: { $0.name == "Ada" }) else {
      return story.check("Ada is there", false)
    }
    let order = try counter.order([("Mort", 0)], for: ada, in: sheet)
    story.check("no copies", code { try sheet.save() } == NSValidationNumberTooSmallError)
    order.removeFromLines(order.lines.firstObject as? OrderLine ?? OrderLine(context: sheet))
    story.check("an order without lines", code { try order.validateForInsert() } != nil)
    sheet.rollback()

    let bob = Customer(context: view)
    bob.name = "B"
    bob.email = "nowhere"
    let error = error { try view.save() }
    let details = (error?.userInfo[NSDetailedErrorsKey] as? [NSError])?.map(\.code) ?? []
    story.check(
      "a customer with a short name and no address of mail, both told at once",
      error?.code == NSValidationMultipleErrorsError
        && Set(details) == [NSValidationStringTooShortError, NSValidationStringPatternMatchingError])
    view.rollback()

    let book = Book(context: view)
    book.title = "No number"
    book.isbn = "123"
    var refusal: ShopError?
    do { try view.save() } catch { refusal = error as? ShopError }
    story.check("a number that is none, by the class's own rule", refusal == .wrongNumber("123"))
    view.rollback()

    if let horror = try view.fetch(Category.fetchRequest()).first(where: { $0.name == "Horror" }) {
      view.delete(horror)
      story.check(
        "a category with titles is not deleted", code { try view.save() } == NSValidationRelationshipDeniedDeleteError)
      view.rollback()
    }

    let twin = NSManagedObjectContext(.privateQueue)
    twin.persistentStoreCoordinator = shop.container.persistentStoreCoordinator
    let duplicate = twin.performAndWait { () -> Int? in
      let book = Book(context: twin)
      (book.isbn, book.title) = ("9780000000017", "Another Kim")
      return code { try twin.save() }
    }
    story.check("a second title of one number", duplicate == NSManagedObjectConstraintMergeError)
  }

  private func error(_ body: () throws -> Void) -> NSError? {
    do {
      try body()
      return nil
    } catch {
      return error as NSError
    }
  }

  private func code(_ body: () throws -> Void) -> Int? { error(body)?.code }

  // MARK: evening

  private mutating func closeBooks() throws {
    story.chapter("The books are closed")
    let model = shop.container.managedObjectModel
    if let cheap = model.fetchRequestFromTemplate(withName: "Cheap", substitutionVariables: ["LIMIT": 8]) {
      cheap.sortDescriptors = [NSSortDescriptor(key: "price", ascending: true)]
      let titles = try view.fetch(cheap).compactMap { ($0 as? Publication)?.title }
      story.check("the model's own request: titles under 8", titles == ["Persuasion", "Kidnapped", "Emma"])
    }

    let sum = NSExpressionDescription()
    sum.name = "copies"
    sum.expression = StoreExpression(forFunction: "sum:", arguments: [StoreExpression(forKeyPath: "quantity")])
    sum.expressionResultType = .integer64AttributeType
    let sold = NSFetchRequest<NSDictionary>(entityName: "OrderLine")
    sold.resultType = .dictionaryResultType
    sold.propertiesToFetch = ["publication.title", sum]
    sold.propertiesToGroupBy = ["publication.title"]
    sold.havingPredicate = NSPredicate(format: "sum:(quantity) > 1")
    sold.sortDescriptors = [NSSortDescriptor(key: "publication.title", ascending: true)]
    let rows = try view.fetch(sold).map { "\($0["publication.title"] ?? "") \($0["copies"] ?? "")" }
    story.check("sold more than once, by title", rows == ["Coraline 3", "Kim 2"])

    let publishers = Publisher.fetchRequest()
    publishers.sortDescriptors = [
      NSSortDescriptor(keyPath: \Publisher.publicationCount, ascending: false),
      NSSortDescriptor(keyPath: \Publisher.name, ascending: true),
    ]
    publishers.fetchLimit = 1
    let first = try view.fetch(publishers).first
    story.check("the largest publisher, by a derived number", first?.name == "Gollancz" && first?.publicationCount == 3)
    let author = Author.fetchRequest()
    author.predicate = NSPredicate(format: "sortName == 'jane austen'")
    story.check("an author by a derived name", try view.fetch(author).first?.publications?.count == 3)

    let history = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
    history.resultType = .transactionsAndChanges
    let result = try view.execute(history) as? NSPersistentHistoryResult
    let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
    let authors = transactions.compactMap(\.author)
    story.check(
      "history knows who wrote: \(Set(authors).sorted().joined(separator: ", "))",
      Set(authors).isSuperset(of: ["counter", "import", "stock"]))
    let deletions = transactions.flatMap { $0.changes ?? [] }.filter { $0.changeType == .delete }
    let reviews = deletions.filter { $0.changedObjectID.entity.name == "Review" }
    story.check("and that 2 reviews were deleted", reviews.count == 2)
  }

  /// Lets the main queue do what the background left for it.
  private func settle() async {
    await view.perform(schedule: .enqueued) { [view] in view.processPendingChanges() }
  }
}
