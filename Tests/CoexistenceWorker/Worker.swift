import CoreData
import Foundation
import SwiftData

/// One framework's way of doing what the soak does.
protocol Worker: AnyObject {
  /// Begins from the file's present state.
  func refresh() throws
  /// The codes of some things, and the labels of all boxes.
  func codes() throws -> [String]
  func labels() throws -> [String]
  /// What the thing counts, `nil` when it is gone.
  func count(of code: String) throws -> Int?
  /// Makes a change and saves it under an author.
  func perform(_ change: Change, author: String) throws
  func rollback()
  /// Adds things and saves them at once.
  func add(_ codes: [String]) throws
  /// That of the store.
  var storeIdentifier: String { get }
  /// Number of saves that history tells after the last call.
  func readHistory() throws -> Int
}

/// What is counted on from has to be what is there; `Change.any` is anything.
private func check(_ count: Int?, _ expected: Int) throws {
  guard count == expected || expected == Change.any else { throw WorkerError(description: "somebody counted on") }
}

final class SwiftDataWorker: Worker {
  private let context: ModelContext
  private var token: DefaultHistoryToken?
  /// Held, so that what other processes write has to reach them.
  private var held: [String: Item] = [:]

  init(_ url: URL) throws { context = ModelContext(try Place.swiftData(url)) }

  func refresh() { if held.count > 200 { held.removeAll() } }

  func codes() throws -> [String] {
    var descriptor = FetchDescriptor<Item>(sortBy: [SortDescriptor(\.code)])
    descriptor.fetchLimit = 300
    let items = try context.fetch(descriptor)
    for item in items { held[item.code] = item }
    return items.map(\.code)
  }

  func labels() throws -> [String] { try context.fetch(FetchDescriptor<Box>()).map(\.label) }

  private func item(_ code: String) throws -> Item? {
    try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.code == code })).first
  }

  func count(of code: String) throws -> Int? { try item(code)?.count }

  func perform(_ change: Change, author: String) throws {
    context.author = author
    switch change {
    case .insert(let code, let count): context.insert(Item(code: code, count: count))
    case .count(let code, let from, let to):
      let item = try item(code)
      try check(item?.count, from)
      item?.count = to
    case .move(let code, let label):
      let box = try context.fetch(FetchDescriptor<Box>(predicate: #Predicate { $0.label == label })).first
      try item(code)?.box = box
    case .delete(let code): if let item = try item(code) { context.delete(item) }
    }
    guard context.hasChanges else { throw WorkerError(description: "nothing to save") }
    try context.save()
  }

  func rollback() { context.rollback() }

  func add(_ codes: [String]) throws {
    for code in codes { context.insert(Item(code: code, count: 1)) }
    try context.save()
  }

  var storeIdentifier: String {
    context.container.storeIdentifier(
      forConfigurationNamed: context.container.configurations.first?.name ?? "") ?? "none"
  }

  func readHistory() throws -> Int {
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    if let token { descriptor.predicate = #Predicate { $0.token > token } }
    let transactions = try context.fetchHistory(descriptor)
    token = transactions.last?.token ?? token
    return transactions.count
  }
}

final class CoreDataWorker: Worker {
  private let container: NSPersistentContainer
  private let context: NSManagedObjectContext
  private var token: NSPersistentHistoryToken?

  init(_ url: URL) throws {
    container = try Place.coreData(url)
    context = container.newBackgroundContext()
  }

  func refresh() { context.performAndWait { context.reset() } }

  private func fetch(_ entity: String, _ format: String? = nil, _ value: String = "") throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    if let format { request.predicate = NSPredicate(format: format, value) }
    if entity == "Item" {
      request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
      request.fetchLimit = 300
    }
    return try context.fetch(request)
  }

  func codes() throws -> [String] {
    try context.performAndWait { try fetch("Item").compactMap { $0.value(forKey: "code") as? String } }
  }

  func labels() throws -> [String] {
    try context.performAndWait { try fetch("Box").compactMap { $0.value(forKey: "label") as? String } }
  }

  func count(of code: String) throws -> Int? {
    try context.performAndWait { try fetch("Item", "code == %@", code).first?.value(forKey: "count") as? Int }
  }

  func perform(_ change: Change, author: String) throws {
    try context.performAndWait {
      context.transactionAuthor = author
      switch change {
      case .insert(let code, let count):
        let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
        item.setValue(code, forKey: "code")
        item.setValue(count, forKey: "count")
      case .count(let code, let from, let to):
        let item = try fetch("Item", "code == %@", code).first
        try check(item?.value(forKey: "count") as? Int, from)
        item?.setValue(to, forKey: "count")
      case .move(let code, let label):
        let box = try fetch("Box", "label == %@", label).first
        try fetch("Item", "code == %@", code).first?.setValue(box, forKey: "box")
      case .delete(let code): if let item = try fetch("Item", "code == %@", code).first { context.delete(item) }
      }
      guard context.hasChanges else { throw WorkerError(description: "nothing to save") }
      try context.save()
    }
  }

  func rollback() { context.performAndWait { context.rollback() } }

  func add(_ codes: [String]) throws {
    try context.performAndWait {
      for code in codes {
        let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
        item.setValue(code, forKey: "code")
        item.setValue(1, forKey: "count")
      }
      try context.save()
      context.reset()
    }
  }

  var storeIdentifier: String { container.persistentStoreCoordinator.persistentStores.first?.identifier ?? "none" }

  func readHistory() throws -> Int {
    try context.performAndWait {
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
      let result = try context.execute(request) as? NSPersistentHistoryResult
      let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
      token = transactions.last?.token ?? token
      return transactions.count
    }
  }
}
