import CoreData
import Foundation
import SwiftData
import TestKit
import Testing

@testable import coexistence_worker

/// Both frameworks on one file at once, where Core Data's model only fits the store: a property has another name there, and
/// numbers another width.
@MainActor @Suite struct FittingPairTests {
  private let stack: SharedStack

  init() throws { stack = try SharedStack() }

  /// The program's own model of the store: `remark` for `note`, and short counts.
  private func coreData() throws -> NSPersistentContainer {
    let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: [Item.self, Box.self]))
    let item = try #require(model.entitiesByName["Item"])
    item.attributesByName["note"]?.renamingIdentifier = "note"
    item.attributesByName["note"]?.name = "remark"
    item.attributesByName["count"]?.attributeType = .integer32AttributeType
    let container = NSPersistentContainer(name: "Pair", managedObjectModel: model)
    let description = NSPersistentStoreDescription(url: stack.url)
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }

  @Test func eachSeesTheOthersWritesUnderItsOwnNames() async throws {
    let modern = try stack.swiftData().mainContext
    let model = Item(code: "a", count: 1)
    model.note = "first"
    modern.insert(model)
    try modern.save()
    let container = try coreData()
    let view = container.viewContext
    view.automaticallyMergesChangesFromParent = true
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    request.predicate = NSPredicate(format: "remark BEGINSWITH 'fir'")
    let object = try #require(try view.fetch(request).first)
    #expect(object.value(forKey: "remark") as? String == "first" && object.value(forKey: "count") as? Int == 1)
    // Core Data writes, SwiftData hears of it.
    object.setValue("second", forKey: "remark")
    try view.save()
    #expect(await eventually { model.note == "second" })
    // And the other way round.
    model.note = "third"
    try modern.save()
    #expect(await eventually { object.value(forKey: "remark") as? String == "third" })
    // History is told by the names of who asks.
    let start: NSPersistentHistoryToken? = nil
    let answer = try view.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: start))
    let told = try #require((answer as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction])
    #expect(told.map { $0.changes?.first?.updatedProperties?.map(\.name) } == [nil, ["remark"], ["remark"]])
    // An edit of what the other one has changed meanwhile is a conflict that names it so, too.
    let other = container.newBackgroundContext()
    try other.performAndWait {
      let mine = try #require(try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")).first)
      #expect(mine.value(forKey: "remark") as? String == "third")
      model.note = "fourth"
      try modern.save()
      mine.setValue("mine", forKey: "remark")
      let error = #expect(throws: NSError.self) { try other.save() }
      let conflict = (error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])?.first
      #expect(conflict?.cachedSnapshot?["remark"] as? String == "third")
      #expect(conflict?.persistedSnapshot?["remark"] as? String == "fourth")
    }
    #expect(try ModelContext(stack.swiftData()).fetch(FetchDescriptor<Item>()).map(\.note) == ["fourth"])
  }
}
