import CoreData
import Foundation
import TestKit
import Testing

@Suite struct StagedManagerTests {
  private let folder: TemporaryFolder
  private let url: URL
  private let models = [StoredModels.first(), StoredModels.second(), StoredModels.third(), StoredModels.fourth()]

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Books.sqlite")
    try StoredModels.makeFirst(at: url)
  }

  private struct Refusal: Error {}

  /// First to second by inference, second to third with code, third to fourth by inference.
  private func manager(
    did: @escaping (NSStagedMigrationManager) throws -> Void = Self.fill
  ) -> (manager: NSStagedMigrationManager, calls: () -> [String]) {
    nonisolated(unsafe) var calls: [String] = []
    let light = NSLightweightMigrationStage([models[0], models[1]].map(\.versionChecksum))
    light.label = "pages"
    let custom = NSCustomMigrationStage(
      migratingFrom: StoredModels.reference(models[1]), to: StoredModels.reference(models[2]))
    custom.label = "texts"
    custom.willMigrateHandler = { manager, stage in
      calls.append("will \(stage.label ?? "")")
      let context = try #require(manager.container).newBackgroundContext()
      try context.performAndWait {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
        request.predicate = NSPredicate(format: "title == %@", "Kim")
        for book in try context.fetch(request) { book.setValue(9, forKey: "pages") }
        try context.save()
      }
    }
    custom.didMigrateHandler = { manager, stage in
      calls.append("did \(stage.label ?? "")")
      try did(manager)
    }
    let last = NSLightweightMigrationStage([models[2], models[3]].map(\.versionChecksum))
    return (NSStagedMigrationManager([light, custom, last]), { calls })
  }

  /// Pages as texts, out of the store as it was; sort names.
  private static func fill(_ manager: NSStagedMigrationManager) throws {
    let context = try #require(manager.container).newBackgroundContext()
    let source = try #require(manager.sourceContainer).newBackgroundContext()
    let pages = try source.performAndWait {
      try source.fetch(NSFetchRequest<NSManagedObject>(entityName: "Book")).reduce(into: [String: String]()) {
        $0["\($1.value(forKey: "title") ?? "")"] = "\($1.value(forKey: "pages") ?? "") pages"
      }
    }
    try context.performAndWait {
      for book in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Book")) {
        book.setValue(pages["\(book.value(forKey: "title") ?? "")"], forKey: "pages")
      }
      for person in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person")) {
        person.setValue("\(person.value(forKey: "name") ?? "")".lowercased(), forKey: "sortName")
      }
      try context.save()
    }
  }

  private func books(_ model: NSManagedObjectModel, _ manager: NSStagedMigrationManager?) throws -> [String] {
    var options: [AnyHashable: Any] = [
      NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
    ]
    options[NSPersistentStoreStagedMigrationManagerOptionKey] = manager
    return try StoredModels.use(model, url, options) { try StoredModels.books($0, "pages", "author.name") }
  }

  @Test func theStagesRunInTheirOrder() throws {
    let (manager, calls) = manager()
    #expect(
      try books(models[3], manager) == ["Emma 3 pages Jane", "Kim 9 pages -", "Persuasion 3 pages Jane"])
    #expect(calls() == ["will texts", "did texts"])
    #expect(manager.container == nil && manager.sourceContainer == nil && manager.stages.count == 3)
    // A store that is there already needs no stage.
    #expect(try books(models[3], manager).count == 3 && calls().count == 2)
  }

  @Test(arguments: [1, 2]) func aCoordinatorMayStopEarlier(_ version: Int) throws {
    let (manager, calls) = manager()
    #expect(try books(models[version], manager).count == 3)
    #expect(calls().count == (version == 1 ? 0 : 2))
  }

  @Test func aStoreMayBeginAtTheCustomStage() throws {
    #expect(try books(models[1], nil) == ["Emma 3 Jane", "Kim 3 -", "Persuasion 3 Jane"])
    let (manager, calls) = manager()
    #expect(try books(models[3], manager).first == "Emma 3 pages Jane")
    #expect(calls() == ["will texts", "did texts"])
  }

  @Test(arguments: ["throws", "leaves a value out"]) func afterAFailureTheStoreIsAsItWas(_ what: String) throws {
    let names = try FolderState(folder.url).names
    let (manager, calls) = manager { manager in
      if what == "throws" {
        try Self.fill(manager)
        throw Refusal()
      }
    }
    let error = try #require(throws: (any Error).self) { try books(models[3], manager) }
    #expect(calls() == ["will texts", "did texts"])
    if what == "throws" {
      #expect(error is Refusal)
    } else {
      #expect((error as NSError).code == NSMigrationError)
      #expect((error as NSError).localizedDescription.contains("Person.sortName: 2 rows still have no value"))
    }
    #expect(manager.container == nil && manager.sourceContainer == nil)
    #expect(
      try FolderState(folder.url).names.filter { !$0.hasSuffix("-shm") } == names.filter { !$0.hasSuffix("-shm") })
    #expect(try StoredModels.use(models[0], url) { try StoredModels.books($0) } == ["Emma", "Kim", "Persuasion"])
    #expect(try books(models[3], self.manager().manager).count == 3)
  }

  @Test func unknownAndLaterVersionsAreNamed() throws {
    let light = NSLightweightMigrationStage([models[1], models[2]].map(\.versionChecksum))
    let unknown =
      try #require(throws: (any Error).self) { try books(models[2], NSStagedMigrationManager([light])) } as NSError
    #expect(unknown.code == NSMigrationMissingSourceModelError)
    #expect(unknown.localizedDescription.contains(models[0].versionChecksum), "\(unknown)")
    _ = try books(models[1], nil)
    let backward = try #require(throws: (any Error).self) { try books(models[0], manager().manager) } as NSError
    #expect(backward.code == NSStagedMigrationBackwardMigrationError)
    #expect(try StoredModels.use(models[1], url) { try StoredModels.books($0) }.count == 3)
  }

  /// Objects of a stage that are kept hold no file.
  @Test func keptObjectsDoNotHoldTheFile() throws {
    nonisolated(unsafe) var kept: [AnyObject] = []
    let (manager, _) = manager { manager in
      let context = try #require(manager.container).newBackgroundContext()
      kept.append(context)
      kept += try context.performAndWait { try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Book")) }
      try Self.fill(manager)
    }
    #expect(try books(models[3], manager).count == 3)
    withExtendedLifetime(kept) {}
  }
}
