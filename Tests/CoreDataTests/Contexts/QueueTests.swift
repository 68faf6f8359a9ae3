import CoreData
import Foundation
import TestKit
import Testing

/// Contexts and their queues: where blocks run, and what is said of use elsewhere.
@Suite struct QueueTests {
  /// Something that goes from one queue to another on purpose.
  struct Carried<Value>: @unchecked Sendable {
    // Unchecked: the tests show what happens then.
    let value: Value
  }

  private static func lines(_ name: String) -> [String] { QueueCheck.lines.filter { $0.contains("\"\(name)\"") } }

  #if DEBUG
    @Test func useOffTheQueueIsSaidOnceForEachPlace() throws {
      let stack = try LibraryStack()
      let context = stack.container.newBackgroundContext()
      context.name = "off queue 1"
      let book = try context.performAndWait {
        let book = stack.book("A", in: context)
        try context.save()
        _ = book.objectID
        return Carried(value: book)
      }.value
      #expect(Self.lines("off queue 1").isEmpty)
      for _ in 0..<10 { #expect(book.title == "A") }
      let said = Self.lines("off queue 1")
      #expect(said.count == 1)
      let line = try #require(said.first)
      #expect(line.contains("CDBook.title of \(book.objectID.uriRepresentation().absoluteString)"))
      #expect(line.contains("a task off the main actor"))
      #expect(line.contains("the queue NSManagedObjectContext "))
      book.title = "B"
      #expect(Self.lines("off queue 1").count == 2)
      // Saying it changes nothing of what happens.
      try context.save()
      #expect(Self.lines("off queue 1").last?.hasPrefix("save() was used on") == true)
      // What may be asked anywhere.
      let before = Self.lines("off queue 1").count
      _ = (book.objectID, book.managedObjectContext, book.entity, context.object(with: book.objectID))
      #expect(Self.lines("off queue 1").count == before)
    }

    /// The block that the specification calls correct: the identifier goes to another task, which asks an object of a
    /// background context without `perform`.
    @Test func anObjectOfABackgroundContextAskedInATaskIsOneLine() async throws {
      let stack = try LibraryStack()
      let id = try {
        let book = stack.book("A")
        try stack.context.save()
        return book.objectID
      }()
      let container = stack.container
      await Task.detached {
        let context = container.newBackgroundContext()
        context.name = "off queue 2"
        let book = context.object(with: id) as? CDBook
        #expect(book?.title == "A")
      }.value
      #expect(Self.lines("off queue 2").count == 1)
    }

    @Test func theMainQueueHasToBeTheMainQueue() async throws {
      let stack = try LibraryStack()
      let view = stack.container.viewContext
      view.name = "off queue 3"
      let book = await view.perform {
        Carried(value: stack.book("A", in: view))
      }
      await MainActor.run { #expect(book.value.title == "A") }
      #expect(Self.lines("off queue 3").isEmpty)
      view.performAndWait { #expect(book.value.title == "A") }
      #expect(Self.lines("off queue 3").isEmpty)
      #expect(book.value.title == "A")
      #expect(
        Self.lines("off queue 3").first?.contains("belongs to the context \"off queue 3\" of the main queue") == true)
      let other = stack.container.newBackgroundContext()
      other.performAndWait { #expect(book.value.pages == 100) }
      #expect(Self.lines("off queue 3").last?.contains("was used on the queue NSManagedObjectContext") == true)
    }

    /// What the main queue waits for runs on its behalf, on whichever thread and through whichever queues.
    @Test func whatTheMainQueueWaitsForMayUseItsObjects() async throws {
      let stack = try LibraryStack()
      let (view, background) = (stack.container.viewContext, stack.container.newBackgroundContext())
      (view.name, background.name) = ("off queue 4", "off queue 5")
      let book = await view.perform { Carried(value: stack.book("A", in: view)) }
      let titles = await withCheckedContinuation { continuation in
        DispatchQueue(label: "some queue").async {
          let titles = DispatchQueue.main.sync {
            [
              book.value.title, background.performAndWait { book.value.title },
              background.performAndWait { view.performAndWait { book.value.title } },
              stack.container.persistentStoreCoordinator.performAndWait { book.value.title },
            ]
          }
          continuation.resume(returning: titles)
        }
      }
      #expect(titles == ["A", "A", "A", "A"])
      #expect(await background.perform { DispatchQueue.main.sync { book.value.title } } == "A")
      #expect(Self.lines("off queue 4").isEmpty && Self.lines("off queue 5").isEmpty)
      // The block is over, and so is what it stood for.
      background.performAndWait { #expect(book.value.pages == 100) }
      #expect(Self.lines("off queue 4").count == 1)
    }

    @Test func theDebugArgumentMakesItATrap() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        setenv("CAUSEWAY_CONCURRENCY_DEBUG", "1", 1)
        let stack = try LibraryStack()
        let context = stack.container.newBackgroundContext()
        let book = context.performAndWait { Carried(value: stack.book("A", in: context)) }
        _ = book.value.title
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("CDBook.title of not saved was used on"))
    }
  #endif

  @Test(
    arguments: [
      ([], [:], QueueCheck.Mode.report), (["-com.apple.CoreData.ConcurrencyDebug", "1"], [:], .trap),
      (["-com.apple.CoreData.ConcurrencyDebug", "0"], ["CAUSEWAY_CONCURRENCY_DEBUG": "1"], .off),
      (["-com.apple.CoreData.ConcurrencyDebug"], [:], .report), ([], ["CAUSEWAY_CONCURRENCY_DEBUG": "1"], .trap),
      ([], ["CAUSEWAY_CONCURRENCY_DEBUG": "0"], .off), ([], ["CAUSEWAY_CONCURRENCY_DEBUG": "yes"], .report),
    ] as [([String], [String: String], QueueCheck.Mode)])
  func theArgument(_ arguments: [String], _ environment: [String: String], _ mode: QueueCheck.Mode) {
    #expect(QueueCheck.mode(arguments: ["app"] + arguments, environment: environment) == mode)
  }

  // MARK: where blocks run

  @Test func theViewContextPerformsUnderSwiftTesting() async throws {
    let stack = try LibraryStack()
    let view = stack.container.viewContext
    let count = try await view.perform {
      stack.book("A", in: view)
      try view.save()
      return try view.count(for: NSFetchRequest<CDBook>(entityName: "CDBook"))
    }
    #expect(count == 1)
    let title = try await Task.detached {
      try view.performAndWait {
        #expect(Thread.isMainThread || view.performAndWait { true })
        return try view.fetch(NSFetchRequest<CDBook>(entityName: "CDBook")).first?.title
      }
    }.value
    #expect(title == "A")
  }

  @Test @MainActor func theViewContextPerformsOnTheMainActor() async throws {
    let stack = try LibraryStack()
    let view = stack.container.viewContext
    view.name = "main actor"
    // At once, before the main queue could come round.
    var isDone = false
    view.performAndWait {
      stack.book("A", in: view)
      isDone = true
    }
    #expect(isDone)
    let count = try await view.perform {
      try view.save()
      return try view.count(for: NSFetchRequest<CDBook>(entityName: "CDBook"))
    }
    #expect(count == 1)
    #expect(Self.lines("main actor").isEmpty)
  }

  @Test func aMainQueueThatNobodyRunsIsOneLine() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let stack = try LibraryStack()
      let view = stack.container.viewContext
      // A block that holds the main queue up, as a program does that never runs it.
      DispatchQueue.main.async { Thread.sleep(forTimeInterval: 60) }
      for _ in 0..<3 { view.perform { exit(1) } }
      usleep(1_300_000)
      view.perform { exit(1) }
      usleep(1_300_000)
      exit(0)
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.components(separatedBy: MainQueueWatch.line).count == 2)
  }

