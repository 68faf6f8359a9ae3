import CoreData
import Foundation
import SwiftData
import TestKit
import Testing

@testable import coexistence_worker

/// Core Data's class of the entity `Item`, under a name of its own.
final class CDItem: NSManagedObject {
  var code: String {
    get { value(forKey: "code") as? String ?? "" }
    set { setValue(newValue, forKey: "code") }
  }
  var count: Int {
    get { value(forKey: "count") as? Int ?? 0 }
    set { setValue(newValue, forKey: "count") }
  }
  var note: String? {
    get { value(forKey: "note") as? String }
    set { setValue(newValue, forKey: "note") }
  }
}

/// One file, opened by both frameworks in this process.
struct SharedStack {
  let folder: TemporaryFolder
  let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Shared.store")
  }

  func swiftData() throws -> ModelContainer { try Place.swiftData(url) }

  /// - Parameters:
  ///   - history: `nil` leaves the option out.
  ///   - posts: Whether remote change notifications are asked for.
  ///   - timeout: How many seconds a save waits for others.
  func coreData(history: Bool? = true, posts: Bool = false, timeout: Double? = nil) throws -> NSPersistentContainer {
    let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: [Item.self, Box.self]))
    model.entitiesByName["Item"]?.managedObjectClassName = NSStringFromClass(CDItem.self)
    let container = NSPersistentContainer(name: "Shared", managedObjectModel: model)
    let description = NSPersistentStoreDescription(url: url)
    if let history { description.setOption(history as NSNumber, forKey: NSPersistentHistoryTrackingKey) }
    if posts {
      description.setOption(true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
    }
    if let timeout { description.timeout = timeout }
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }

  /// Runs the helper process to its end.
  func worker(_ arguments: String...) throws {
    let outcome = try Subprocess([Self.program] + arguments).run()
    #expect(outcome.isFine, "\(arguments): \(outcome.output)")
  }

  static var program: String {
    get throws { try BuiltPackage().folder.appendingPathComponent("coexistence-worker").path }
  }
}

/// Waits until a condition holds, giving queues their turns.
@MainActor func eventually(within seconds: Double = 60, _ condition: () throws -> Bool) async rethrows -> Bool {
  let end = Date().addingTimeInterval(seconds)
  while Date() < end {
    if try condition() { return true }
    try? await Task.sleep(for: .milliseconds(2))
  }
  return try condition()
}
