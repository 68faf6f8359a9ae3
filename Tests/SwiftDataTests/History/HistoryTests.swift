import SQLiteDriver
import SwiftData
import TestKit
import Testing

private enum Past {
  enum Kind: String, Codable { case big, small }
  struct Place: Codable, Equatable { var town: String; var zip: Int? }

  @Model final class Item {
    @Attribute(.preserveValueOnDeletion) var code: String
    @Attribute(.preserveValueOnDeletion) var amount: Int
    @Attribute(.preserveValueOnDeletion) var price: Decimal
    @Attribute(.preserveValueOnDeletion) var made: Date
    @Attribute(.preserveValueOnDeletion) var mark: UUID?
    @Attribute(.preserveValueOnDeletion) var kind: Kind
    @Attribute(.preserveValueOnDeletion) var place: Place?
    @Attribute(.preserveValueOnDeletion) var ratio: Double
    @Attribute(.preserveValueOnDeletion) var isOpen: Bool
    @Attribute(.preserveValueOnDeletion) var data: Data?
    @Attribute(.preserveValueOnDeletion) var link: URL?
    var note: String
    var box: Box?

    init(code: String, note: String = "") {
      self.code = code
      self.note = note
      amount = 3
      price = 2
      made = Date(timeIntervalSinceReferenceDate: 1_000)
      kind = .small
      ratio = 0.5
      isOpen = true
    }
  }

  @Model final class Box {
    var label: String
    @Relationship(inverse: \Item.box) var items: [Item] = []
    init(label: String) { self.label = label }
  }
}