  /// On the main thread blocks run at once, whether anybody runs the queue or not.
  @Test func theMainThreadDoesNotWaitForTheMainQueue() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let stack = try LibraryStack()
      let view = stack.container.viewContext
      // The main queue is busy with this very block.
      let count = try view.performAndWait {
        stack.book("A", in: view)
        try view.save()
        return try view.count(for: NSFetchRequest<CDBook>(entityName: "CDBook"))
      }
      exit(count == 1 ? 0 : 1)
    }
  }

  @Test func blocksMayWaitForAQueueThatWaitsForThem() throws {
    let stack = try LibraryStack()
    let (one, two) = (stack.container.newBackgroundContext(), stack.container.newBackgroundContext())
    #expect(one.performAndWait { two.performAndWait { one.performAndWait { 1 } } } == 1)
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = one
    let count = try one.performAndWait {
      try child.performAndWait { try child.count(for: NSFetchRequest<CDBook>(entityName: "CDBook")) }
    }
    #expect(count == 0)
  }

  /// The asynchronous forms hold their queues as those do that wait, and the main queue is held as others are.
  @Test func asynchronousBlocksHoldTheirQueues() async throws {
    let stack = try LibraryStack()
    let (view, background) = (stack.container.viewContext, stack.container.newBackgroundContext())
    let coordinator = stack.container.persistentStoreCoordinator
    #expect(await coordinator.perform { background.performAndWait { coordinator.performAndWait { 1 } } } == 1)
    #expect(await background.perform { coordinator.performAndWait { background.performAndWait { 2 } } } == 2)
    #expect(await background.perform { view.performAndWait { background.performAndWait { 3 } } } == 3)
    #expect(await view.perform { background.performAndWait { view.performAndWait { 4 } } } == 4)
    #expect(await coordinator.perform { view.performAndWait { coordinator.performAndWait { 5 } } } == 5)
  }
}
