import CoreData
import Foundation
import SwiftData

/// Two versions, and a stage between them that waits for a file.
enum Waiting {
  enum V1: VersionedSchema {
    static var models: [any PersistentModel.Type] { [Note.self] }
    static var versionIdentifier: Schema.Version { .init(1, 0, 0) }
    @Model final class Note {
      var text: String
      init(text: String) { self.text = text }
    }
  }

  enum V2: VersionedSchema {
    static var models: [any PersistentModel.Type] { [Note.self] }
    static var versionIdentifier: Schema.Version { .init(2, 0, 0) }
    @Model final class Note {
      var text: String
      var mark: String = ""
      init(text: String) { self.text = text }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: nil) { context in
          let place = ProcessInfo.processInfo.environment
          if let ready = place["READY"] { try Data().write(to: URL(fileURLWithPath: ready)) }
          if let go = place["GO"] { wait(for: go) }
          for note in try context.fetch(FetchDescriptor<V2.Note>()) { note.mark = place["NAME"] ?? "" }
        }
      ]
    }
  }

  private static func wait(for file: String) {
    let end = Date().addingTimeInterval(120)
    while !FileManager.default.fileExists(atPath: file), Date() < end { usleep(5000) }
  }

  static func make(_ url: URL) throws {
    let context = ModelContext(try ModelContainer(for: V1.Note.self, configurations: ModelConfiguration(url: url)))
    for text in ["a", "b", "c"] { context.insert(V1.Note(text: text)) }
    try context.save()
  }

  /// Opens the store through the plan, and prints who migrated each note; keeps it open until there is the file $HOLD.
  static func open(_ url: URL) throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: V2.self), migrationPlan: Plan.self, configurations: ModelConfiguration(url: url))
    let notes = try ModelContext(container).fetch(FetchDescriptor<V2.Note>(sortBy: [SortDescriptor(\.text)]))
    print(notes.map { "\($0.text) by \($0.mark)" }.joined(separator: ", "))
    if let hold = ProcessInfo.processInfo.environment["HOLD"] { wait(for: hold) }
    withExtendedLifetime(container) {}
  }

  /// Opens the store of the second version with Core Data, and prints how many notes it has.
  static func count(_ url: URL) throws {
    guard let model = NSManagedObjectModel.makeManagedObjectModel(for: [V2.Note.self]) else {
      throw WorkerError(description: "the class has no model")
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url,
      options: [
        NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        NSPersistentHistoryTrackingKey: true,
      ])
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    print(try context.performAndWait { try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note")) })
  }
}
