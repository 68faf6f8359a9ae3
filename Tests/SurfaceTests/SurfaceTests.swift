import Foundation
import SwiftData
import TestKit
import Testing

/// What the client sources only mention, and nothing else tests.
@Suite struct SurfaceTests {
  @Test func aCustomStoreIsRefused() throws {
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(
        for: MacroClient.Other.self, configurations: DataStoreClient.Configuration(name: "mine", schema: nil))
    }
    #expect(error == .loadIssueModelContainer && "\(error as Any)".contains("custom data store"))
    let own: any DataStoreConfiguration = ModelConfiguration(isStoredInMemoryOnly: true)
    let container = try ModelContainer(for: Schema([MacroClient.Other.self]), configurations: [own])
    #expect(container.configurations.count == 1)
    let store = try DataStoreClient.Store(DataStoreClient.Configuration(name: "mine", schema: nil), migrationPlan: nil)
    #expect(throws: DataStoreError.unsupportedFeature) { try store.erase() }
  }

  @Test func identifiersAreMadeOfTheirParts() throws {
    let (text, number) = (
      try PersistentIdentifier.identifier(for: "S", entityName: "Maker", primaryKey: "p12"),
      try PersistentIdentifier.identifier(for: "S", entityName: "Maker", primaryKey: 12)
    )
    #expect(text == number && text.entityName == "Maker" && text.storeIdentifier == "S" && text.id == number.id)
    #expect(try PersistentIdentifier.identifier(for: "S", entityName: "Maker", primaryKey: 3) < text)
    #expect(throws: (any Error).self) {
      try PersistentIdentifier.identifier(for: "S", entityName: "Maker", primaryKey: "none")
    }
  }

  @Test func errorsAreCaughtByName() {
    #expect(IdentifierClient.errors(SwiftDataError.loadIssueModelContainer) == 1)
    #expect(IdentifierClient.errors(SwiftDataError.unknownSchema) == 2)
    #expect(IdentifierClient.errors(DataStoreError.invalidPredicate) == 4)
    #expect(SwiftDataError.unknownSchema ~= (SwiftDataError.unknownSchema as any Error))
    #expect(!(SwiftDataError.unknownSchema ~= (DataStoreError.invalidPredicate as any Error)))
  }

  @Test func resultsObserversSayThatTheyAreNotThere() throws {
    let container = try ModelContainer(
      for: MacroClient.Maker.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let results = #expect(throws: (any Error).self) {
      try ResultsObserver<MacroClient.Maker, Never>(modelContainer: container)
    }
    #expect("\(results as Any)".contains("ResultsObserver is not there yet"))
  }

  /// Every entity of the client's classes goes into a store.
  @Test func theClientsModelsHaveAStore() throws {
    let schema = Schema([MacroClient.Maker.self, MacroClient.Special.self])
    let container = try ModelContainer(for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let maker = MacroClient.Maker(name: "a", code: 1)
    context.insert(maker)
    maker.price = MacroClient.Money(amount: 3)
    maker.things = [MacroClient.Thing()]
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<MacroClient.Thing>()) == 1)
  }
}
