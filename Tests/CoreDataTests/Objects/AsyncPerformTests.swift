import CoreData
import Foundation
import TestKit
import Testing

/// The asynchronous forms of `perform`, called as an app in Swift 6 mode does: what is given back need not be `Sendable`, and
/// the caller is on the main actor, on another actor, or on none.
@MainActor @Suite struct AsyncPerformTests {
  private let container: NSPersistentContainer
  private let screen = Screen()

  init() throws {
    container = try LibraryStack().container
    let context = container.viewContext
    for title in ["Kim", "Emma"] {
      let book = CDBook(context: context)
      book.title = title
    }
    try context.save()
  }

  @MainActor final class Screen {
    var titles: [String] = []
    var books: [CDBook] = []
    var rows = NSMutableArray()
  }

  nonisolated private static func request() -> NSFetchRequest<CDBook> {
    let request = NSFetchRequest<CDBook>(entityName: "CDBook")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    return request
  }

  @Test func theMainActorGetsObjectsOfItsContext() async throws {
    let view = container.viewContext
    screen.books = try await view.perform { try view.fetch(Self.request()) }
    #expect(screen.books.map(\.title) == ["Emma", "Kim"])
    await view.perform { screen.titles.append("more") }
    #expect(screen.titles == ["more"])
  }

  @Test func theMainActorGetsWhatABackgroundContextMade() async throws {
    let background = container.newBackgroundContext()
    screen.titles = try await background.perform {
      try background.fetch(Self.request()).compactMap(\.title)
    }
    screen.rows = try await container.performBackgroundTask { context in
      let book = CDBook(context: context)
      book.title = "Persuasion"
      try context.save()
      return NSMutableArray(object: book.objectID)
    }
    let count = await background.perform(schedule: .enqueued) { (try? background.count(for: Self.request())) ?? 0 }
    #expect(screen.titles == ["Emma", "Kim"] && screen.rows.count == 1 && count == 3)
    MainActor.assertIsolated()
  }

  @Test func whatIsImmediateRunsAtOnceWhereItsQueueIs() async {
    let view = container.viewContext
    let screen = screen
    DispatchQueue.main.async { MainActor.assumeIsolated { screen.titles.append("waiting") } }
    await view.perform { screen.titles.append("immediate") }
    #expect(screen.titles == ["immediate"])
    await view.perform(schedule: .enqueued) { screen.titles.append("enqueued") }
    #expect(screen.titles == ["immediate", "waiting", "enqueued"])
  }

  @Test func errorsComeBackAsTheyWereThrown() async throws {
    let background = container.newBackgroundContext()
    await #expect(throws: CocoaError.self) {
      try await background.perform { throw CocoaError(.fileNoSuchFile) }
    }
    let error = await #expect(throws: NSError.self) {
      try await container.performBackgroundTask { context in
        _ = CDBook(context: context)
        try context.save()
      }
    }
    #expect(error?.code == NSValidationMissingMandatoryPropertyError)
    let number = await container.persistentStoreCoordinator.perform { 7 }
    #expect(number == 7)
  }

  actor Worker {
    let container: NSPersistentContainer
    var books: [CDBook] = []

    init(_ container: NSPersistentContainer) { self.container = container }

    func read() async throws -> [String] {
      let context = container.newBackgroundContext()
      books = try await context.perform { try context.fetch(AsyncPerformTests.request()) }
      let books = books
      return await context.perform { books.compactMap(\.title) }
    }
  }

  nonisolated private static func titles(_ context: NSManagedObjectContext) async throws -> [String] {
    let books = try await context.perform { try context.fetch(request()) }
    return await context.perform { books.compactMap(\.title) }
  }

  @Test func actorsAndFunctionsOfNoneDoToo() async throws {
    #expect(try await Worker(container).read() == ["Emma", "Kim"])
    #expect(try await Self.titles(container.newBackgroundContext()) == ["Emma", "Kim"])
    let container = container
    let fromTask = try await Task.detached { try await Self.titles(container.newBackgroundContext()) }.value
    #expect(fromTask == ["Emma", "Kim"])
  }
}
