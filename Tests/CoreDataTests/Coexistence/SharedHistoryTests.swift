import CoreData
import Foundation
import SwiftData
import Synchronization
import TestKit
import Testing

@testable import coexistence_worker

/// Core Data's history requests over a store that both frameworks wrote.
@Suite struct SharedHistoryTests {
  private let stack: SharedStack
  private let classic: NSManagedObjectContext
  private let container: NSPersistentContainer
  /// A moment between the third save and the fourth.
  private let middle: Date

  /// 1 Core Data makes a and a box, 2 SwiftData counts a up, 3 and puts it into the box, 4 Core Data makes b, 5 SwiftData
  /// deletes a, 6 Core Data deletes b.
  init() throws {
    stack = try SharedStack()
    container = try stack.coreData()
    let context = container.newBackgroundContext()
    classic = context
    context.name = "screen"
    context.transactionAuthor = "classic"
    let modern = ModelContext(try stack.swiftData())
    modern.author = "modern"
    try context.performAndWait {
      let item = CDItem(context: context)
      (item.code, item.count) = ("a", 1)
      NSEntityDescription.insertNewObject(forEntityName: "Box", into: context).setValue("red", forKey: "label")
      try context.save()
    }
    let item = try #require(try modern.fetch(FetchDescriptor<Item>()).first)
    item.count = 5
    try modern.save()
    item.box = try modern.fetch(FetchDescriptor<Box>()).first
    try modern.save()
    middle = Date()
    let b = try context.performAndWait {
      let b = CDItem(context: context)
      (b.code, b.count) = ("b", 2)
      try context.save()
      return b.objectID
    }
    modern.delete(item)
    try modern.save()
    try context.performAndWait {
      context.delete(context.object(with: b))
      try context.save()
    }
  }

  private func transactions(_ request: NSPersistentHistoryChangeRequest) throws -> [NSPersistentHistoryTransaction] {
    try classic.performAndWait {
      let result = try #require(try classic.execute(request) as? NSPersistentHistoryResult)
      return try #require(result.result as? [NSPersistentHistoryTransaction])
    }
  }

  private func all() throws -> [NSPersistentHistoryTransaction] {
    let start: NSPersistentHistoryToken? = nil
    return try transactions(.fetchHistory(after: start))
  }

  private func numbers(_ request: NSPersistentHistoryChangeRequest) throws -> [Int64] {
    try transactions(request).map(\.transactionNumber)
  }

  // MARK: reading

