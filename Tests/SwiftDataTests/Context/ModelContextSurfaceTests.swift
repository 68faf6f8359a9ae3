import Foundation
import QueryModel
import StoreContract
import SwiftData
import Synchronization
import TestKit
import Testing

@testable import SwiftData

/// What a context offers beside fetching, inserting and saving.
@Suite struct ModelContextSurfaceTests {
  private func cards(_ container: ModelContainer) throws -> [Int] {
    try ModelContext(container).fetch(FetchDescriptor<Ctx.Card>(sortBy: [SortDescriptor(\.code)])).map(\.code)
  }

  private final class Heard: Sendable {
    let posts = Mutex<[(name: Notification.Name, ids: [String: [PersistentIdentifier]])]>([])
  }

  @Test func notificationsSayWhatWasSaved() throws {
    let context = ModelContext(try Ctx.container())
    let heard = Heard()
    let tokens = [ModelContext.willSave, .init("SwiftData.ModelContext.didSave")].map { name in
      NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { note in
        let ids = (note.userInfo as? [String: [PersistentIdentifier]]) ?? [:]
        heard.posts.withLock { $0.append((note.name, ids)) }
      }
    }
    defer { tokens.forEach(NotificationCenter.default.removeObserver) }
    try context.save()
    #expect(heard.posts.withLock { $0.isEmpty })
    let (a, b) = (Ctx.Card(code: 1), Ctx.Card(code: 2))
    context.insert(a)
    context.insert(b)
    try context.save()
    a.code = 3
    context.delete(b)
    try context.save()
    let posts = heard.posts.withLock { $0 }
    #expect(
      posts.map(\.name) == [ModelContext.willSave, ModelContext.didSave, ModelContext.willSave, ModelContext.didSave])
    #expect(posts[0].ids.isEmpty)
    let key = ModelContext.NotificationKey.self
    #expect(posts[1].ids[key.insertedIdentifiers.rawValue] == [a.persistentModelID, b.persistentModelID])
    #expect(posts[3].ids[key.updatedIdentifiers.rawValue] == [a.persistentModelID])
    #expect(posts[3].ids["deletedIdentifiers"] == [b.persistentModelID])
  }

  @Test func transactionsAndEnumeration() throws {
    let container = try Ctx.container()
    let context = ModelContext(container)
    try context.transaction { for code in 0..<10 { context.insert(Ctx.Card(code: code)) } }
    #expect(try cards(container).count == 10)
    #expect(throws: Ctx.Refusal.self) {
      try context.transaction {
        context.insert(Ctx.Card(code: 99))
        throw Ctx.Refusal()
      }
    }
    #expect(context.hasChanges)
    context.rollback()
    #expect(try cards(container).count == 10)
    var seen: [Int] = []
    let all = FetchDescriptor<Ctx.Card>(sortBy: [SortDescriptor(\.code)])
    try context.enumerate(all, batchSize: 3, allowEscapingMutations: true) {
      seen.append($0.code)
      $0.code += 100
    }
    #expect(seen == Array(0..<10) && context.changedModelsArray.count == 10)
    try context.save()
    #expect(try cards(container) == Array(100..<110))
  }

  @Test func deletingByPredicateIsDeletingOneByOne() throws {
    let results = try [true, false].map { isByPredicate in
      let folder = try TemporaryFolder()
      let url = folder.url.appendingPathComponent("d.store")
      let container = try ModelContainer(
        for: Ctx.Member.self, Ctx.Card.self, configurations: ModelConfiguration(url: url))
      let context = ModelContext(container)
      for age in 0..<6 { context.insert(Ctx.Member("m\(age)", "", age: age, card: Ctx.Card(code: age))) }
      try context.save()
      let held = try context.fetch(FetchDescriptor<Ctx.Member>(sortBy: [SortDescriptor(\.age)]))
      let card = held[4].card
      let old = #Predicate<Ctx.Member> { $0.age >= 3 }
      if isByPredicate {
        try context.delete(model: Ctx.Member.self, where: old, includeSubclasses: true)
      } else {
        for member in try context.fetch(FetchDescriptor(predicate: old)) { context.delete(member) }
      }
      #expect(held[4].isDeleted && card?.isDeleted == true && !held[0].isDeleted)
      #expect(context.deletedModelsArray.count == 6)
      try context.save()
      #expect(try cards(container) == [0, 1, 2])
      #expect(held[4].age == 4)
      return try SQLiteText.read(
        url, "SELECT group_concat(ZCHANGETYPE || '.' || ZENTITY || '.' || ZENTITYPK) FROM ACHANGE")
    }
    #expect(results[0] == results[1] && results[0] != nil)
  }

  @Test func aToOneSetToADeletedModelIsNil() throws {
    let container = try Ctx.container()
    let context = ModelContext(container)
    let note = try Ctx.Note(text: "n", topic: nil)
    let pin = Ctx.Pin(label: "p")
    context.insert(note)
    context.insert(pin)
    try context.save()
    context.delete(note)
    pin.note = note
    try context.save()
    #expect(pin.note == nil && note.isDeleted && note.text == "n")
    #expect(try ModelContext(container).fetch(FetchDescriptor<Ctx.Pin>()).map { $0.note == nil } == [true])
  }

  @Test func propertiesToFetchReadFewerColumns() throws {
    let container = try Ctx.container()
    let context = ModelContext(container)
    context.insert(Ctx.Member("Ada", "L", age: 36, card: Ctx.Card(code: 5)))
    try context.save()
    let store = RecordingStore(container.store)
    let second = ModelContext(
      try ModelContainer(store: store, models: [Ctx.Member.self, Ctx.Card.self]))
    var descriptor = FetchDescriptor<Ctx.Member>()
    descriptor.propertiesToFetch = [\.first]
    let member = try #require(try second.fetch(descriptor).first)
    #expect(store.takeAsked().fetches.first?.fields?.count == 1)
    #expect(member.first == "Ada")
    #expect(store.takeAsked().rows.isEmpty)
    #expect(member.age == 36 && store.takeAsked().rows.count == 1)
    #expect(member.last == "L" && member.card?.code == 5)
    #expect(!second.hasChanges)
    member.last = "M"
    try second.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Ctx.Member>()).map(\.last) == ["M"])
  }

  @Test func prefetchingAsksOnceForEachRelationship() throws {
    let container = try Ctx.container()
    let context = ModelContext(container)
    for index in 0..<20 {
      let publisher = Ctx.Publisher(name: "p\(index)")
      context.insert(publisher)
      publisher.issues = [Ctx.Issue(number: index)]
    }
    try context.save()
    let store = RecordingStore(container.store)
    let models: [any PersistentModel.Type] = [Ctx.Publisher.self, Ctx.Issue.self, Ctx.Topic.self]
    let second = ModelContext(try ModelContainer(store: store, models: models))
    var descriptor = FetchDescriptor<Ctx.Publisher>()
    descriptor.relationshipKeyPathsForPrefetching = [\.issues]
    let publishers = try second.fetch(descriptor)
    #expect(publishers.map { $0.issues.count } == Array(repeating: 1, count: 20))
    let asked = store.takeAsked()
    #expect(asked.fetches.count == 1 && asked.related.count == 1 && asked.rows.isEmpty)
    let third = ModelContext(try ModelContainer(store: store, models: models))
    descriptor.relationshipKeyPathsForPrefetching = []
    #expect(try third.fetch(descriptor).reduce(0) { $0 + $1.issues.count } == 20)
    #expect(store.takeAsked().related.count == 20)
  }

  @Test func pendingChangesBothWays() throws {
    let container = try Ctx.container()
    let context = ModelContext(container)
    context.insert(Ctx.Card(code: 1))
    try context.save()
    context.insert(Ctx.Card(code: 2))
    var descriptor = FetchDescriptor<Ctx.Card>(sortBy: [SortDescriptor(\.code)])
    #expect(try context.fetch(descriptor).map(\.code) == [1, 2] && context.fetchCount(descriptor) == 2)
    descriptor.includePendingChanges = false
    #expect(try context.fetch(descriptor).map(\.code) == [1] && context.fetchCount(descriptor) == 1)
  }

  @Test func authorsEditingStateAndDescription() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a.store")
    let container = try ModelContainer(for: Ctx.Topic.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    context.author = "importer"
    #expect(context.editingState.author == "importer" && context.editingState.id == context.editingState.id)
    context.insert(Ctx.Topic(word: "w"))
    #expect(context.debugDescription.contains("1 inserted"))
    try context.save()
    let sql = "SELECT ZNAME FROM ATRANSACTIONSTRING JOIN ATRANSACTION ON ZAUTHORTS = ATRANSACTIONSTRING.Z_PK"
    #expect(try SQLiteText.read(url, sql) == "importer")
  }

  // MARK: autosave

  @MainActor @Test func theMainContextSavesItself() async throws {
    let container = try Ctx.container()
    let context = container.mainContext
    #expect(context.autosaveEnabled && !ModelContext(container).autosaveEnabled && context.container === container)
    context.insert(Ctx.Card(code: 1))
    #expect(context.hasChanges)
    for _ in 0..<3000 where context.hasChanges { try await Task.sleep(for: .milliseconds(10)) }
    #expect(!context.hasChanges)
    #expect(try cards(container) == [1])
    container.isAutosaveEnabled = false
    #expect(!context.autosaveEnabled)
    context.insert(Ctx.Card(code: 2))
    try await Task.sleep(for: .milliseconds(1200))
    #expect(context.hasChanges)
  }

  /// The order of what waits on the main queue says when, also on a machine that is late with everything.
  @MainActor @Test func theSecondCountsFromTheLastChange() async throws {
    let container = try Ctx.container()
    let context = container.mainContext
    let saves = Mutex<[SuspendingClock.Instant]>([])
    let token = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: context, queue: nil) {
      _ in saves.withLock { $0.append(.now) }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    var (isSecond, attempts) = (false, 0)
    while !isSecond, attempts < 20 {
      attempts += 1
      saves.withLock { $0 = [] }
      context.insert(Ctx.Card(code: 1))
      try await Task.sleep(for: .milliseconds(600))
      // Else the machine was late, and the first change is saved already.
      isSecond = context.hasChanges
    }
    try #require(isSecond)
    let second = SuspendingClock.Instant.now
    context.insert(Ctx.Card(code: 2))
    await withCheckedContinuation { done in
      DispatchQueue.main.asyncAfter(deadline: .now() + 2.5) { done.resume() }
    }
    #expect(!context.hasChanges)
    let times = saves.withLock { $0 }
    #expect(times.count == 1 && times.allSatisfy { second.duration(to: $0) >= .seconds(1) })
    #expect(try cards(container).filter { $0 == 2 } == [2])
  }

  @MainActor @Test func theMainContextSavesWhenItsContainerGoes() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("m.store")
    weak var gone: ModelContainer?
    func fill() throws {
      let container = try ModelContainer(for: Ctx.Topic.self, configurations: ModelConfiguration(url: url))
      gone = container
      container.mainContext.insert(Ctx.Topic(word: "w"))
    }
    try fill()
    #expect(gone == nil)
    #expect(try SQLiteText.read(url, "SELECT ZWORD FROM ZTOPIC") == "w")
    // A main context that is held goes on without it.
    func main() throws -> ModelContext {
      try ModelContainer(for: Ctx.Topic.self, configurations: ModelConfiguration(url: url)).mainContext
    }
    let context = try main()
    #expect(try context.fetch(FetchDescriptor<Ctx.Topic>()).map(\.word) == ["w"])
    #expect(context.container == context.container)
  }

  @Test func otherContextsSaveWhenAskedTo() throws {
    let container = try Ctx.container()
    func fill() {
      let context = ModelContext(container)
      context.autosaveEnabled = true
      context.insert(Ctx.Card(code: 1))
    }
    fill()
    #expect(try cards(container) == [1])
    ModelContext(container).insert(Ctx.Card(code: 2))
    #expect(try cards(container) == [1])
  }
}
