import Dispatch
import ObjectGraph

/// Runs the jobs of a model actor one after the other: on the main queue for a container's main context, else on a queue
/// of its own.
public final class DefaultSerialModelExecutor: @unchecked Sendable, SerialModelExecutor {
  // Unchecked because the context is used by the queue's jobs alone.
  public let modelContext: ModelContext
  private let queue: DispatchQueue
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  public init(modelContext: ModelContext) {
    self.modelContext = modelContext
    if case .main = modelContext.autosave.place {
      queue = .main
      return
    }
    let queue = DispatchQueue(label: "SwiftData.DefaultSerialModelExecutor")
    self.queue = queue
    let identity = ObjectIdentifier(modelContext)
    queue.setSpecific(key: Self.key, value: identity)
    modelContext.autosave.place = .queue(queue)
    let isHere: @Sendable () -> Bool = { DispatchQueue.getSpecific(key: Self.key) == identity }
    modelContext.use.setExecutor(isHere)
    let context = UncheckedWeak(modelContext)
    modelContext.graph.setWake(isHere: isHere) { queue.async { context.object?.graph.receive() } }
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
