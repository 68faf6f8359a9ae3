import CoreData
import Foundation
import ObjectGraph
import SQLiteDriver
import SwiftData
import TestKit
import Testing

@testable import coexistence_worker

/// Both frameworks on one file, in one process.
@Suite struct SharedStackTests {
  private let stack: SharedStack

  init() throws { stack = try SharedStack() }

  @Test(arguments: [true, false]) func eitherMayMakeTheFile(swiftDataFirst: Bool) throws {
    let modern: ModelContext
    let classic: NSManagedObjectContext
    if swiftDataFirst {
      modern = ModelContext(try stack.swiftData())
      classic = try stack.coreData().newBackgroundContext()
    } else {
      classic = try stack.coreData().newBackgroundContext()
      modern = ModelContext(try stack.swiftData())
    }
    try classic.performAndWait {
      let item = CDItem(context: classic)
      (item.code, item.count) = ("a", 1)
      try classic.save()
    }
    let box = Box(label: "red")
    modern.insert(box)
    let first = try #require(try modern.fetch(FetchDescriptor<Item>()).first)
    #expect(first.code == "a" && first.count == 1)
    first.box = box
    try modern.save()
    try classic.performAndWait {
      // The class has another name than the entity; its object is of the same row.
      let request = NSFetchRequest<CDItem>(entityName: "Item")
      let found = try classic.fetch(request)
      #expect(found.count == 1 && found[0].entity.name == "Item")
      classic.refresh(found[0], mergeChanges: false)
      #expect((found[0].value(forKey: "box") as? NSManagedObject)?.value(forKey: "label") as? String == "red")
    }
  }

  /// Each process opens the file that the one before it made or wrote, and both faces of this process the result.
  @Test(arguments: [["coredata", "swiftdata"], ["swiftdata", "coredata"]])
  func processesOpenItInEitherOrder(faces: [String]) throws {
    for (number, face) in (faces + faces).enumerated() {
      try stack.worker("add", face, stack.url.path, "p\(number)", "\(number)")
    }
    let connection = try Connection(path: stack.url.path, mode: .readOnly)
    #expect(try connection.integer("SELECT count(*) FROM ATRANSACTION") == 4)
    #expect(try connection.integer("SELECT count(*) FROM ATRANSACTIONSTRING WHERE ZNAME = 'worker'") == 1)
    #expect(try connection.text("SELECT group_concat(Z_PK || '-' || Z_OPT) FROM ZITEM") == "1-1,2-1,3-1,4-1")
    let (modern, classic) = (ModelContext(try stack.swiftData()), try stack.coreData().newBackgroundContext())
    let sorted = FetchDescriptor<Item>(sortBy: [SortDescriptor(\.code)])
    #expect(try modern.fetch(sorted).map(\.count) == [0, 1, 2, 3])
    let counts = try classic.performAndWait {
      try classic.fetch(NSFetchRequest<CDItem>(entityName: "Item")).map(\.count)
    }
    #expect(counts.sorted() == [0, 1, 2, 3])
    #expect(try connection.integer("SELECT count(*) FROM Z_METADATA") == 1)
  }

  @Test func identifiersConvert() throws {
    let container = try stack.coreData()
    let classic = container.newBackgroundContext()
    let modern = ModelContext(try stack.swiftData())
    try classic.performAndWait {
      let item = CDItem(context: classic)
      (item.code, item.count) = ("a", 1)
      #expect(PersistentIdentifier(item.objectID) == nil)
      try classic.save()
      let identifier = try #require(PersistentIdentifier(item.objectID))
      let model = try #require(try modern.existingModel(for: identifier) as? Item)
      #expect(model.code == "a" && model.persistentModelID == identifier)
      let back = try #require(container.persistentStoreCoordinator.managedObjectID(for: identifier))
      #expect(back == item.objectID && classic.object(with: back) === item)
    }
  }

  /// Saves of both count in one order, and each side reads those of the other by its own names.
  @Test func historyIsOne() throws {
    let container = try stack.coreData()
    let classic = container.newBackgroundContext()
    let modern = ModelContext(try stack.swiftData())
    modern.author = "modern"
    try classic.performAndWait {
      classic.transactionAuthor = "classic"
      let item = CDItem(context: classic)
      (item.code, item.count) = ("a", 1)
      try classic.save()
    }
    let item = try #require(try modern.fetch(FetchDescriptor<Item>()).first)
    item.count = 5
    try modern.save()
    modern.delete(item)
    try modern.save()
    let told = try modern.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(told.map(\.author) == ["classic", "modern", "modern"] && told.map(\.transactionIdentifier) == [1, 2, 3])
    try classic.performAndWait {
      let first = NSPersistentHistoryChangeRequest.fetchHistory(after: NSPersistentHistoryToken([:]))
      let answer = try #require(
        (try classic.execute(first) as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction])
      #expect(answer.map(\.author) == ["classic", "modern", "modern"])
      #expect(answer.compactMap { $0.changes?.first?.changeType } == [.insert, .update, .delete])
      #expect(answer[1].changes?.first?.updatedProperties?.map(\.name) == ["count"])
    }
  }

  /// A store that has history keeps being tracked, and one line says what Apple's framework would make of it.
  @Test func historyGoesOnWithoutTheOption() throws {
    let modern = ModelContext(try stack.swiftData())
    let classic = try stack.coreData(history: nil).newBackgroundContext()
    try classic.performAndWait {
      let item = CDItem(context: classic)
      (item.code, item.count) = ("a", 1)
      try classic.save()
    }
    #expect(try modern.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count == 1)
    #expect(try noticed("the store \(stack.url.path) keeps history, and was opened without"))
  }

  private func noticed(_ start: String) throws -> Bool {
    let line =
      start + " NSPersistentHistoryTrackingKey: it goes on keeping it here. Apple's framework opens such a store "
      + "read-only; set the option"
    return Notice.wasShown(line)
  }
}
