import Foundation
import SwiftData
import Testing

@testable import SwiftData

@ModelActor actor MemberActor {
  func age(_ id: PersistentIdentifier, _ age: Int) throws {
    guard let member = self[id, as: Ctx.Member.self] else { return }
    member.age = age
    try modelContext.save()
  }

  func add(_ count: Int) throws -> [PersistentIdentifier] {
    let models = (0..<count).map { Ctx.Member("m\($0)", "", age: $0) }
    for model in models { modelContext.insert(model) }
    try modelContext.save()
    return models.map(\.persistentModelID)
  }

  func total() throws -> Int {
    try modelContext.fetch(FetchDescriptor<Ctx.Member>()).reduce(0) { $0 + $1.age }
  }

  func hasCard(_ id: PersistentIdentifier) -> Bool { self[id, as: Ctx.Card.self] != nil }
  var isAutosaving: Bool { modelContext.autosaveEnabled }

  nonisolated func leak() -> UncheckedWeak<ModelContext> { UncheckedWeak(modelExecutor.modelContext) }
}

/// An actor with members and an initializer of its own.
actor HandMadeActor: ModelActor {
  nonisolated let modelContainer: ModelContainer
  nonisolated let modelExecutor: any ModelExecutor

  init(container: ModelContainer) {
    modelContainer = container
    modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
  }

  func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Ctx.Member>()) }
}

@Suite(.serialized) struct ModelActorTests {
  @Test func anActorWorksOnModels() async throws {
    let container = try Ctx.container()
    let actor = MemberActor(modelContainer: container)
    let ids = try await actor.add(10)
    #expect(try await actor.total() == 45)
    try await actor.age(ids[0], 100)
    #expect(try await actor.total() == 145)
    #expect(await actor.hasCard(ids[0]) == false)
    #expect(await actor.isAutosaving == false)
    #expect(try await HandMadeActor(container: container).count() == 10)
    #expect(actor.modelContainer == container)
  }

  @Test func actorsAtOnce() async throws {
    let container = try Ctx.container()
    let before = Misuse.count
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<8 {
        group.addTask {
          let actor = MemberActor(modelContainer: container)
          for _ in 0..<5 { _ = try await actor.add(3 + index) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Ctx.Member>()) == 10)
    #expect(Misuse.count == before)
  }

  #if DEBUG
    @Test func useOffTheExecutorIsReportedOnce() async throws {
      let container = try Ctx.container()
      let actor = MemberActor(modelContainer: container)
      _ = try await actor.add(1)
      let leaked = actor.leak()
      let before = Misuse.count
      for _ in 0..<3 { _ = try leaked.object?.fetchCount(FetchDescriptor<Ctx.Member>()) }
      #expect(Misuse.count == before + 1)
      for _ in 0..<3 { _ = try leaked.object?.existingModel(for: .none) }
      #expect(Misuse.count == before + 2)
      _ = await actor.isAutosaving
    }

    private typealias Call = (name: String, run: @Sendable (ModelContext) -> Void)
    private typealias History = HistoryDescriptor<DefaultHistoryTransaction>

    private static let calls: [Call] = [
      ("model(for:)", { _ = $0.model(for: .none) }),
      ("model(for:) elsewhere", { _ = $0.model(for: .none) }),
      ("existingModel(for:)", { _ = try? $0.existingModel(for: .none) }),
      ("existingModel(for:) elsewhere", { _ = try? $0.existingModel(for: .none) }),
      ("registeredModel(for:)", { _ = $0.registeredModel(for: .none) as Ctx.Card? }),
      ("registeredModel(for:) elsewhere", { _ = $0.registeredModel(for: .none) as Ctx.Card? }),
      ("fetchHistory", { _ = try? $0.fetchHistory(History()) }),
      ("fetchHistory elsewhere", { _ = try? $0.fetchHistory(History()) }),
      ("deleteHistory", { try? $0.deleteHistory(History()) }),
      ("deleteHistory elsewhere", { try? $0.deleteHistory(History()) }),
      ("fetch", { _ = try? $0.fetch(FetchDescriptor<Ctx.Card>()) }),
      ("fetchCount", { _ = try? $0.fetchCount(FetchDescriptor<Ctx.Card>()) }),
      ("fetchIdentifiers", { _ = try? $0.fetchIdentifiers(FetchDescriptor<Ctx.Card>()) }),
      ("enumerate", { try? $0.enumerate(FetchDescriptor<Ctx.Card>()) { _ in } }),
      ("insert", { $0.insert(Ctx.Card(code: 9)) }),
      ("processPendingChanges", { $0.processPendingChanges() }),
      ("rollback", { $0.rollback() }),
    ]

    /// Each of two places, called three times.
    @Test func overlappingCallsAreReportedOnceForEachPlace() async throws {
      let context = ModelContext(try Ctx.container())
      for index in 0..<5 { context.insert(Ctx.Card(code: index)) }
      try context.save()
      let shared = UncheckedWeak(context)
      for call in Self.calls {
        let before = Misuse.count
        try context.transaction {
          let group = DispatchGroup()
          DispatchQueue.global().async(group: group) {
            for _ in 0..<3 { if let context = shared.object { call.run(context) } }
          }
          group.wait()
        }
        #expect(Misuse.count == before + 1, "\(call.name)")
      }
      // In turn is no overlap.
      let before = Misuse.count
      for call in Self.calls { call.run(context) }
      #expect(Misuse.count == before)
    }
  #endif
}

extension PersistentIdentifier {
  fileprivate static var none: PersistentIdentifier {
    PersistentIdentifier(storeIdentifier: nil, entityName: "Card", primaryKey: 1)
  }
}