  @Test func itIsReadFromAnyPointOn() throws {
    let all = try all()
    #expect(all.map(\.transactionNumber) == [1, 2, 3, 4, 5, 6])
    #expect(all.map(\.author) == ["classic", "modern", "modern", "classic", "modern", "classic"])
    #expect(all[0].contextName == "screen" && all[1].contextName != "screen")
    #expect(all.allSatisfy { $0.storeID == container.persistentStoreCoordinator.persistentStores[0].identifier })
    for (index, transaction) in all.enumerated() {
      let rest = (0..<6).dropFirst(index + 1).map { Int64($0 + 1) }
      #expect(try numbers(.fetchHistory(after: transaction.token)) == rest)
      #expect(try numbers(.fetchHistory(after: transaction)) == rest)
      #expect(try numbers(.fetchHistory(after: transaction.timestamp)) == rest)
    }
    #expect(try numbers(.fetchHistory(after: middle)) == [4, 5, 6])
    #expect(try numbers(.fetchHistory(after: Date.distantPast)) == [1, 2, 3, 4, 5, 6])
    // A token is kept as data from one run of the program to the next.
    let data = try NSKeyedArchiver.archivedData(withRootObject: all[3].token, requiringSecureCoding: true)
    let token = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: data)
    #expect(try numbers(.fetchHistory(after: token)) == [5, 6])
    #expect(container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil) == all[5].token)
  }

  @Test func updatesTellTheirPropertiesAndDeletionsWhatWasKept() throws {
    let all = try all()
    func changes(_ number: Int, _ entity: String) -> [NSPersistentHistoryChange] {
      (all[number - 1].changes ?? []).filter { $0.changedObjectID.entity.name == entity }
    }
    #expect(changes(1, "Item").map(\.changeType) == [.insert] && changes(1, "Box").map(\.changeType) == [.insert])
    #expect(changes(2, "Item").map(\.changeType) == [.update] && changes(2, "Box").isEmpty)
    #expect(changes(2, "Item")[0].updatedProperties?.map(\.name) == ["count"])
    #expect(changes(3, "Item")[0].updatedProperties?.map(\.name) == ["box"])
    #expect(changes(3, "Box").allSatisfy { $0.updatedProperties?.map(\.name) == ["items"] })
    #expect(changes(1, "Item")[0].updatedProperties == nil && changes(1, "Item")[0].tombstone == nil)
    for (number, code) in [(5, "a"), (6, "b")] {
      let change = try #require(changes(number, "Item").first)
      #expect(change.changeType == .delete && change.updatedProperties == nil)
      #expect(change.tombstone as? [String: String] == ["code": code], "\(number): \(change.tombstone ?? [:])")
      #expect(change.transaction?.transactionNumber == Int64(number))
    }
    #expect(changes(5, "Item")[0].changedObjectID == changes(1, "Item")[0].changedObjectID)
    let ids = all.flatMap { $0.changes ?? [] }.map(\.changeID)
    #expect(ids == ids.sorted() && Set(ids).count == ids.count)
  }

  // MARK: predicates

  @Test func transactionsArePickedByPredicates() throws {
    let all = try all()
    func numbers(_ format: String, _ arguments: Any...) throws -> [Int64] {
      let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
      fetch.predicate = NSPredicate(format: format, argumentArray: arguments)
      return try self.numbers(.fetchHistory(withFetch: fetch))
    }
    #expect(try numbers("author == %@", "modern") == [2, 3, 5])
    #expect(try numbers("author != %@", "modern") == [1, 4, 6])
    #expect(try numbers("contextName == %@", "screen") == [1, 4, 6])
    #expect(try numbers("author BEGINSWITH 'cl' AND transactionNumber > 1") == [4, 6])
    #expect(try numbers("timestamp > %@", middle) == [4, 5, 6])
    #expect(try numbers("processID == %@ AND bundleID == %@", all[0].processID, all[0].bundleID) == [1, 2, 3, 4, 5, 6])
    #expect(try numbers("storeID == 'another'") == [])
    #expect(try numbers("author IN %@", ["classic", "nobody"]) == [1, 4, 6])
    // Both together: after a point, and by author.
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: all[2].token)
    request.fetchRequest = NSPersistentHistoryTransaction.fetchRequest
    request.fetchRequest?.predicate = NSPredicate(format: "author == 'modern'")
    #expect(try self.numbers(request) == [5])
  }

  @Test func changesArePickedByPredicates() throws {
    let all = try all()
    let a = try #require(all[0].changes?.first { $0.changedObjectID.entity.name == "Item" })
    func picked(_ format: String, _ arguments: Any...) throws -> [String] {
      let fetch = try #require(NSPersistentHistoryChange.fetchRequest)
      fetch.predicate = NSPredicate(format: format, argumentArray: arguments)
      return try transactions(.fetchHistory(withFetch: fetch)).flatMap { transaction in
        (transaction.changes ?? []).map { "\(transaction.transactionNumber)\($0.changedObjectID.entity.name ?? "")" }
      }
    }
    #expect(
      try picked("changedObjectID == %@", a.changedObjectID).filter { $0.hasSuffix("Item") } == [
        "1Item", "2Item", "3Item", "5Item",
      ])
    #expect(try picked("changeType == %@", NSPersistentHistoryChangeType.delete.rawValue).contains("6Item"))
    #expect(try picked("changeType == 2 AND changedObjectID == %@", a.changedObjectID) == ["5Item"])
    #expect(try picked("changeID <= %@", a.changeID).allSatisfy { $0.hasPrefix("1") })
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: all[3])
    request.fetchRequest = NSPersistentHistoryChange.fetchRequest
    request.fetchRequest?.predicate = NSPredicate(format: "changedObjectID == %@", a.changedObjectID)
    #expect(try numbers(request) == [5])
    // The kinds of answers.
    request.resultType = .objectIDs
    try classic.performAndWait {
      #expect(
        (try classic.execute(request) as? NSPersistentHistoryResult)?.result as? [NSManagedObjectID] == [
          a.changedObjectID
        ])
      request.resultType = .count
      #expect((try classic.execute(request) as? NSPersistentHistoryResult)?.result as? Int == 1)
      request.resultType = .transactionsOnly
      let transactions =
        (try classic.execute(request) as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction]
      #expect(transactions?.count == 1 && transactions?.first?.changes == nil)
    }
  }

  @Test func unknownKeysAreErrors() throws {
    let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
    fetch.predicate = NSPredicate(format: "colour == 'red'")
    let error = #expect(throws: NSError.self) { try numbers(.fetchHistory(withFetch: fetch)) }
    #expect("\(error as Any)".contains("colour"), "\(error as Any)")
  }

  // MARK: merging

  /// A context that hears of nothing by itself comes to the file's contents by the history of others.
  @Test func aContextMergesIt() throws {
    let mine = try stack.coreData().newBackgroundContext()
    let modern = ModelContext(try stack.swiftData())
    let items = ["c", "d"].map { Item(code: $0, count: 1) }
    for item in items { modern.insert(item) }
    try modern.save()
    try mine.performAndWait {
      let request = NSFetchRequest<CDItem>(entityName: "Item")
      request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
      let held = try mine.fetch(request)
      #expect(held.map(\.count) == [1, 1])
      let token = mine.persistentStoreCoordinator?.currentPersistentHistoryToken(fromStores: nil)
      items[0].count = 7
      modern.insert(Item(code: "e", count: 3))
      try modern.save()
      modern.delete(items[1])
      try modern.save()
      #expect(held.map(\.count) == [1, 1])
      let news = try mine.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: token))
      let told = try #require((news as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction])
      #expect(told.count == 2)
      // What is new is fetched for those who watch the context; nobody holds it here.
      let inserted = Mutex(0)
      let observer = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextDidMergeChangesObjectIDs, object: mine, queue: nil
      ) { notification in
        let ids = notification.userInfo?[NSInsertedObjectIDsKey] as? Set<NSManagedObjectID>
        inserted.withLock { $0 += ids?.count ?? 0 }
      }
      defer { NotificationCenter.default.removeObserver(observer) }
      for transaction in told { mine.mergeChanges(fromContextDidSave: transaction.objectIDNotification()) }
      #expect(held[0].count == 7)
      #expect(held[1].managedObjectContext == nil || held[1].isDeleted)
      #expect(inserted.withLock { $0 } == 1)
    }
  }

  // MARK: deleting

  @Test func itIsDeletedBeforeAPoint() throws {
    let all = try all()
    func delete(_ request: NSPersistentHistoryChangeRequest, _ expected: [Int64], count: Int) throws {
      request.resultType = .count
      let result = try classic.performAndWait { try classic.execute(request) as? NSPersistentHistoryResult }
      #expect(result?.result as? Int == count)
      #expect(try self.all().map(\.transactionNumber) == expected)
    }
    try delete(.deleteHistory(before: all[1].token), [2, 3, 4, 5, 6], count: 1)
    try delete(.deleteHistory(before: all[2]), [3, 4, 5, 6], count: 1)
    try delete(.deleteHistory(before: middle), [4, 5, 6], count: 1)
    let nothing: NSPersistentHistoryToken? = nil
    try delete(.deleteHistory(before: nothing), [4, 5, 6], count: 0)
    // What comes after what is gone is told by nobody: the error says how far history reaches.
    for request in [
      NSPersistentHistoryChangeRequest.fetchHistory(after: all[1].token), .fetchHistory(after: all[0]),
    ] {
      let error = #expect(throws: NSError.self) { try numbers(request) }
      #expect(error?.code == NSPersistentHistoryTokenExpiredError)
      #expect(error?.localizedDescription.contains("it reaches from save 4 to save 6") == true, "\(error as Any)")
    }
    #expect(try numbers(.fetchHistory(after: all[2].token)) == [4, 5, 6])
    // SwiftData says the same of its tokens, and both go on counting.
    let modern = ModelContext(try stack.swiftData())
    #expect(
      try modern.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).map(\.transactionIdentifier) == [4, 5, 6])
    modern.insert(Item(code: "z", count: 1))
    try modern.save()
    #expect(try numbers(.fetchHistory(after: all[5].token)) == [7])
  }
}
