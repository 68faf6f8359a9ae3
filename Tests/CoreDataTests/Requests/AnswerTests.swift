import CoreData
import Foundation
import ObjectGraph
import TestKit
import Testing

/// What requests answer with, kind for kind.
@Suite struct AnswerTests {
  enum Batch: String, CaseIterable, Sendable { case insert, update, delete }
  enum Answer: String, CaseIterable, Sendable { case status, count, ids }

  @Test(arguments: Batch.allCases, Answer.allCases) func batches(_ batch: Batch, _ answer: Answer) throws {
    let stack = try LibraryStack()
    let old = (1...3).map { stack.book("old \($0)", pages: $0) }
    try stack.context.save()
    let request: NSPersistentStoreRequest
    let affected = batch == .insert ? 2 : 3
    switch batch {
    case .insert:
      let insert = NSBatchInsertRequest(entityName: "CDBook", objects: [["title": "a"], ["title": "b"]])
      insert.resultType = [.status: .statusOnly, .count: .count, .ids: .objectIDs][answer] ?? .statusOnly
      request = insert
    case .update:
      let update = NSBatchUpdateRequest(entityName: "CDBook")
      update.propertiesToUpdate = ["pages": 9]
      update.resultType =
        [
          .status: .statusOnlyResultType, .count: .updatedObjectsCountResultType, .ids: .updatedObjectIDsResultType,
        ][answer] ?? .statusOnlyResultType
      request = update
    case .delete:
      let delete = NSBatchDeleteRequest(fetchRequest: NSFetchRequest<CDBook>(entityName: "CDBook"))
      delete.resultType =
        [.status: .resultTypeStatusOnly, .count: .resultTypeCount, .ids: .resultTypeObjectIDs][answer]
        ?? .resultTypeStatusOnly
      request = delete
    }
    let result = try stack.context.execute(request)
    let value: Any? =
      switch result {
      case let result as NSBatchInsertResult: result.result
      case let result as NSBatchUpdateResult: result.result
      case let result as NSBatchDeleteResult: result.result
      default: nil
      }
    switch answer {
    case .status: #expect(value as? Bool == true)
    case .count: #expect(value as? Int == affected)
    case .ids:
      let ids = try #require(value as? [NSManagedObjectID])
      #expect(ids.count == affected && ids.allSatisfy { !$0.isTemporaryID && $0.entity.name == "CDBook" })
      #expect(batch == .insert || Set(ids) == Set(old.map(\.objectID)))
      // What the answer is for: contexts are told by it.
      let key = [
        Batch.insert: NSInsertedObjectIDsKey, .update: NSUpdatedObjectIDsKey, .delete: NSDeletedObjectIDsKey,
      ][batch]
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [key ?? "": ids], into: [stack.context])
      if batch == .update { #expect(old.allSatisfy { $0.pages == 9 }) }
      if batch == .delete { #expect(old.allSatisfy { $0.managedObjectContext == nil }) }
    }
    let left = [Batch.insert: 5, .update: 3, .delete: 0][batch]
    #expect(try stack.other().count(for: NSFetchRequest<CDBook>(entityName: "CDBook")) == left)
  }

  final class Listener: NSObject, NSFetchedResultsControllerDelegate {
    var titles: [String] = []
    var differences = 0

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {
      differences += 1
      guard let context = controller.fetchedObjects?.first.flatMap({ ($0 as? CDBook)?.managedObjectContext }) else {
        return titles = []
      }
      for change in diff {
        switch change {
        case .remove(let offset, _, _): titles.remove(at: offset)
        case .insert(let offset, let id, _):
          titles.insert((context.object(with: id) as? CDBook)?.title ?? "?", at: offset)
        }
      }
    }
  }

  /// The difference brings a list of one's own to what the controller has.
  @Test func theDifferenceOfFetchedResults() throws {
    let stack = try LibraryStack()
    let books = ["a", "c", "e"].map { stack.book($0) }
    try stack.context.save()
    let request = NSFetchRequest<CDBook>(entityName: "CDBook")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: stack.context, sectionNameKeyPath: nil, cacheName: nil)
    let listener = Listener()
    controller.delegate = listener
    try controller.performFetch()
    listener.titles = controller.fetchedObjects?.compactMap(\.title) ?? []
    stack.book("b")
    stack.context.delete(books[2])
    stack.context.processPendingChanges()
    #expect(listener.titles == ["a", "b", "c"] && listener.differences == 1)
    stack.book("d")
    stack.context.delete(books[0])
    stack.context.processPendingChanges()
    #expect(listener.titles == ["b", "c", "d"] && listener.differences == 2)
    #expect(listener.titles == controller.fetchedObjects?.compactMap(\.title))
  }

  @Test func generationsOfAStore() throws {
    let stack = try LibraryStack()
    let context = stack.context
    try context.setQueryGenerationFrom(nil)
    #expect(context.queryGenerationToken == nil)
    // Apps pin their view contexts so; here they go on reading the present state, and a line says so.
    try context.setQueryGenerationFrom(.current)
    #expect(Notice.wasShown(NSManagedObjectContext.pinningLine))
    #expect(context.queryGenerationToken == nil)
    let writer = stack.other()
    stack.book("later", in: writer)
    try writer.save()
    #expect(try context.count(for: NSFetchRequest<CDBook>(entityName: "CDBook")) == 1)
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: NSQueryGenerationToken.current, requiringSecureCoding: true)
    let other = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: NSQueryGenerationToken.self, from: data))
    let error = #expect(throws: NSError.self) { try context.setQueryGenerationFrom(other) }
    #expect(error?.code == NSPersistentStoreUnsupportedRequestTypeError)
    #expect(error?.localizedDescription.contains("NSQueryGenerationToken.current") == true)
  }
}
