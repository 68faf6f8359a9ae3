// swift-format-ignore-file
import CoreData
import SwiftData

extension Seed1Line351 {
  static func run() throws -> (NSPersistentContainer, ModelContainer) {
// SEED 1:351-361
let url = URL.applicationSupportDirectory.appending(path: "MyApp.store")

// CoreData
let description = NSPersistentStoreDescription()
description.url = url
let container = NSPersistentContainer(name: "MyApp")
container.persistentStoreDescriptions = [description]

// SwiftData
let config = ModelConfiguration(url: url)
let swiftDataContainer = try ModelContainer(for: Item.self, configurations: config)
// END
return (container, swiftDataContainer)
}
}
