import CoreData
import Foundation
import SQLiteDriver
import SQLiteStore
import SwiftData
import TestKit
import Testing

@testable import coexistence_worker

/// Rows that the faces read for each other, one by one: equal to the file at every step, whoever writes it.
@Suite struct SharedRowsTests {
  private let stack: SharedStack
  private let modern: ModelContainer
  private let classic: NSPersistentContainer
  /// Core Data with a model that only fits the store: a property has another name.
  private let fitting: NSPersistentContainer
  private static let items = 12

  init() throws {
    stack = try SharedStack()
    modern = try stack.swiftData()
    classic = try stack.coreData()
    let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: [Item.self, Box.self]))
    let item = try #require(model.entitiesByName["Item"])
    item.attributesByName["note"]?.renamingIdentifier = "note"
    item.attributesByName["note"]?.name = "remark"
    fitting = NSPersistentContainer(name: "Fitting", managedObjectModel: model)
    let description = NSPersistentStoreDescription(url: stack.url)
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    fitting.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    fitting.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    let context = ModelContext(modern)
    for number in 0..<Self.items {
      let item = Item(code: "c\(number)", count: number)
      item.note = "note \(number)"
      context.insert(item)
    }
    try context.save()
  }

  private func write(_ code: String, _ count: Int, _ dice: inout SeededGenerator) throws {
    switch Int.random(in: 0..<10, using: &dice) {
    case 0...3:
      let context = ModelContext(modern)
      let item = try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.code == code })).first
      item?.count = count
      item?.note = "SwiftData \(count)"
      try context.save()
    case 4...7:
      let context = classic.newBackgroundContext()
      try context.performAndWait {
        let request = NSFetchRequest<CDItem>(entityName: "Item")
        request.predicate = NSPredicate(format: "code == %@", code)
        let item = try context.fetch(request).first
        item?.count = count
        item?.note = nil
        try context.save()
      }
    default:
      try stack.worker("set", Bool.random(using: &dice) ? "coredata" : "swiftdata", stack.url.path, code, "\(count)")
    }
  }

  private var rowsFound: Int { classic.persistentStoreCoordinator.persistentStores.first?.store?.rowsFound ?? 0 }

  @Test(arguments: [5, 6] as [UInt64]) func faultsAnswerAsTheFile(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let connection = try Connection(path: stack.url.path, mode: .readOnly)
    let coordinator = classic.persistentStoreCoordinator
    let identifiers = try ModelContext(modern).fetchIdentifiers(FetchDescriptor<Item>())
    let before = rowsFound
    for step in 0..<80 {
      if step % 4 == 0 { try write("c\(Int.random(in: 0..<Self.items, using: &dice))", 100 + step, &dice) }
      let identifier = try #require(identifiers.randomElement(using: &dice))
      let expected = try connection.text(
        "SELECT ZCODE || ' ' || ZCOUNT || ' ' || IFNULL(ZNOTE, '-') FROM ZITEM WHERE Z_PK = \(identifier.primaryKey)")
      // Each in an order of its own, in contexts that know nothing yet.
      for face in [0, 1, 2].shuffled(using: &dice) {
        let found: String
        switch face {
        case 0:
          let item = try #require(ModelContext(modern).model(for: identifier) as? Item)
          found = "\(item.code) \(item.count) \(item.note ?? "-")"
        case 1:
          let context = classic.newBackgroundContext()
          let id = try #require(coordinator.managedObjectID(for: identifier))
          found = try context.performAndWait {
            let item = try #require(context.object(with: id) as? CDItem)
            return "\(item.code) \(item.count) \(item.note ?? "-")"
          }
        default:
          let context = fitting.newBackgroundContext()
          let id = try #require(fitting.persistentStoreCoordinator.managedObjectID(for: identifier))
          found = context.performAndWait {
            let item = context.object(with: id)
            return
              "\(item.value(forKey: "code") ?? "") \(item.value(forKey: "count") ?? "") \(item.value(forKey: "remark") ?? "-")"
          }
        }
        #expect(found == expected, "step \(step), face \(face)")
      }
    }
    print("240 faults of three stacks on one file, with 20 saves between: \(rowsFound - before) rows without SQLite")
    #expect(rowsFound > before)
  }
}
