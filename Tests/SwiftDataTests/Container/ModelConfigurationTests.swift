import Foundation
import ObjectGraph
import SwiftData
import Testing

@testable import SwiftData

@Suite struct ModelConfigurationTests {
  @Model final class Note {
    var text: String
    init(text: String) { self.text = text }
  }

  @Model final class Tag {
    var name: String
    init(name: String) { self.name = name }
  }

  /// Every spelling of Apple's initialisers, Xcode's template among them.
  @Test func everySpelling() throws {
    let schema = Schema([Note.self])
    let template = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
    #expect(template.name == "default" && template.schema == schema && template.isStoredInMemoryOnly)
    #expect(template.allowsSave && template.url.path == "/dev/null")
    let named = ModelConfiguration("Notes")
    #expect(named.name == "Notes" && named.url.lastPathComponent == "Notes.store" && !named.isStoredInMemoryOnly)
    let typed = ModelConfiguration(for: Note.self, isStoredInMemoryOnly: true)
    #expect(typed.schema?.entities.map(\.name) == ["Note"])
    let placed = ModelConfiguration(
      schema: schema, url: URL(fileURLWithPath: "/tmp/a.store"), allowsSave: false, cloudKitDatabase: .none)
    #expect(placed.name == "a" && !placed.allowsSave && placed.remarks.isEmpty)
    let cloud = ModelConfiguration(
      "Cloud", groupContainer: .identifier("group.a"), cloudKitDatabase: .private("iCloud.a"))
    #expect(cloud.remarks.count == 2)
    #expect(ModelConfiguration(groupContainer: .automatic, cloudKitDatabase: .automatic).remarks.isEmpty)
  }

  @Test func aContainerKnowsItsSchemaAndConfiguration() throws {
    let schema = Schema([Note.self])
    let container = try ModelContainer(
      for: schema, configurations: [ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)])
    #expect(container.schema == schema)
    #expect(container.configurations.map(\.name) == ["default"])
    #expect(container.storeIdentifier(forConfigurationNamed: "default") != nil)
    #expect(container.storeIdentifier(forConfigurationNamed: "other") == nil)
  }

  @Test func aPartOfTheModelsIsRefused() throws {
    let part = ModelConfiguration("Part", schema: Schema([Note.self]), isStoredInMemoryOnly: true)
    let error = try #require(throws: SwiftDataError.self) {
      try ModelContainer(for: Note.self, Tag.self, configurations: part)
    }
    #expect("\(error)".contains("no configuration holds Tag: Part holds only some of the container's models"))
  }
}
