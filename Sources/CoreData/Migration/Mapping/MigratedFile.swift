import Foundation
import SQLiteStore
import StoreContract

/// The file that a migration manager makes: under another name until it is whole.
struct MigratedFile {
  let source: URL
  let sourceType: String
  let destination: URL
  let destinationType: String

  func make(_ body: (_ place: URL) throws -> Void) throws {
    try check(source, sourceType, NSMigrationManagerSourceStoreError)
    try check(destination, destinationType, NSMigrationManagerDestinationStoreError)
    guard !NSPersistentStoreCoordinator.isSame(source, destination) else {
      throw CoreDataError.error(
        NSMigrationManagerDestinationStoreError, "The store at \(source.path) cannot be migrated onto itself.",
        advice: "Give another destination, and put the result in place when it is done.", url: destination)
    }
    let place = destination.deletingLastPathComponent()
      .appendingPathComponent(".\(destination.lastPathComponent)-\(UUID().uuidString)")
    defer { try? SQLiteStore.remove(place.path, force: true) }
    do {
      try body(place)
      try SQLiteStore.copy(place.path, to: destination.path)
    } catch {
      throw LoadingMigration.translated(error, source)
    }
  }

  private func check(_ url: URL, _ type: String, _ code: Int) throws {
    guard type == NSSQLiteStoreType, url.isFileURL else {
      throw CoreDataError.error(
        code, "A store of the type \(type) at \(url.absoluteString) cannot be migrated.",
        advice: "Use files of the type NSSQLiteStoreType.", url: url)
    }
  }

  /// Migrates a copy by moving its rows.
  static func moveRows(
    from source: URL, to place: URL, _ model: NSManagedObjectModel, _ destination: NSManagedObjectModel
  ) throws {
    try SQLiteStore.copy(source.path, to: place.path)
    try StoreMigration.migrate(place.path, from: try model.resolved(), to: try destination.resolved())
  }
}
