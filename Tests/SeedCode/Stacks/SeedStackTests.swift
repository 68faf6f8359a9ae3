import CoreData
import Foundation
import SwiftData
import Testing

/// What the seeds' Core Data blocks do; each test is named by the block's document and first line.
///
/// They run one after the other: the seeds' stacks find their stores by name. Not part of a test target: `SeedProgramTests`
/// compiles this folder as the build plugin does, and runs it.
@MainActor @Suite(.serialized) struct SeedStackTests {
  init() throws { try SeedHome.clear() }

  private static let day: TimeInterval = 86_400

  private func date(_ days: Double) -> Date { Date(timeIntervalSinceNow: days * Self.day) }

  // MARK: the library

  @discardableResult
  private func book(_ title: String?, _ isbn: String, in context: NSManagedObjectContext) -> CDBook {
    let book = CDBook(context: context)
    book.title = title
    book.isbn = isbn
    return book
  }

  @discardableResult
  private func loan(
    _ member: String, due days: Double, of book: CDBook? = nil, in context: NSManagedObjectContext
  ) -> CDLoan {
    let loan = CDLoan(context: context)
    loan.memberName = member
    loan.dueAt = date(days)
    loan.book = book
    return loan
  }

  @Test func seed0Line20() throws {
    let stack = LibraryStack()
    let main = stack.container.viewContext
    #expect(main.automaticallyMergesChangesFromParent)
    #expect(main.mergePolicy as? NSMergePolicy === NSMergePolicy.mergeByPropertyObjectTrump)
    #expect(main.concurrencyType == .mainQueueConcurrencyType)
    let store = try #require(stack.container.persistentStoreCoordinator.persistentStores.first)
    #expect(store.url == NSPersistentContainer.defaultDirectoryURL().appendingPathComponent("Library.sqlite"))
    #expect(FileManager.default.fileExists(atPath: store.url?.path ?? ""))
    book("Kim", "1", in: main)
    try main.save()
    #expect(try LibraryStack().container.viewContext.count(for: CDBook.fetchRequest()) == 1)
  }

  @Test func seed0Line46() throws {
    let stack = LibraryStack()
    let context = stack.container.viewContext
    let kim = book("Kim", "1", in: context)
    loan("ADA", due: -1, of: kim, in: context)
    loan("adá", due: -3, of: kim, in: context)
    loan("Ada", due: 3, in: context)
    loan("Bob", due: -3, in: context)
    try context.save()
    context.reset()
    let (overdue, count) = try block0Line46(context, "ada")
    #expect(overdue.map(\.memberName) == ["adá", "ADA"])
    #expect(overdue.allSatisfy { $0.book?.title == "Kim" })
    #expect(count == 4)
  }

  /// The error merge policy is that of contexts which set no other.
  @Test func seed0Line65() throws {
    typealias Failure = Seed0Line65.LibraryStoreError
    let context = LibraryStack().container.newBackgroundContext()
    try context.performAndWait {
      let store = Seed0Line65()
      try store.commit(context)
      book("Kim", "1", in: context)
      try store.commit(context)
      #expect(!context.hasChanges)

      func failure(_ change: () -> Void) -> Failure? {
        change()
        do {
          try store.commit(context)
          return nil
        } catch {
          #expect(!context.hasChanges)
          return error as? Failure
        }
      }
      let duplicate = failure { book("Other", "1", in: context) }
      guard case .duplicate = duplicate else {
        Issue.record("a second book of the number is \(String(describing: duplicate))")
        return
      }
      let missing = failure { book(nil, "2", in: context) }
      guard case .missingField = missing else {
        Issue.record("a book without a title is \(String(describing: missing))")
        return
      }
      let several = failure {
        book(nil, "2", in: context)
        book(nil, "3", in: context)
      }
      guard case .other(let error as NSError) = several else {
        Issue.record("two books without titles are \(String(describing: several))")
        return
      }
      #expect(error.code == NSValidationMultipleErrorsError && error.domain == NSCocoaErrorDomain)
      #expect(try context.fetch(CDBook.fetchRequest()).map(\.title) == ["Kim"])
    }
  }

