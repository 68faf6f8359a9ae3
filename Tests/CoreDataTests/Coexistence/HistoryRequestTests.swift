import CoreData
import Foundation
import FoundationAdditions
import SQLiteDriver
import SwiftData
import TestKit
import Testing

@testable import coexistence_worker

/// Predicate, order, limit and offset of a history request's own fetch request, held against SQL written by hand.
@Suite struct HistoryRequestTests {
  private let stack: SharedStack
  private let container: NSPersistentContainer
  private let context: NSManagedObjectContext
  private static let saves = 24

  /// Saves of both frameworks, by three authors and by nobody, of one to three rows each.
  init() throws {
    stack = try SharedStack()
    container = try stack.coreData()
    context = container.newBackgroundContext()
    try Self.fill(stack, context, saves: Self.saves, seed: 3)
  }

  private static func fill(
    _ stack: SharedStack, _ classic: NSManagedObjectContext, saves: Int, seed: UInt64
  ) throws {
    let modern = ModelContext(try stack.swiftData())
    var dice = SeededGenerator(seed: seed)
    for number in 0..<saves {
      let author = ["Ann", "bob", "Cleo", nil].randomElement(using: &dice) ?? nil
      let (count, label) = (Int.random(in: 1...3, using: &dice), "box\(number)")
      if Bool.random(using: &dice) {
        modern.author = author
        for _ in 0..<count { modern.insert(Item(code: "m\(number)", count: number)) }
        if let old = try modern.fetch(FetchDescriptor<Item>()).randomElement(using: &dice) { old.count += 100 }
        try modern.save()
      } else {
        try classic.performAndWait {
          classic.transactionAuthor = author
          classic.name = count == 2 ? "screen" : nil
          for _ in 0..<count {
            NSEntityDescription.insertNewObject(forEntityName: "Box", into: classic).setValue(label, forKey: "label")
          }
          if let old = try classic.fetch(NSFetchRequest<CDItem>(entityName: "Item")).randomElement(using: &dice) {
            classic.delete(old)
          }
          try classic.save()
        }
      }
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var format: String?
    var keys: [(String, ascending: Bool)] = []
    var limit = 0
    var offset = 0
    /// What follows the table's name.
    let sql: String

    var testDescription: String { "\(format ?? "all") \(keys) \(limit) \(offset)" }

    func settle(_ fetch: NSFetchRequest<any NSFetchRequestResult>) {
      fetch.predicate = format.map { NSPredicate(format: $0) }
      if !keys.isEmpty { fetch.sortDescriptors = keys.map { NSSortDescriptor(key: $0.0, ascending: $0.ascending) } }
      (fetch.fetchLimit, fetch.fetchOffset) = (limit, offset)
    }
  }

  private func numbers(_ sql: String, of url: URL? = nil) throws -> [Int64] {
    let connection = try Connection(path: (url ?? stack.url).path, mode: .readOnly)
    return try connection.withStatement(sql) { statement in
      var numbers: [Int64] = []
      while try statement.step() { numbers.append(statement.integer(0)) }
      return numbers
    }
  }

  private func answer<Answer>(_ request: NSPersistentHistoryChangeRequest, as: Answer.Type) throws -> Answer {
    try context.performAndWait {
      try #require((try context.execute(request) as? NSPersistentHistoryResult)?.result as? Answer)
    }
  }

  // MARK: transactions

  private static let table = """
    SELECT t.Z_PK FROM ATRANSACTION t LEFT JOIN ATRANSACTIONSTRING a ON a.Z_PK = t.ZAUTHORTS
    LEFT JOIN ATRANSACTIONSTRING c ON c.Z_PK = t.ZCONTEXTNAMETS 
    """

  static let transactionCases = [
    Case(sql: "ORDER BY 1"),
    Case(limit: 5, sql: "ORDER BY 1 LIMIT 5"),
    Case(offset: 20, sql: "ORDER BY 1 LIMIT -1 OFFSET 20"),
    Case(keys: [("transactionNumber", false)], limit: 1, sql: "ORDER BY 1 DESC LIMIT 1"),
    Case(keys: [("transactionNumber", false)], limit: 7, offset: 3, sql: "ORDER BY 1 DESC LIMIT 7 OFFSET 3"),
    Case(keys: [("author", true)], sql: "ORDER BY a.ZNAME, 1"),
    Case(
      keys: [("author", false), ("timestamp", true)], limit: 10, offset: 2,
      sql: "ORDER BY a.ZNAME DESC, ZTIMESTAMP LIMIT 10 OFFSET 2"),
    Case(keys: [("contextName", false), ("transactionNumber", false)], sql: "ORDER BY c.ZNAME DESC, 1 DESC"),
    Case(format: "author == 'bob'", limit: 2, sql: "WHERE a.ZNAME = 'bob' ORDER BY 1 LIMIT 2"),
    Case(format: "author == nil", keys: [("timestamp", false)], sql: "WHERE a.ZNAME IS NULL ORDER BY ZTIMESTAMP DESC"),
    Case(format: "author != 'bob'", offset: 1, sql: "WHERE a.ZNAME IS NOT 'bob' ORDER BY 1 LIMIT -1 OFFSET 1"),
    Case(
      format: "author BEGINSWITH[c] 'c' OR author IN {'Ann', 'bob'}", keys: [("author", true)], limit: 6,
      sql: "WHERE a.ZNAME IS NOT NULL ORDER BY a.ZNAME, 1 LIMIT 6"),
    Case(
      format: "transactionNumber BETWEEN {5, 15} AND NOT contextName == 'screen'",
      keys: [("transactionNumber", false)],
      sql: "WHERE t.Z_PK BETWEEN 5 AND 15 AND c.ZNAME IS NOT 'screen' ORDER BY 1 DESC"),
    Case(format: "transactionNumber > 100", limit: 3, sql: "WHERE 0"),
    Case(format: "storeID == 'another'", sql: "WHERE 0"),
  ]

  @Test(arguments: transactionCases) func transactionsComeAsAsked(_ example: Case) throws {
    let expected = try numbers(Self.table + example.sql)
    let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
    example.settle(fetch)
    let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
    let whole = try answer(request, as: [NSPersistentHistoryTransaction].self)
    #expect(whole.map(\.transactionNumber) == expected)
    for transaction in whole {
      let changes = try numbers("SELECT Z_PK FROM ACHANGE WHERE ZTRANSACTIONID = \(transaction.transactionNumber)")
      #expect(transaction.changes?.map(\.changeID) == changes)
    }
    // The other kinds of answers are about the same saves.
    request.resultType = .transactionsOnly
    let bare = try answer(request, as: [NSPersistentHistoryTransaction].self)
    #expect(bare.map(\.transactionNumber) == expected && bare.allSatisfy { $0.changes == nil })
    request.resultType = .count
    #expect(try answer(request, as: Int.self) == expected.count)
    request.resultType = .changesOnly
    let changes = try answer(request, as: [NSPersistentHistoryChange].self)
    #expect(changes.map(\.changeID) == whole.flatMap { $0.changes ?? [] }.map(\.changeID))
    let saves = changes.compactMap { $0.transaction?.transactionNumber }
    #expect(saves == whole.flatMap { save in (save.changes ?? []).map { _ in save.transactionNumber } })
    request.resultType = .objectIDs
    #expect(try answer(request, as: [NSManagedObjectID].self) == changes.map(\.changedObjectID))
  }

  // MARK: changes

  static let changeCases = [
    Case(sql: "ORDER BY 1"),
    Case(limit: 4, offset: 3, sql: "ORDER BY 1 LIMIT 4 OFFSET 3"),
    Case(keys: [("changeID", false)], limit: 9, sql: "ORDER BY 1 DESC LIMIT 9"),
    Case(
      keys: [("changeType", false), ("changeID", true)], limit: 12, offset: 1,
      sql: "ORDER BY ZCHANGETYPE DESC, 1 LIMIT 12 OFFSET 1"),
    Case(
      keys: [("changedObjectID", true), ("changeID", false)], sql: "ORDER BY ZENTITY, ZENTITYPK, 1 DESC"),
    Case(format: "changeType == 2", keys: [("changedEntity", true)], sql: "WHERE ZCHANGETYPE = 2 ORDER BY ZENTITY, 1"),
    Case(
      format: "changeType IN {0, 1} AND changeID > 10", keys: [("changeID", false)], limit: 5, offset: 5,
      sql: "WHERE ZCHANGETYPE < 2 AND Z_PK > 10 ORDER BY 1 DESC LIMIT 5 OFFSET 5"),
  ]

  @Test(arguments: changeCases) func changesComeAsAsked(_ example: Case) throws {
    let expected = try numbers("SELECT Z_PK FROM ACHANGE " + example.sql)
    let fetch = try #require(NSPersistentHistoryChange.fetchRequest)
    example.settle(fetch)
    let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
    request.resultType = .changesOnly
    let changes = try answer(request, as: [NSPersistentHistoryChange].self)
    #expect(changes.map(\.changeID) == expected)
    let owners = try changes.map { change in
      try numbers("SELECT ZTRANSACTIONID FROM ACHANGE WHERE Z_PK = \(change.changeID)").first
    }
    #expect(changes.map { $0.transaction?.transactionNumber } == owners)
    request.resultType = .objectIDs
    #expect(try answer(request, as: [NSManagedObjectID].self) == changes.map(\.changedObjectID))
    // As transactions: each once, at its first change, with those of its changes that were asked for.
    request.resultType = .transactionsAndChanges
    let whole = try answer(request, as: [NSPersistentHistoryTransaction].self)
    var order: [Int64] = []
    for owner in owners.compactMap({ $0 }) where !order.contains(owner) { order.append(owner) }
    #expect(whole.map(\.transactionNumber) == order)
    #expect(whole.flatMap { $0.changes ?? [] }.map(\.changeID).sorted() == expected.sorted())
    request.resultType = .count
    #expect(try answer(request, as: Int.self) == order.count)
  }

  @Test func changesOfObjectsArePicked() throws {
    let fetch = try #require(NSPersistentHistoryChange.fetchRequest)
    let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
    request.resultType = .changesOnly
    let all = try answer(request, as: [NSPersistentHistoryChange].self)
    let ids = Array(Set(all.filter { $0.changeType == .update }.map(\.changedObjectID)).prefix(2))
    try #require(ids.count == 2)
    func picked(_ format: String, _ arguments: Any...) throws -> [Int64] {
      fetch.predicate = NSPredicate(format: format, argumentArray: arguments)
      return try answer(request, as: [NSPersistentHistoryChange].self).map(\.changeID)
    }
    func expected(_ isWanted: (NSManagedObjectID) -> Bool) -> [Int64] {
      all.filter { isWanted($0.changedObjectID) }.map(\.changeID)
    }
    #expect(try picked("changedObjectID == %@", ids[0]) == expected { $0 == ids[0] })
    #expect(try picked("changedObjectID IN %@", ids) == expected(ids.contains))
    #expect(try picked("changedObjectID != %@", ids[0]) == expected { $0 != ids[0] })
    let foreign = NSManagedObjectID(
      entity: ids[0].entity, store: nil, storeIdentifier: "another", key: ids[0].rowKey ?? 1)
    #expect(try picked("changedObjectID == %@", foreign) == [])
    fetch.fetchLimit = 1
    #expect(try picked("changedObjectID == %@", ids[1]) == Array(expected { $0 == ids[1] }.prefix(1)))
  }

  // MARK: with a beginning

  @Test func theWindowCountsFromTheBeginning() throws {
    let all = try answer(
      NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast), as: [NSPersistentHistoryTransaction].self)
    let requests: [NSPersistentHistoryChangeRequest] = [
      .fetchHistory(after: all[9].token), .fetchHistory(after: all[9]), .fetchHistory(after: all[9].timestamp),
    ]
    for request in requests {
      request.fetchRequest = NSPersistentHistoryTransaction.fetchRequest
      request.fetchRequest?.sortDescriptors = [
        NSSortDescriptor(keyPath: \NSPersistentHistoryTransaction.transactionNumber, ascending: false)
      ]
      request.fetchRequest?.fetchLimit = 4
      request.fetchRequest?.fetchOffset = 12
      let found = try answer(request, as: [NSPersistentHistoryTransaction].self)
      #expect(found.map(\.transactionNumber) == [12, 11])
      request.fetchRequest = NSPersistentHistoryChange.fetchRequest
      request.fetchRequest?.fetchLimit = 3
      request.fetchRequest?.fetchOffset = 1
      request.resultType = .changesOnly
      let changes = try answer(request, as: [NSPersistentHistoryChange].self).map(\.changeID)
      #expect(
        changes == (try numbers("SELECT Z_PK FROM ACHANGE WHERE ZTRANSACTIONID > 10 ORDER BY 1 LIMIT 3 OFFSET 1")))
    }
  }

  // MARK: what SQL does not have

  /// Closures and comparators are asked of the transactions themselves; the window counts what they leave.
  @Test func closuresAndComparatorsAreFollowed() throws {
    let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
    fetch.predicate = NSPredicate { object, _ in
      ((object as? NSPersistentHistoryTransaction)?.transactionNumber ?? 0).isMultiple(of: 2)
    }
    fetch.sortDescriptors = [NSSortDescriptor(key: "transactionNumber", ascending: false)]
    (fetch.fetchLimit, fetch.fetchOffset) = (3, 1)
    func found() throws -> [Int64] {
      try answer(.fetchHistory(withFetch: fetch), as: [NSPersistentHistoryTransaction].self).map(\.transactionNumber)
    }
    #expect(try found() == [22, 20, 18])
    let byDigits = NSSortDescriptor(key: "transactionNumber", ascending: true) { first, second in
      "\(first)".compare("\(second)")
    }
    fetch.sortDescriptors = [byDigits]
    #expect(try found() == [12, 14, 16])
    fetch.predicate = NSPredicate(format: "transactionNumber < 12")
    #expect(try found() == [10, 11, 2])
    fetch.sortDescriptors = [
      NSSortDescriptor(SortDescriptor(\NSPersistentHistoryTransaction.timestamp, order: .reverse))
    ]
    #expect(try found() == [10, 9, 8])
  }

  @Test(arguments: ["colour", "changeID"]) func unknownKeysOfOrdersAreErrors(_ key: String) throws {
    let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
    fetch.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
    let error = #expect(throws: NSError.self) {
      try answer(.fetchHistory(withFetch: fetch), as: [NSPersistentHistoryTransaction].self)
    }
    #expect("\(error as Any)".contains("no \"\(key)\""), "\(error as Any)")
    #expect("\(error as Any)".contains("transactionNumber"))
  }

  // MARK: several stores

  /// Of two stores, the order and the window are those of both together.
  @Test func severalStoresAnswerAsOne() throws {
    let other = try SharedStack()
    try Self.fill(other, try other.coreData().newBackgroundContext(), saves: 10, seed: 8)
    let model = container.managedObjectModel
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    for url in [stack.url, other.url] {
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url,
        options: [NSPersistentHistoryTrackingKey: true as NSNumber])
    }
    let both = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    both.persistentStoreCoordinator = coordinator
    func found(_ key: String?, ascending: Bool, limit: Int, offset: Int) throws -> [NSPersistentHistoryTransaction] {
      let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
      if let key { fetch.sortDescriptors = [NSSortDescriptor(key: key, ascending: ascending)] }
      (fetch.fetchLimit, fetch.fetchOffset) = (limit, offset)
      return try both.performAndWait {
        let result = try both.execute(NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch))
        return try #require((result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction])
      }
    }
    let all = try found(nil, ascending: true, limit: 0, offset: 0)
    #expect(all.count == Self.saves + 10 && all.map(\.timestamp) == all.map(\.timestamp).sorted())
    func places(_ transactions: some Sequence<NSPersistentHistoryTransaction>) -> [String] {
      transactions.map { "\($0.storeID) \($0.transactionNumber)" }
    }
    #expect(places(try found(nil, ascending: true, limit: 7, offset: 20)) == places(all[20..<27]))
    #expect(
      places(try found("timestamp", ascending: false, limit: 7, offset: 5)) == places(all.reversed()[5..<12]))
    #expect(places(try found("timestamp", ascending: true, limit: .max, offset: 5)) == places(all[5...]))
    let byNumber = try found("transactionNumber", ascending: true, limit: 12, offset: 3)
    #expect(byNumber.map(\.transactionNumber) == Array((1...10).flatMap { [Int64($0), Int64($0)] }[3..<15]))
  }
}
