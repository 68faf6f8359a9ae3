import Foundation
import SwiftData

enum ContainerClient {
  typealias Maker = MacroClient.Maker

  @MainActor static func container(_ plan: any SchemaMigrationPlan.Type, _ given: [any DataStoreConfiguration]) throws {
    let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    let schema = Schema([Maker.self])
    let containers = [
      try ModelContainer(for: Maker.self, MacroClient.Thing.self, migrationPlan: plan, configurations: configuration),
      try ModelContainer(for: Maker.self, configurations: configuration),
      try ModelContainer(for: Maker.self),
      try ModelContainer(for: schema, migrationPlan: plan, configurations: configuration),
      try ModelContainer(for: schema, migrationPlan: plan, configurations: [configuration]),
      try ModelContainer(for: schema, configurations: given),
    ]
    let one: ModelContainer = containers[0]
    let _: Schema = one.schema
    let _: (any SchemaMigrationPlan.Type)? = one.migrationPlan
    let known: Set<ModelConfiguration> = one.configurations
    one.configurations = known
    let _: ModelContext = one.mainContext
    let _: Bool = one == containers[1]
    one.deleteAllData()
    try one.erase()
    let _: String? = one.storeIdentifier(forConfigurationNamed: "default")
    let _: any Sendable = one
  }

  static func opened<C: DataStoreConfiguration>(_ configuration: C) throws -> ModelContainer {
    try ModelContainer(for: Maker.self, configurations: configuration)
  }

  static func configuration(_ url: URL) throws {
    var all: [ModelConfiguration] = [
      ModelConfiguration(), ModelConfiguration(isStoredInMemoryOnly: true),
      ModelConfiguration(for: Maker.self, MacroClient.Other.self, isStoredInMemoryOnly: true),
      ModelConfiguration(
        "name", schema: Schema(), isStoredInMemoryOnly: false, allowsSave: true, groupContainer: .automatic,
        cloudKitDatabase: .automatic),
      ModelConfiguration(nil, groupContainer: .none, cloudKitDatabase: .none),
      ModelConfiguration("name", groupContainer: .identifier("group"), cloudKitDatabase: .private("iCloud")),
      ModelConfiguration("name", schema: nil, url: url, allowsSave: false, cloudKitDatabase: .none),
    ]
    all[0].schema = nil
    let one = all[0]
    let _: (URL, String, URL) = (one.url, one.name, one.id)
    let _: (String?, String?) = (one.groupAppContainerIdentifier, one.cloudKitContainerIdentifier)
    let _: ModelConfiguration.GroupContainer = one.groupContainer
    let _: ModelConfiguration.CloudKitDatabase = one.cloudKitDatabase
    let _: (Bool, Bool) = (one.allowsSave, one.isStoredInMemoryOnly)
    let _: (Bool, Int, String) = (one == all[1], one.hashValue, one.debugDescription)
    let _: DefaultStore.Type = ModelConfiguration.Store.self
    try one.validate()
  }
}
