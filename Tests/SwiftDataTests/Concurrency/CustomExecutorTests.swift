import Dispatch
import SwiftData
import Testing

@testable import SwiftData

/// Hands its jobs on to the executor of the house.
private final class WrappingExecutor: SerialModelExecutor, @unchecked Sendable {
  // Unchecked because the context is used by the inner executor's jobs alone.
  let modelContext: ModelContext
  let inner: DefaultSerialModelExecutor

  init(_ context: ModelContext) {
    modelContext = context
    inner = DefaultSerialModelExecutor(modelContext: context)
  }

  func enqueue(_ job: consuming ExecutorJob) { inner.enqueue(job) }
  func asUnownedSerialExecutor() -> UnownedSerialExecutor { inner.asUnownedSerialExecutor() }
}

/// Runs its jobs on a queue of its own.
private final class QueueExecutor: SerialModelExecutor, @unchecked Sendable {
  // Unchecked because the context is used by the queue's jobs alone.
  let modelContext: ModelContext
  let queue = DispatchQueue(label: "QueueExecutor")
  static let key = DispatchSpecificKey<Bool>()

  init(_ context: ModelContext) {
    modelContext = context
    queue.setSpecific(key: Self.key, value: true)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

private actor Worker: ModelActor {
  nonisolated let modelContainer: ModelContainer
  nonisolated let modelExecutor: any ModelExecutor

  init(_ container: ModelContainer, _ executor: any SerialModelExecutor) {
    modelContainer = container
    modelExecutor = executor
  }

  func add(_ codes: Range<Int>) throws -> [PersistentIdentifier] {
    let cards = codes.map { Ctx.Card(code: $0) }
    for card in cards { modelContext.insert(card) }
    let old = cards.map(\.persistentModelID)
    try modelContext.save()
    return old
  }

  func code(_ id: PersistentIdentifier) -> Int? { self[id, as: Ctx.Card.self]?.code }
  func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Ctx.Card>()) }
  func isOnTheQueue() -> Bool { DispatchQueue.getSpecific(key: QueueExecutor.key) == true }
  nonisolated func leak() -> UncheckedWeak<ModelContext> { UncheckedWeak(modelExecutor.modelContext) }
}

/// Actors on executors that somebody else wrote; in the suite that counts reports one after the other.
extension ModelActorTests {
  @Test func anActorRunsOnAnExecutorOfItsOwn() async throws {
    let container = try Ctx.container()
    let before = Misuse.count
    let queue = QueueExecutor(ModelContext(container))
    let (wrapping, own) = (Worker(container, WrappingExecutor(ModelContext(container))), Worker(container, queue))
    let first = try await wrapping.add(0..<3)
    let second = try await own.add(3..<6)
    #expect(await own.isOnTheQueue())
    #expect(await !wrapping.isOnTheQueue())
    // What the other one saved is met too, and each actor's own identifiers of before its save.
    #expect(try await own.count() == 6)
    #expect(try await wrapping.count() == 6)
    #expect(await wrapping.code(first[1]) == 1)
    #expect(await own.code(second[2]) == 5)
    #expect(await own.code(first[1]) == nil)
    #expect(Misuse.count == before)
  }

  #if DEBUG
    @Test func useOffAnExecutorThatWrapsTheHousesIsReportedOnce() async throws {
      let container = try Ctx.container()
      let worker = Worker(container, WrappingExecutor(ModelContext(container)))
      _ = try await worker.add(0..<1)
      let leaked = worker.leak()
      let before = Misuse.count
      for _ in 0..<3 { _ = try leaked.object?.fetchCount(FetchDescriptor<Ctx.Card>()) }
      #expect(Misuse.count == before + 1)
      for _ in 0..<3 { _ = try leaked.object?.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()) }
      #expect(Misuse.count == before + 2)
      #expect(try await worker.count() == 1)
    }
  #endif
}
