public import SwiftData

@MainActor public struct EnvironmentValues {
  public var modelContext: ModelContext
}

@MainActor @propertyWrapper public struct Environment<Value> {
  let path: KeyPath<EnvironmentValues, Value>

  public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }

  public var wrappedValue: Value {
    guard let container = ModelContainer.default else { fatalError("no container in the environment") }
    return EnvironmentValues(modelContext: container.mainContext)[keyPath: path]
  }
}
