public import CoreData
public import SwiftData

@MainActor public struct EnvironmentValues {
  public var modelContext: ModelContext {
    guard let container = ModelContainer.default else { fatalError("no container in the environment") }
    return container.mainContext
  }

  public var managedObjectContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
}

@MainActor @propertyWrapper public struct Environment<Value> {
  let path: KeyPath<EnvironmentValues, Value>

  public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }

  public var wrappedValue: Value { EnvironmentValues()[keyPath: path] }
}