@Suite struct HistoryTests {
  private typealias Transaction = DefaultHistoryTransaction
  private let folder: TemporaryFolder
  private let context: ModelContext
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Past.store")
    context = ModelContext(try ModelContainer(for: Past.Item.self, configurations: ModelConfiguration(url: url)))
  }

  private func all() throws -> [Transaction] { try context.fetchHistory(HistoryDescriptor<Transaction>()) }

  @Test func transactionsTellWhatSavesDid() throws {
    let item = Past.Item(code: "A-1")
    context.insert(item)
    context.author = "importer"
    try context.save()
    context.author = nil
    let box = Past.Box(label: "left")
    context.insert(box)
    item.note = "seen"
    item.box = box
    try context.save()
    let id = item.persistentModelID
    context.delete(item)
    try context.save()

    let history = try all()
    #expect(history.map(\.transactionIdentifier) == [1, 2, 3] && history.map(\.id) == [1, 2, 3])
    #expect(history.map(\.author) == ["importer", nil, nil])
    #expect(history.allSatisfy { $0.storeIdentifier == id.storeIdentifier && !$0.bundleIdentifier.isEmpty })
    #expect(history.allSatisfy { $0.processIdentifier == ProcessInfo.processInfo.processName })
    #expect(history.allSatisfy { abs($0.timestamp.timeIntervalSinceNow) < 60 })
    guard case .insert(let insert) = try #require(history.first?.changes.first) else {
      Issue.record("the first change is no insert")
      return
    }
    #expect(insert is DefaultHistoryInsert<Past.Item> && insert.changedPersistentIdentifier == id)

    var updated: [PartialKeyPath<Past.Item>] = []
    for case .update(let update as DefaultHistoryUpdate<Past.Item>) in history[1].changes {
      #expect(update.changedPersistentIdentifier == id && update.transactionIdentifier == 2)
      updated += update.updatedAttributes
    }
    #expect(updated == [\Past.Item.note, \Past.Item.box])
    #expect(history[1].changes.contains { $0.changedPersistentIdentifier == box.persistentModelID })
    guard case .delete(let delete) = history[2].changes.first(where: { $0.changedPersistentIdentifier == id }) else {
      Issue.record("the deletion is not told")
      return
    }
    #expect(delete is DefaultHistoryDelete<Past.Item>)
  }

  /// What is preserved comes back with its Swift type, and lies in the file as its row had it (StoreFormat.md section 11.5).
  @Test func tombstonesKeepValues() throws {
    let item = Past.Item(code: "A-1", note: "forgotten")
    item.mark = UUID()
    item.place = Past.Place(town: "Ghent", zip: 9000)
    item.data = Data([1, 2, 3])
    item.link = URL(string: "https://example.org/a")
    let (mark, bare) = (item.mark, Past.Item(code: "B-2"))
    context.insert(item)
    context.insert(bare)
    try context.save()
    let id = bare.persistentModelID
    context.delete(item)
    context.delete(bare)
    try context.save()

    var found: [String: HistoryTombstone<Past.Item>] = [:]
    for case .delete(let delete as DefaultHistoryDelete<Past.Item>) in try #require(try all().last).changes {
      found[delete.changedPersistentIdentifier == id ? "bare" : "full"] = delete.tombstone
    }
    let (full, empty) = (try #require(found["full"]), try #require(found["bare"]))
    #expect(full[\.code] as? String == "A-1" && full[\.amount] as? Int == 3 && full[\.price] as? Decimal == 2)
    #expect(full[\.made] as? Date == Date(timeIntervalSinceReferenceDate: 1_000) && full[\.mark] as? UUID == mark)
    #expect(full[\.kind] as? Past.Kind == .small)
    #expect(full[\.place] as? Past.Place == Past.Place(town: "Ghent", zip: 9000))
    #expect(full[\.ratio] as? Double == 0.5 && full[\.isOpen] as? Bool == true)
    #expect(full[\.data] as? Data == Data([1, 2, 3]) && full[\.link] as? URL == URL(string: "https://example.org/a"))
    #expect(full[\.note] == nil && Array(full).count == 11)
    #expect(empty[\.code] as? String == "B-2" && empty[\.mark] == nil && empty[\.place] == nil)
    let connection = try Connection(path: url.path, mode: .untouched)
    let columns = try connection.columnNames(ofTable: "ACHANGE").filter { $0.hasPrefix("ZTOMBSTONE") }
    #expect(columns.count == 12)
    let texts = columns.map { "SELECT count(*) FROM ACHANGE WHERE ZCHANGETYPE = 2 AND \($0) = 'A-1'" }
    #expect(try texts.compactMap { try connection.integer($0) }.reduce(0, +) == 1)
    #expect(try connection.integer("SELECT count(*) FROM ACHANGE WHERE ZCHANGETYPE < 2 AND ZTOMBSTONE0 NOTNULL") == 0)
  }

  private func save(_ count: Int) throws {
    for number in 0..<count {
      context.author = number.isMultiple(of: 2) ? "even" : "odd"
      context.insert(Past.Box(label: "\(number)"))
      try context.save()
    }
  }

  @Test func descriptorsPickSortAndLimit() throws {
    try save(6)
    let token = try #require(try all().dropFirst(2).first?.token)
    func numbers(_ predicate: Predicate<Transaction>?, limit: UInt64 = 0, backward: Bool = false) throws -> [Int64] {
      var descriptor = HistoryDescriptor<Transaction>(predicate: predicate)
      descriptor.fetchLimit = limit
      if backward { descriptor.sortBy = [SortDescriptor(\.timestamp, order: .reverse)] }
      return try context.fetchHistory(descriptor).map(\.transactionIdentifier)
    }
    #expect(try numbers(#Predicate { $0.token > token }) == [4, 5, 6])
    #expect(try numbers(#Predicate { $0.token >= token && $0.author == "even" }) == [3, 5])
    #expect(try numbers(#Predicate { token < $0.token }) == [4, 5, 6])
    #expect(try numbers(#Predicate { $0.token <= token }) == [1, 2, 3])
    #expect(try numbers(#Predicate { $0.author == "odd" }, limit: 2) == [2, 4])
    #expect(try numbers(nil, limit: 2, backward: true) == [6, 5])
  }

  @Test func deletedHistoryIsGoneAndItsTokensExpire() throws {
    try save(6)
    let tokens = try all().map(\.token)
    let (second, fourth) = (tokens[1], tokens[3])
    try context.deleteHistory(HistoryDescriptor<Transaction>(predicate: #Predicate { $0.token < fourth }))
    #expect(try all().map(\.transactionIdentifier) == [4, 5, 6])
    let error = #expect(throws: SwiftDataError.self) {
      try context.fetchHistory(HistoryDescriptor<Transaction>(predicate: #Predicate { $0.token > second }))
    }
    #expect(error == .historyTokenExpired && "\(error as Any)".contains("transaction 2"))
    // Nothing after the third was deleted.
    let third = tokens[2]
    let rest = try context.fetchHistory(HistoryDescriptor<Transaction>(predicate: #Predicate { $0.token > third }))
    #expect(rest.count == 3)
    try context.deleteHistory(HistoryDescriptor<Transaction>())
    #expect(try all().isEmpty && context.fetchCount(FetchDescriptor<Past.Box>()) == 6)
    #expect(throws: SwiftDataError.self) {
      try context.fetchHistory(HistoryDescriptor<Transaction>(predicate: #Predicate { $0.token > third }))
    }
    try save(1)
    #expect(try all().map(\.transactionIdentifier) == [7])
    let connection = try Connection(path: url.path, mode: .untouched)
    #expect(try connection.integer("SELECT count(*) FROM ACHANGE") == 1)
  }

  @Test func tokensAreCodableAndOrdered() throws {
    try save(3)
    let tokens = try all().map(\.token)
    let coded = try tokens.map { try JSONDecoder().decode(DefaultHistoryToken.self, from: JSONEncoder().encode($0)) }
    #expect(coded == tokens && coded.map(\.id) == tokens.map(\.id) && Set(tokens).count == 3)
    #expect(tokens.shuffled().sorted() == tokens && tokens[0] < tokens[1] && !(tokens[1] < tokens[1]))
    #expect(tokens[1].tokenValue == [try #require(context.container.storeIdentifier(forConfigurationNamed: "Past")): 2])
  }

  @Test func otherTransactionsAreRefused() throws {
    let error = #expect(throws: SwiftDataError.self) {
      try context.fetchHistory(HistoryDescriptor<ForeignTransaction>())
    }
    #expect(error == .invalidTransactionFetchRequest && "\(error as Any)".contains("ForeignTransaction"))
  }

  private struct ForeignTransaction: HistoryTransaction {
    var id = 0
    var timestamp = Date()
    var changes: [HistoryChange] { [] }
    var token: DefaultHistoryToken
    var transactionIdentifier = 0
    var storeIdentifier = ""
    var author: String?
    static func == (left: Self, right: Self) -> Bool { left.id == right.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }
}
