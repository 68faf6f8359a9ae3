import CoreData
import Foundation
import TestKit
import Testing

/// Fetched results controllers and history.
@Suite struct ResultsControllerTests {
  final class Listener: NSObject, NSFetchedResultsControllerDelegate {
    var lines: [String] = []

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
      lines.append("will")
    }
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
      lines.append("did")
    }
    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
      at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
      let title = (anObject as? CDBook)?.title ?? "?"
      func text(_ path: IndexPath?) -> String { path.map { "\($0[0]).\($0[1])" } ?? "-" }
      lines.append("\(type) \(title) \(text(indexPath)) \(text(newIndexPath))")
    }
    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
      for type: NSFetchedResultsChangeType
    ) {
      lines.append("section \(type) \(sectionInfo.name) \(sectionIndex)")
    }
  }

  @Test func resultsThatAreNotInTheOrderOfTheirSectionsAreRefused() throws {
    let stack = try LibraryStack()
    _ = [stack.book("a", pages: 1), stack.book("b", pages: 2), stack.book("c", pages: 1)]
    try stack.context.save()
    let request = NSFetchRequest<CDBook>(entityName: "CDBook")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: stack.context, sectionNameKeyPath: "pages", cacheName: nil)
    do {
      try controller.performFetch()
      Issue.record("the sections came twice")
    } catch let error as NSError {
      #expect(error.code == NSCoreDataError && error.localizedDescription.contains("section \"1\" would come twice"))
    }
  }

  @Test func sectionsFollowTheContext() throws {
    let stack = try LibraryStack()
    let (one, _, three) = (stack.book("b", pages: 1), stack.book("c", pages: 1), stack.book("a", pages: 2))
    try stack.context.save()
    let request = NSFetchRequest<CDBook>(entityName: "CDBook")
    request.sortDescriptors = [
      NSSortDescriptor(key: "pages", ascending: true), NSSortDescriptor(key: "title", ascending: true),
    ]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: stack.context, sectionNameKeyPath: "pages", cacheName: nil)
    let listener = Listener()
    controller.delegate = listener
    try controller.performFetch()
    #expect(controller.sections?.map(\.name) == ["1", "2"])
    #expect(controller.sections?.map(\.numberOfObjects) == [2, 1])
    #expect(controller.fetchedObjects?.map(\.title) == ["b", "c", "a"])
    #expect(controller.indexPath(forObject: three) == IndexPath(indexes: [1, 0]))
    #expect(controller.object(at: IndexPath(indexes: [0, 1])).title == "c")
    stack.book("d", pages: 3)
    stack.context.processPendingChanges()
    #expect(listener.lines == ["will", "section insert 3 2", "insert d - 2.0", "did"])
    listener.lines = []
    one.title = "e"
    stack.context.processPendingChanges()
    #expect(listener.lines == ["will", "move e 0.0 0.1", "did"])
    listener.lines = []
    three.setValue(2.5, forKey: "rating")
    stack.context.processPendingChanges()
    #expect(listener.lines == ["will", "update a 1.0 1.0", "did"])
    listener.lines = []
    stack.context.delete(three)
    stack.context.processPendingChanges()
    #expect(listener.lines == ["will", "section delete 2 1", "delete a 1.0 -", "did"])
    #expect(controller.sections?.map(\.name) == ["1", "3"])
    let unsorted = NSFetchedResultsController(
      fetchRequest: NSFetchRequest<CDBook>(entityName: "CDBook"), managedObjectContext: stack.context,
      sectionNameKeyPath: nil, cacheName: nil)
    #expect(throws: NSError.self) { try unsorted.performFetch() }
  }

  @Test func historyTellsOfSaves() throws {
    let folder = try TemporaryFolder()
    let stack = try LibraryStack(at: folder.file("a.sqlite"), history: true)
    let context = stack.context
    context.transactionAuthor = "tester"
    let book = stack.book("A")
    try context.save()
    let first = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
    let transactions =
      (try context.execute(first) as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction]
    #expect(transactions?.map(\.author) == ["tester"])
    #expect(transactions?.first?.changes?.map(\.changedObjectID) == [book.objectID])
    #expect(transactions?.first?.changes?.first?.changeType == .insert)
    book.title = "B"
    try context.save()
    let later = NSPersistentHistoryChangeRequest.fetchHistory(after: transactions?.last?.token)
    later.resultType = .changesOnly
    let changes = (try context.execute(later) as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryChange]
    #expect(changes?.map(\.changeType) == [.update])
    #expect(changes?.first?.updatedProperties?.map(\.name) == ["title"])
    let coordinator = stack.container.persistentStoreCoordinator
    let rest = NSPersistentHistoryChangeRequest.fetchHistory(
      after: coordinator.currentPersistentHistoryToken(fromStores: nil))
    rest.resultType = .count
    let left = (try coordinator.execute(rest, with: context) as? NSPersistentHistoryResult)?.result as? Int
    #expect(left == 0)
    let books = try coordinator.execute(NSFetchRequest<CDBook>(entityName: "CDBook"), with: context) as? [CDBook]
    #expect(books == [book])
  }

  @Test func asynchronousFetches() async throws {
    let stack = try LibraryStack()
    let context = stack.container.newBackgroundContext()
    try context.performAndWait {
      let book = CDBook(context: context)
      book.title = "A"
      try context.save()
    }
    let titles = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<[String], any Error>) in
      let request = NSAsynchronousFetchRequest(fetchRequest: NSFetchRequest<CDBook>(entityName: "CDBook")) { result in
        continuation.resume(returning: result.finalResult?.compactMap(\.title) ?? [])
      }
      do { _ = try context.execute(request) } catch { continuation.resume(throwing: error) }
    }
    #expect(titles == ["A"])
  }
}