  @Test func seed0Line86() async throws {
    let stack = LibraryStack()
    let view = stack.container.viewContext
    #expect(try view.fetch(CDBook.fetchRequest()).isEmpty)
    let rows: [[String: any Sendable]] = [
      ["title": "Kim", "isbn": "1", "publishedOn": Date(timeIntervalSinceReferenceDate: 0)],
      ["title": "Emma", "isbn": "2"],
    ]
    try await Seed0Line86().importBooks(rows, stack: stack)
    let request = CDBook.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(key: "isbn", ascending: true)]
    let books = try view.fetch(request)
    #expect(books.map(\.title) == ["Kim", "Emma"])
    #expect(books.first?.publishedOn == Date(timeIntervalSinceReferenceDate: 0))
    #expect(!view.hasChanges)
  }

  /// One file for both frameworks, each of them writing.
  @Test func seed0Line116() throws {
    let stack = LibraryStack()
    let main = stack.container.viewContext
    let kim = book("Kim", "1", in: main)
    loan("Ada", due: -1, of: kim, in: main)
    try main.save()

    let context = ModelContext(try block0Line116())
    let read = try #require(try context.fetch(FetchDescriptor<Book>()).first)
    #expect(read.title == "Kim" && read.loans.map(\.memberName) == ["Ada"])
    let emma = Book(title: "Emma", isbn: "2")
    context.insert(emma)
    read.loans.first?.book = emma
    try context.save()

    main.refreshAllObjects()
    let request = CDBook.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(keyPath: \CDBook.title, ascending: true)]
    let books = try main.fetch(request)
    #expect(books.map(\.title) == ["Emma", "Kim"])
    #expect(books.map { $0.loans?.count } == [1, 0])
    #expect(books.last === kim)
  }

  // MARK: items

  private func myApp() throws -> NSManagedObjectContext {
    let controller = PersistenceController()
    return controller.viewContext
  }

  private func item(_ title: String, _ time: Double, in context: NSManagedObjectContext) -> Item {
    let item = Item(context: context)
    item.title = title
    item.timestamp = Date(timeIntervalSinceReferenceDate: time)
    return item
  }

  @Test func seed1Line13() throws {
    let context = try myApp()
    let item = item("one", 5, in: context)
    #expect(!item.isComplete && item.tags?.count == 0)
    item.isComplete = true
    let tag = Tag(context: context)
    tag.name = "a"
    item.tags = NSSet(object: tag)
    #expect(tag.items?.allObjects as? [Item] == [item])
    try context.save()
    context.reset()
    let read = try #require(try context.fetch(Item.fetchRequest()).first)
    #expect(read.title == "one" && read.isComplete && read.timestamp.timeIntervalSinceReferenceDate == 5)
    #expect((read.tags?.allObjects as? [Tag])?.map(\.name) == ["a"])
  }

  @Test func seed1Line75() throws {
    let controller = PersistenceController()
    #expect(controller.viewContext === controller.container.viewContext)
    #expect(controller.container.name == "MyApp")
    #expect(controller.container.persistentStoreCoordinator.persistentStores.count == 1)
    #expect(Item.entity().name == "Item" && Item.entity().managedObjectClassName == "SeedStacks.Item")
  }

  @Test func seed1Line120() throws {
    let context = try myApp()
    _ = item("Apples", 1, in: context)
    _ = item("pineapple", 2, in: context)
    item("Apple pie", 3, in: context).isComplete = true
    _ = item("Pears", 4, in: context)
    for number in 0..<20 { _ = item("äpple \(number)", Double(-number - 10), in: context) }
    try context.save()
    let found = try block1Line120(context, "APPLE")
    #expect(found.count == 20)
    #expect(found.prefix(3).map(\.title) == ["pineapple", "Apples", "äpple 0"])
  }

  @Test func seed1Line216() throws {
    let context = try myApp()
    try block1Line216(context)
    #expect(!context.hasChanges && context.registeredObjects.isEmpty)
    #expect(try context.count(for: Item.fetchRequest()) == 0)
  }

  @Test func seed1Line351() throws {
    let (container, swiftDataContainer) = try Seed1Line351.run()
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    try #require(failure == nil)
    let url = URL.applicationSupportDirectory.appendingPathComponent("MyApp.store")
    #expect(container.persistentStoreCoordinator.persistentStores.map(\.url) == [url])

    let new = ModelContext(swiftDataContainer)
    new.insert(Seed1Line351.Item(title: "new", tags: [Seed1Line351.Tag(name: "t")]))
    try new.save()
    let old = container.viewContext
    let read = try #require(try old.fetch(Item.fetchRequest()).first)
    #expect(read.title == "new" && (read.tags?.allObjects as? [Tag])?.map(\.name) == ["t"])
    read.isComplete = true
    _ = item("old", 1, in: old)
    try old.save()
    let items = try ModelContext(swiftDataContainer).fetch(
      FetchDescriptor<Seed1Line351.Item>(sortBy: [SortDescriptor(\.title)]))
    #expect(items.map(\.title) == ["new", "old"] && items.map(\.isComplete) == [true, false])
    #expect(items.map { $0.tags?.count } == [1, 0])
  }

  @Test func seed1Line372() throws {
    let container = NSPersistentContainer(name: "Legacy")
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    try #require(failure == nil)
    let old = container.viewContext
    let full = CDItem(context: old)
    full.title = "full"
    full.timestamp = Date(timeIntervalSinceReferenceDate: 7)
    full.isComplete = true
    _ = CDItem(context: old)
    try old.save()

    typealias New = Seed1Line372.Item
    let new = try ModelContainer.sample(for: New.self).mainContext
    try Seed1Line372().migrateData(from: old, to: new)
    let items = try ModelContext(new.container).fetch(FetchDescriptor<New>(sortBy: [SortDescriptor(\.title)]))
    #expect(items.map(\.title) == ["", "full"] && items.map(\.isComplete) == [false, true])
    #expect(items.last?.timestamp == Date(timeIntervalSinceReferenceDate: 7))
  }

  // MARK: users and posts

  /// The one stack of the program, emptied.
  private func users() throws -> NSManagedObjectContext {
    let context = CoreDataStack.shared.viewContext
    for entity in ["Post", "Topic", "User", "Entity"] {
      for object in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)) { context.delete(object) }
    }
    try context.save()
    context.reset()
    return context
  }

  private func user(_ name: String, in context: NSManagedObjectContext) -> User {
    let user = User(context: context)
    user.name = name
    return user
  }

  private func post(_ title: String, in context: NSManagedObjectContext) -> Post {
    let post = Post(context: context)
    post.title = title
    return post
  }

  @Test func seed2Line41() throws {
    let stack = CoreDataStack.shared
    #expect(stack.viewContext === stack.persistentContainer.viewContext)
    #expect(stack.viewContext.automaticallyMergesChangesFromParent)
    #expect(stack.viewContext.mergePolicy as AnyObject === NSMergeByPropertyObjectTrumpMergePolicy)
    let background = stack.newBackgroundContext()
    #expect(background !== stack.viewContext && background.concurrencyType == .privateQueueConcurrencyType)
    #expect(
      stack.persistentContainer.managedObjectModel.entitiesByName.keys.sorted() == ["Entity", "Post", "Topic", "User"])
  }

  /// The store works here, and is not mirrored: the container says so by an event.
  @Test func seed2Line78() throws {
    let context = try users()
    let events = Events()
    let container = CloudKitStack().container
    let description = try #require(container.persistentStoreDescriptions.first)
    #expect(description.cloudKitContainerOptions?.containerIdentifier == "iCloud.com.yourapp")
    #expect(description.options[NSPersistentHistoryTrackingKey] as? Bool == true)
    #expect(events.all.map(\.type) == [.setup] && events.all.allSatisfy { !$0.succeeded && $0.error != nil })
    #expect(container.viewContext.automaticallyMergesChangesFromParent)
    _ = user("Ada", in: container.viewContext)
    try container.viewContext.save()
    #expect(try context.fetch(User.fetchRequest()).map(\.name) == ["Ada"])
  }

  /// The events of containers that were told since it was made.
  @MainActor private final class Events {
    private(set) var all: [NSPersistentCloudKitContainer.Event] = []
    private var token: (any NSObjectProtocol)?

    init() {
      token = NotificationCenter.default.addObserver(
        forName: NSPersistentCloudKitContainer.eventChangedNotification, object: nil, queue: nil
      ) { [unowned self] notification in
        let event = notification.userInfo?[NSPersistentCloudKitContainer.eventNotificationUserInfoKey]
        if let event = event as? NSPersistentCloudKitContainer.Event { all.append(event) }
      }
    }

    isolated deinit {
      if let token { NotificationCenter.default.removeObserver(token) }
    }
  }

  /// The block reads a user on a thread that is not its context's; the object is another one of the same row.
  @Test func seed2Line123() async throws {
    let view = try users()
    let ada = user("Ada", in: view)
    try view.save()
    let reads = NotificationCenter.default.notifications(named: User.wasRead)
    block2Line123(ada)
    var wasRead = false
    for await _ in reads {
      wasRead = true
      break
    }
    #expect(wasRead && ada.name == "Ada" && !view.hasChanges)
  }

  @Test func seed2Line133() async throws {
    let view = try users()
    try await Seed2Line133().importData((1...3).map { ImportItem(name: "\($0)") })
    let request = Entity.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(keyPath: \Entity.name, ascending: true)]
    #expect(try view.fetch(request).map(\.name) == ["1", "2", "3"])
  }

  @Test func seed2Line151() async throws {
    let view = try users()
    for name in ["Eve", "Ada", "Bob"] { _ = user(name, in: view) }
    try view.save()
    let found = try await Seed2Line151().fetchUsers()
    #expect(found.map(\.name) == ["Ada", "Bob", "Eve"])
    #expect(found.allSatisfy { $0.managedObjectContext === view })
  }

  @Test func seed2Line166() throws {
    let context = try users()
    let (ada, bob, post) = (user("Ada", in: context), user("Bob", in: context), post("a", in: context))
    ada.posts = NSSet(object: post)
    #expect(post.author === ada)
    bob.posts = NSSet(object: post)
    #expect(post.author === bob && ada.posts?.count == 0)
    post.author = nil
    #expect(bob.posts?.count == 0)
  }

  @Test func seed2Line169() throws {
    let context = try users()
    let ada = user("Ada", in: context)
    #expect(ada.postsArray.isEmpty)
    let posts = ["a", "b"].map { self.post($0, in: context) }
    for post in posts { ada.addPost(post) }
    #expect(Set(ada.postsArray) == Set(posts) && posts.allSatisfy { $0.author === ada })
    try context.save()
    context.reset()
    let read = try #require(try context.fetch(User.fetchRequest()).first)
    #expect(read.postsArray.map(\.title).sorted() == ["a", "b"])
    context.delete(read)
    try context.save()
    #expect(try context.count(for: Post.fetchRequest()) == 0)
  }

  /// Where the document breaks off, with "Many-to-Man": both ends through `NSSet` and through `mutableSetValue`.
  @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
  func manyToMany(fromTopics: Bool, throughMutableSet: Bool) throws {
    let context = try users()
    let posts = ["a", "b", "c"].map { self.post($0, in: context) }
    let topics = ["x", "y"].map { name in
      let topic = Topic(context: context)
      topic.name = name
      return topic
    }
    // a: x y, b: x, c: none.
    let pairs = [(0, 0), (0, 1), (1, 0)]
    for (number, owner) in (fromTopics ? topics as [NSManagedObject] : posts).enumerated() {
      let members = pairs.compactMap { post, topic -> NSManagedObject? in
        (fromTopics ? topic : post) == number ? (fromTopics ? posts[post] : topics[topic]) : nil
      }
      if throughMutableSet {
        let set = owner.mutableSetValue(forKey: fromTopics ? "posts" : "topics")
        for member in members { set.add(member) }
      } else if let topic = owner as? Topic {
        topic.posts = NSSet(array: members)
      } else if let post = owner as? Post {
        post.topics = NSSet(array: members)
      }
    }

    func names(_ context: NSManagedObjectContext) throws -> ([String: [String]], [String: [String]]) {
      let byPost = try context.fetch(Post.fetchRequest()).map { post in
        (post.title, (post.topics?.allObjects as? [Topic] ?? []).map(\.name).sorted())
      }
      let byTopic = try context.fetch(Topic.fetchRequest()).map { topic in
        (topic.name, topic.mutableSetValue(forKey: "posts").compactMap { ($0 as? Post)?.title }.sorted())
      }
      return (Dictionary(uniqueKeysWithValues: byPost), Dictionary(uniqueKeysWithValues: byTopic))
    }
    let expected = (["a": ["x", "y"], "b": ["x"], "c": []], ["x": ["a", "b"], "y": ["a"]])
    #expect(try names(context) == expected)
    try context.save()
    context.reset()
    #expect(try names(context) == expected)

    let first = try #require(try context.fetch(Topic.fetchRequest()).first { $0.name == "x" })
    let post = try #require(try context.fetch(Post.fetchRequest()).first { $0.title == "a" })
    if fromTopics {
      first.mutableSetValue(forKey: "posts").remove(post)
    } else {
      post.mutableSetValue(forKey: "topics").remove(first)
    }
    context.delete(try #require(try context.fetch(Topic.fetchRequest()).first { $0.name == "y" }))
    try context.save()
    context.reset()
    #expect(try names(context) == (["a": [], "b": ["x"], "c": []], ["x": ["b"]]))
  }

  // MARK: snippets

  @Test func seed3Line84() throws {
    let container = NSPersistentContainer(name: "Snippets")
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))]
    container.loadPersistentStores { #expect($1 == nil) }
    let snippet = Snippet(context: container.viewContext)
    #expect(snippet.title == "")
    snippet.title = "a"
    #expect(snippet.title_ == "a" && snippet.changedValues()["title_"] as? String == "a")
  }
}
