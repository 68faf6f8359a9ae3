public import SchemaTypes

/// An actor that works on models in a context of its own.
public protocol ModelActor: Actor {
  nonisolated var modelContainer: ModelContainer { get }
  nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
  /// The executor of the actor: its model executor, which has to be a serial one.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    guard let serial = modelExecutor as? any SerialExecutor else {
      preconditionFailure("the model executor of \(Self.self) has to be a SerialModelExecutor")
    }
    return serial.asUnownedSerialExecutor()
  }

  public var modelContext: ModelContext { modelExecutor.modelContext }

  /// The model with that identifier; `nil` when it is of another class or the store has no such row.
  public subscript<T: PersistentModel>(id: PersistentIdentifier, as as: T.Type) -> T? {
    (try? modelContext.existingModel(for: id)) as? T
  }
}
