import CoreData
import Foundation
import ObjectGraph
import SchemaTypes
import SwiftData
import TestKit
import Testing

/// One writer for each entity, declared in code: the other one's saves are said, by whatever way they write.
///
/// What is declared holds for the whole process, and each line is shown once: so each test has entities of its own.
@Suite struct EntityWriterTests {
  @Model final class Quill { init() {} }
  @Model final class Scroll { init() {} }
  @Model final class Ink {
    var shade = 0
    init() {}
  }
  @Model final class Seal {
    var shade = 0
    init() {}
  }
  @Model final class Wax {
    var shade = 0
    @Relationship(deleteRule: .cascade, inverse: \Stamp.wax) var stamps: [Stamp] = []
    init() {}
  }
  @Model final class Stamp {
    var wax: Wax?
    init() {}
  }
  @Model final class Bulk {
    var shade = 0
    init() {}
  }

  private static let types: [any PersistentModel.Type] = [
    Quill.self, Scroll.self, Ink.self, Seal.self, Wax.self, Stamp.self, Bulk.self,
  ]
  private let folder: TemporaryFolder
  private let modern: ModelContext
  private let classic: NSManagedObjectContext

  init() throws {
    folder = try TemporaryFolder()
    let url = folder.file("Desk.store")
    modern = ModelContext(
      try ModelContainer(for: Schema(Self.types), configurations: ModelConfiguration(url: url)))
    let container = NSPersistentContainer(
      name: "Desk", managedObjectModel: try #require(NSManagedObjectModel.makeManagedObjectModel(for: Self.types)))
    let description = NSPersistentStoreDescription(url: url)
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    classic = container.newBackgroundContext()
  }

  /// Only a debug build says it.
  private func isSaid(_ name: String, of owner: EntityWriter, by writer: EntityWriter) -> Bool {
    #if DEBUG
      Notice.wasShown(EntityWriter.line(name, owner, writer))
    #else
      true
    #endif
  }

  private func insertClassic(_ name: String) throws -> NSManagedObjectID {
    try classic.performAndWait {
      let object = NSEntityDescription.insertNewObject(forEntityName: name, into: classic)
      try classic.save()
      return object.objectID
    }
  }

  private func execute(_ request: NSPersistentStoreRequest) throws {
    try classic.performAndWait { _ = try classic.execute(request) }
  }

  // MARK: saves

  @Test func bothDirectionsAreSaid() throws {
    EntityWriter.swiftData.owns("Quill")
    EntityWriter.coreData.owns("Scroll")
    #expect(EntityWriter.owner(of: "Quill") == .swiftData && EntityWriter.owner(of: "Scroll") == .coreData)
    // Each writes its own: nothing is said.
    modern.insert(Quill())
    try modern.save()
    _ = try insertClassic("Scroll")
    #expect(!Notice.wasShown(EntityWriter.line("Quill", .coreData, .swiftData)))
    #expect(!Notice.wasShown(EntityWriter.line("Quill", .swiftData, .coreData)))
    #expect(!Notice.wasShown(EntityWriter.line("Scroll", .coreData, .swiftData)))
    // Core Data writes what SwiftData owns, and the other way round.
    _ = try insertClassic("Quill")
    #expect(isSaid("Quill", of: .swiftData, by: .coreData))
    modern.insert(Scroll())
    #expect(!Notice.wasShown(EntityWriter.line("Scroll", .coreData, .swiftData)))
    try modern.save()
    #expect(isSaid("Scroll", of: .coreData, by: .swiftData))
    EntityWriter.forget("Quill")
    #expect(EntityWriter.owner(of: "Quill") == nil && EntityWriter.owner(of: "Scroll") == .coreData)
    // It is said, not refused.
    #expect(try modern.fetchCount(FetchDescriptor<Quill>()) == 2 && modern.fetchCount(FetchDescriptor<Scroll>()) == 2)
  }

  // MARK: batches

  @Test func batchInsertsAreSaid() throws {
    EntityWriter.swiftData.owns("Ink")
    try execute(NSBatchInsertRequest(entityName: "Ink", objects: [["shade": 1]]))
    #expect(isSaid("Ink", of: .swiftData, by: .coreData))
    #expect(try modern.fetch(FetchDescriptor<Ink>()).map(\.shade) == [1])
  }

  @Test func batchUpdatesAreSaid() throws {
    EntityWriter.swiftData.owns("Seal")
    let request = NSBatchUpdateRequest(entityName: "Seal")
    request.propertiesToUpdate = ["shade": 7]
    // No row, no write.
    try execute(request)
    #expect(!Notice.wasShown(EntityWriter.line("Seal", .swiftData, .coreData)))
    modern.insert(Seal())
    try modern.save()
    try execute(request)
    #expect(isSaid("Seal", of: .swiftData, by: .coreData))
    #expect(try ModelContext(modern.container).fetch(FetchDescriptor<Seal>()).map(\.shade) == [7])
  }

  /// With what delete rules take along.
  @Test func batchDeletesAreSaid() throws {
    EntityWriter.swiftData.owns("Wax", "Stamp")
    let wax = Wax()
    modern.insert(wax)
    wax.stamps = [Stamp()]
    try modern.save()
    try execute(NSBatchDeleteRequest(fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Wax")))
    #expect(isSaid("Wax", of: .swiftData, by: .coreData) && isSaid("Stamp", of: .swiftData, by: .coreData))
    #expect(try ModelContext(modern.container).fetchCount(FetchDescriptor<Stamp>()) == 0)
  }

  /// SwiftData's deletion of all that a predicate picks.
  @Test func swiftDataDeletesAreSaid() throws {
    EntityWriter.coreData.owns("Bulk")
    _ = try insertClassic("Bulk")
    try modern.delete(model: Bulk.self, where: #Predicate { $0.shade == 0 })
    #expect(!Notice.wasShown(EntityWriter.line("Bulk", .coreData, .swiftData)))
    try modern.save()
    #expect(isSaid("Bulk", of: .coreData, by: .swiftData))
  }
}
