/// An executor with a context.
public protocol ModelExecutor: Executor {
  var modelContext: ModelContext { get }
}

/// An executor with a context that runs one job after the other.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}
