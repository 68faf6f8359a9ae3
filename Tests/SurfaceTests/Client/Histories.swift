import Foundation
import SwiftData

enum HistoryClient {
  typealias Maker = MacroClient.Maker

  static func transaction<T: HistoryTransaction>(_ transaction: T) -> [Int] {
    let _: (Date, String, String?) = (transaction.timestamp, transaction.storeIdentifier, transaction.author)
    let _: (T.TokenType, T.TransactionIdentifier) = (transaction.token, transaction.transactionIdentifier)
    return transaction.changes.map { change in
      let _: PersistentIdentifier = change.changedPersistentIdentifier
      switch change {
      case .insert(let insert): return self.insert(insert)
      case .update(let update): return self.update(update)
      case .delete(let delete): return self.delete(delete)
      }
    }
  }

  static func insert<C: HistoryInsert>(_ change: C) -> Int {
    let _: (C.ChangeIdentifier, C.TransactionIdentifier) = (change.changeIdentifier, change.transactionIdentifier)
    let _: (PersistentIdentifier, C.Model.Type) = (change.changedPersistentIdentifier, C.Model.self)
    return 0
  }

  static func update<C: HistoryUpdate>(_ change: C) -> Int {
    let _: (C.ChangeIdentifier, C.TransactionIdentifier) = (change.changeIdentifier, change.transactionIdentifier)
    let _: PersistentIdentifier = change.changedPersistentIdentifier
    let updated: [any PartialKeyPath<C.Model> & Sendable] = change.updatedAttributes
    let _: [any C.PropertyUpdate] = updated
    return updated.count
  }

  static func delete<C: HistoryDelete>(_ change: C) -> Int {
    let _: (C.ChangeIdentifier, C.TransactionIdentifier) = (change.changeIdentifier, change.transactionIdentifier)
    let _: PersistentIdentifier = change.changedPersistentIdentifier
    let tombstone: HistoryTombstone<C.Model> = change.tombstone
    var iterator: HistoryTombstone<C.Model>.Iterator = tombstone.makeIterator()
    let _: Any? = iterator.next()
    return Array(tombstone).count
  }

  static func tombstone(_ tombstone: HistoryTombstone<Maker>) -> (any Sendable)? { tombstone[\.name] }

  static func token<T: HistoryToken>(_ token: T) -> T.TokenType? {
    let _: any Codable & Comparable & Hashable & Identifiable & Sendable = token
    return token.tokenValue
  }

  static func descriptor(_ token: DefaultHistoryToken) {
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token })
    descriptor.predicate = nil
    descriptor.fetchLimit = 10
    descriptor.sortBy = [SortDescriptor(\.timestamp, order: .reverse)]
    descriptor = HistoryDescriptor(
      predicate: #Predicate { $0.author == "app" }, sortBy: [SortDescriptor(\.transactionIdentifier)])
    descriptor = HistoryDescriptor()
  }

  static func defaults(
    _ transaction: DefaultHistoryTransaction, _ insert: DefaultHistoryInsert<Maker>,
    _ update: DefaultHistoryUpdate<Maker>, _ delete: DefaultHistoryDelete<Maker>
  ) throws {
    let _: (Int64, Date, [HistoryChange]) = (transaction.id, transaction.timestamp, transaction.changes)
    let _: DefaultHistoryTransaction.TokenType = transaction.token
    let _: DefaultHistoryTransaction.TransactionIdentifier = transaction.transactionIdentifier
    let _: (String, String, String, String?) = (
      transaction.storeIdentifier, transaction.bundleIdentifier, transaction.processIdentifier, transaction.author
    )
    let _: (Bool, Int) = (transaction == transaction, transaction.hashValue)
    var hasher = Hasher()
    let _: (Int64, Int64, PersistentIdentifier) = (
      insert.changeIdentifier, insert.transactionIdentifier, insert.changedPersistentIdentifier
    )
    let _: Bool = insert == insert && update == update && delete == delete
    insert.hash(into: &hasher)
    update.hash(into: &hasher)
    delete.hash(into: &hasher)
    let _: [any DefaultHistoryUpdate<Maker>.PropertyUpdate] = update.updatedAttributes
    let _: (Int64, Int64, PersistentIdentifier) = (
      update.changeIdentifier, update.transactionIdentifier, update.changedPersistentIdentifier
    )
    let _: HistoryTombstone<Maker> = delete.tombstone
    let _: (Int64, Int64, PersistentIdentifier) = (
      delete.changeIdentifier, delete.transactionIdentifier, delete.changedPersistentIdentifier
    )
    let token = transaction.token
    let _: (Int, DefaultHistoryToken.TokenType?, Bool, Bool) = (
      token.id, token.tokenValue, token < token, token == token
    )
    let _: DefaultHistoryToken = try JSONDecoder().decode(
      DefaultHistoryToken.self, from: JSONEncoder().encode(token))
  }
}
