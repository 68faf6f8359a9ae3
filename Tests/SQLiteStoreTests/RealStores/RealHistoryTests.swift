import Foundation
import ModelDescription
import QueryModel
import SQLiteDriver
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// The history in stores that Apple's frameworks wrote.
@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
struct RealHistoryTests {
  private struct Count {
    var told = 0
    var all = 0
    var text: String { "\(told) of \(all)" }

    mutating func add(_ isTold: Bool) {
      all += 1
      if isTold { told += 1 }
    }
  }

  /// Every transaction and change of every store is told, with the properties of each update by name.
  @Test func everyTransactionIsTold() throws {
    var (stores, transactions, changes, updates) = (0, Count(), Count(), Count())
    for store in try RealStore.all() {
      let connection = try Connection(path: store.path, mode: .untouched)
      guard try connection.hasTable("ATRANSACTION") else { continue }
      stores += 1
      let opened = try store.open(.untouched)
      let records = try opened.history(after: 0)
      transactions.told += records.count
      transactions.all += Int(try connection.integer("SELECT count(*) FROM ATRANSACTION") ?? 0)
      changes.all += Int(try connection.integer("SELECT count(*) FROM ACHANGE") ?? 0)
      for change in records.flatMap(\.changes) {
        changes.told += 1
        guard change.kind == .update else { continue }
        let entity = try #require(store.model.entity(numbered: change.key.entity))
        let names = change.fields.map { entity.fields[$0].name } + change.toManys
        updates.add(!names.isEmpty)
      }
      let bounds = try opened.historyBounds()
      #expect(bounds.first == records.first?.number ?? bounds.first && bounds.last >= records.last?.number ?? 0)
      if let middle = records.dropFirst(records.count / 2).first {
        let rest = try opened.history(after: middle.number)
        #expect(rest.map(\.number) == records.filter { $0.number > middle.number }.map(\.number))
        #expect(records.allSatisfy { $0.timestamp.timeIntervalSinceReferenceDate > 0 && $0.processIdentifier != nil })
      }
    }
    print(
      "history in \(stores) stores: transactions \(transactions.text), changes \(changes.text), "
        + "updates with names \(updates.text)")
    #expect(stores > 0 && transactions.told == transactions.all && changes.told == changes.all)
    #expect(updates.told == updates.all)
  }

  /// Orders, windows and conditions of history fetches, against SQL by hand; older files have texts in other columns.
  @Test func fetchesAnswerAsTheFiles() throws {
    var (stores, fetches) = (0, 0)
    for store in try RealStore.all() {
      let connection = try Connection(path: store.path, mode: .untouched)
      guard try connection.hasTable("ATRANSACTION") else { continue }
      stores += 1
      let opened = try store.open(.untouched)
      func expect(_ fetch: HistoryFetch, _ sql: String) throws {
        let numbers = try connection.withStatement(sql) { statement in
          var numbers: [Int64] = []
          while try statement.step() { numbers.append(statement.integer(0)) }
          return numbers
        }
        let records = try opened.history(fetch)
        let told = fetch.subject == .changes ? records.flatMap(\.changes).map(\.number) : records.map(\.number)
        #expect(told == numbers, "\(store.name): \(sql)")
        fetches += 1
      }
      let newest = QuerySort(path: ["timestamp"], isAscending: false)
      try expect(
        HistoryFetch(.transactions, sorts: [newest], limit: 3, offset: 1),
        "SELECT Z_PK FROM ATRANSACTION ORDER BY ZTIMESTAMP DESC, Z_PK LIMIT 3 OFFSET 1")
      try expect(
        HistoryFetch(.changes, sorts: [QuerySort(path: ["changedObjectID"])], limit: 20),
        "SELECT Z_PK FROM ACHANGE WHERE ZTRANSACTIONID IN (SELECT Z_PK FROM ATRANSACTION)"
          + " ORDER BY ZENTITY, ZENTITYPK, Z_PK LIMIT 20")
      let records = try opened.history(after: 0)
      let process = records.last?.processIdentifier ?? ""
      let expected = records.filter { $0.processIdentifier ?? "" == process }.map(\.number)
      let isProcess = QueryPredicate.comparison(
        .equal, .path(.root, ["processID"]), .constant(.string(process)))
      #expect(try opened.history(HistoryFetch(.transactions, predicate: isProcess)).map(\.number) == expected)
      #expect(
        try opened.history(HistoryFetch(.transactions, predicate: isProcess, readsChanges: false))
          .allSatisfy(\.changes.isEmpty))
      fetches += 2
    }
    print("history fetches of \(stores) stores: \(fetches)")
    #expect(stores > 0)
  }

  /// Forgetting the first half leaves the rest and every row of the models.
  @Test func historyIsForgotten() throws {
    for store in try RealStore.all() {
      guard try Connection(path: store.path, mode: .untouched).hasTable("ATRANSACTION") else { continue }
      let opened = try store.open()
      let records = try opened.history(after: 0)
      try opened.deleteHistory(records.prefix(records.count / 2).map(\.number))
      let rest = try opened.history(after: 0)
      #expect(rest.map(\.number) == records.dropFirst(records.count / 2).map(\.number), "\(store.name)")
      #expect(rest.map(\.changes.count) == records.dropFirst(records.count / 2).map(\.changes.count), "\(store.name)")
    }
  }
}
