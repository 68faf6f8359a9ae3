import CoreData
import Foundation
import TestKit
import Testing

/// What an object is after it was fetched, and after it is gone.
@Suite struct LifeTests {
  private func model() -> NSManagedObjectModel {
    let name = NSAttributeDescription()
    name.name = "name"
    name.attributeType = .stringAttributeType
    name.isOptional = true
    let isDriving = NSAttributeDescription()
    isDriving.name = "isDriving"
    isDriving.attributeType = .booleanAttributeType
    isDriving.isOptional = false
    isDriving.isTransient = true
    isDriving.defaultValue = false
    let driver = NSEntityDescription()
    driver.name = "Driver"
    driver.managedObjectClassName = "NSManagedObject"
    driver.properties = [name, isDriving]
    let model = NSManagedObjectModel()
    model.entities = [driver]
    return model
  }

  private func container(_ url: URL, tracksHistory: Bool = false) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Drivers", managedObjectModel: model())
    let description = NSPersistentStoreDescription(url: url)
    if tracksHistory { description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey) }
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }

  @Test func aFetchedObjectHasTheDefaultsOfTransientAttributes() throws {
    let folder = try TemporaryFolder()
    let container = try container(folder.url.appendingPathComponent("d.sqlite"))
    let context = container.newBackgroundContext()
    try context.performAndWait {
      NSEntityDescription.insertNewObject(forEntityName: "Driver", into: context).setValue("Ann", forKey: "name")
      try context.save()
      context.reset()
      let driver = try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Driver")).first)
      let isDriving = driver.value(forKey: "isDriving") as? Bool
      #expect(isDriving == false)
      let hasChanges = context.hasChanges
      #expect(!hasChanges)
      driver.setValue("Eve", forKey: "name")
      try context.save()
    }
  }

  @Test func anObjectWhoseRowIsGoneHasNoContext() throws {
    let folder = try TemporaryFolder()
    let container = try container(folder.url.appendingPathComponent("d.sqlite"))
    let context = container.newBackgroundContext()
    try context.performAndWait {
      let driver = NSEntityDescription.insertNewObject(forEntityName: "Driver", into: context)
      try context.save()
      context.delete(driver)
      let isKnown = driver.managedObjectContext === context
      #expect(isKnown)
      try context.save()
      let isGone = driver.managedObjectContext == nil
      #expect(isGone)
    }
  }

  @Test func aStoreWithoutHistoryStartsItWhenAsked() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("d.sqlite")
    _ = try container(url)
    let tracking = try container(url, tracksHistory: true)
    let context = tracking.newBackgroundContext()
    let count = try context.performAndWait {
      _ = NSEntityDescription.insertNewObject(forEntityName: "Driver", into: context)
      try context.save()
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
      let result = try context.execute(request) as? NSPersistentHistoryResult
      return (result?.result as? [NSPersistentHistoryTransaction])?.count
    }
    #expect(count == 1)
  }

  /// In a program that waits for its tasks the main queue runs on any thread.
  @Test @MainActor func theViewContextWorksAfterASuspension() async throws {
    let folder = try TemporaryFolder()
    let container = try container(folder.url.appendingPathComponent("d.sqlite"))
    try await Task.sleep(for: .milliseconds(10))
    let context = container.viewContext
    let count = try context.performAndWait {
      _ = NSEntityDescription.insertNewObject(forEntityName: "Driver", into: context)
      try context.save()
      return try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Driver"))
    }
    #expect(count == 1)
  }
}
