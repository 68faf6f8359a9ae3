import CoreData
import Foundation
import SwiftData

/// A thing that processes count up, move between boxes, and throw away.
@Model final class Item {
  @Attribute(.unique, .preserveValueOnDeletion) var code: String
  var count: Int
  var note: String?
  var box: Box?

  init(code: String, count: Int) {
    self.code = code
    self.count = count
  }
}

@Model final class Box {
  var label: String
  @Relationship(inverse: \Item.box) var items: [Item]? = []

  init(label: String) { self.label = label }
}

/// The file of both frameworks.
enum Place {
  static func swiftData(_ url: URL) throws -> ModelContainer {
    try ModelContainer(for: Item.self, Box.self, configurations: ModelConfiguration(url: url))
  }

  static func coreData(_ url: URL, posts: Bool = false) throws -> NSPersistentContainer {
    guard let model = NSManagedObjectModel.makeManagedObjectModel(for: [Item.self, Box.self]) else {
      throw WorkerError(description: "the classes have no model")
    }
    let container = NSPersistentContainer(name: "Coexistence", managedObjectModel: model)
    let description = NSPersistentStoreDescription(url: url)
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    description.setOption(20 as NSNumber, forKey: NSPersistentStoreTimeoutOption)
    if posts {
      description.setOption(true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
    }
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }
}

struct WorkerError: Error, CustomStringConvertible {
  let description: String
}
