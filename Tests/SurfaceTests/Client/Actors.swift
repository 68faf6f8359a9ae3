import Foundation
import SwiftData

/// Actors that work on models, and their executors.
enum ActorClient {
  typealias Maker = MacroClient.Maker

  @ModelActor actor Generated {
    func name(of id: PersistentIdentifier) -> String? { self[id, as: Maker.self]?.name }
    func context() -> Bool { modelContext == modelContext }
  }

  actor HandMade: ModelActor {
    nonisolated let modelContainer: ModelContainer
    nonisolated let modelExecutor: any ModelExecutor

    init(_ container: ModelContainer) {
      modelContainer = container
      modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
    }
  }

  /// An executor of the client's own.
  final class Executor: SerialModelExecutor, @unchecked Sendable {
    let modelContext: ModelContext
    private let inner: DefaultSerialModelExecutor

    init(_ context: ModelContext) {
      modelContext = context
      inner = DefaultSerialModelExecutor(modelContext: context)
    }

    func enqueue(_ job: consuming ExecutorJob) { inner.enqueue(job) }
    func asUnownedSerialExecutor() -> UnownedSerialExecutor { inner.asUnownedSerialExecutor() }
  }

  static func use(_ container: ModelContainer) -> [UnownedSerialExecutor] {
    let actors: [any ModelActor] = [Generated(modelContainer: container), HandMade(container)]
    let executors: [any ModelExecutor] = actors.map(\.modelExecutor) + [Executor(ModelContext(container))]
    let _: [ModelContext] = executors.map(\.modelContext)
    return actors.map(\.unownedExecutor)
      + executors.compactMap { ($0 as? any SerialModelExecutor) }.map {
        $0.asUnownedSerialExecutor()
      }
  }
}
