import Foundation
import ObjectGraph
import SQLiteDriver
import SwiftData
import TestKit
import Testing

@testable import SwiftData

/// New models with unique values that are there already.
@Suite struct UniquenessTests {
  private func rows<T: PersistentModel>(_ type: T.Type, _ container: ModelContainer) throws -> [T] {
    try ModelContext(container).fetch(FetchDescriptor<T>())
  }

  @Test func theNewModelStandsForTheRow() throws {
    let container = try Ctx.container()
    let first = ModelContext(container)
    let acme = Ctx.Publisher(name: "Acme", city: "Rome")
    first.insert(acme)
    acme.issues = [Ctx.Issue(number: 1)]
    try first.save()
    let id = acme.persistentModelID

    let second = ModelContext(container)
    let again = Ctx.Publisher(name: "Acme", city: "Oslo")
    second.insert(again)
    try second.save()
    #expect(again.persistentModelID == id && again.city == "Oslo")
    // A relationship that it leaves unset stays.
    #expect(again.issues.map(\.number) == [1])
    #expect(!second.hasChanges)
    let stored = try rows(Ctx.Publisher.self, container)
    #expect(stored.count == 1 && stored.first?.city == "Oslo" && stored.first?.issues.count == 1)
    // The other context has heard.
    #expect(acme.city == "Oslo")
    again.city = "Bern"
    try second.save()
    #expect(try rows(Ctx.Publisher.self, container).map(\.city) == ["Bern"])
  }

  @Test func aRegisteredModelShowsTheNewValues() throws {
    let container = try Ctx.container()
    let context = ModelContext(container)
    let old = Ctx.Publisher(name: "Acme", city: "Rome")
    context.insert(old)
    try context.save()
    let new = Ctx.Publisher(name: "Acme", city: nil)
    context.insert(new)
    let issue = Ctx.Issue(number: 7, title: "Seven", publisher: new)
    context.insert(issue)
    try context.save()
    #expect(old.persistentModelID == new.persistentModelID)
    #expect(old.city == nil && new.city == nil && old.issues.map(\.number) == [7] && new.issues.map(\.number) == [7])
    #expect(issue.publisher === old)
    // Both go on working.
    new.city = "Oslo"
    #expect(context.hasChanges)
    try context.save()
    #expect(old.city == "Oslo" && new.city == "Oslo")
    old.city = "Bern"
    try context.save()
    #expect(new.city == "Bern")
    new.issues = []
    try context.save()
    #expect(old.issues.isEmpty && issue.publisher == nil)
    #expect(try rows(Ctx.Publisher.self, container).map(\.city) == ["Bern"])
    context.delete(new)
    try context.save()
    #expect(try rows(Ctx.Publisher.self, container).isEmpty && old.isDeleted)
  }

  @Test func ofSeveralNewOnesTheLastWins() throws {
    let container = try Ctx.container()
    let context = ModelContext(container)
    let publisher = Ctx.Publisher(name: "P")
    let models = (1...4).map { Ctx.Topic(word: $0 < 4 ? "same" : "other") }
    for (index, model) in models.enumerated() {
      model.weight = Double(index)
      context.insert(model)
    }
    let issue = Ctx.Issue(number: 1, publisher: publisher)
    context.insert(issue)
    issue.topics = [models[0], models[1], models[3]]
    try context.save()
    let stored = try rows(Ctx.Topic.self, container).sorted { $0.word < $1.word }
    #expect(stored.map(\.word) == ["other", "same"] && stored.map(\.weight) == [3, 2])
    #expect(stored.allSatisfy { $0.issues.count == 1 })
    #expect(models[0].persistentModelID == models[2].persistentModelID && models[0].weight == 2)
    #expect(issue.topics.count == 2 && Set(issue.topics.map(\.word)) == ["other", "same"])
    #expect(models[2].issues.map(\.number) == [1])
  }

  @Test func compoundAndOverToOnes() throws {
    let container = try Ctx.container()
    for age in [30, 31, 32] {
      let context = ModelContext(container)
      context.insert(Ctx.Member("Ada", "L", age: age))
      context.insert(Ctx.Member("Ada", "M", age: age))
      let publisher = Ctx.Publisher(name: "Acme")
      context.insert(publisher)
      for number in 1...3 { context.insert(Ctx.Issue(number: number, title: "t\(age)", publisher: publisher)) }
      try context.save()
    }
    #expect(try rows(Ctx.Member.self, container).map(\.age) == [32, 32])
    let issues = try rows(Ctx.Issue.self, container)
    #expect(
      issues.map(\.number) == [1, 2, 3] && issues.allSatisfy { $0.title == "t32" && $0.publisher?.name == "Acme" })
    #expect(try rows(Ctx.Publisher.self, container).count == 1)
  }

  @Test func aOneToOneLetsItsFormerPartnerGo() throws {
    let container = try Ctx.container()
    let context = ModelContext(container)
    context.insert(Ctx.Member("Ada", "L", age: 1, card: Ctx.Card(code: 1)))
    try context.save()
    context.insert(Ctx.Member("Ada", "L", age: 2, card: Ctx.Card(code: 2)))
    try context.save()
    let cards = try rows(Ctx.Card.self, container)
    #expect(cards.map { $0.member?.age } == [nil, 2])
    context.insert(Ctx.Member("Ada", "L", age: 3))
    try context.save()
    #expect(try rows(Ctx.Member.self, container).map(\.card?.code) == [2])
  }

  @Test func otherPolicies() throws {
    let container = try Ctx.container()
    let context = ModelContext(container)
    context.insert(Ctx.Publisher(name: "Acme", city: "Rome"))
    try context.save()
    #expect(context.uniquenessPolicy == .replace)
    let failing = ModelContext(container)
    failing.uniquenessPolicy = .fail
    let refused = Ctx.Publisher(name: "Acme", city: "Oslo")
    failing.insert(refused)
    let error = #expect(throws: (any Error).self) { try failing.save() }
    let text = "\(error as Any)"
    #expect(text.contains("Publisher") && text.contains("name") && text.contains("Acme"))
    #expect(failing.hasChanges && failing.insertedModelsArray.count == 1 && refused.city == "Oslo")
    failing.rollback()
    #expect(!failing.hasChanges)
    try failing.save()
    let keeping = ModelContext(container)
    keeping.uniquenessPolicy = .keep
    let kept = Ctx.Publisher(name: "Acme", city: "Oslo")
    keeping.insert(kept)
    keeping.insert(Ctx.Issue(number: 1, publisher: kept))
    try keeping.save()
    #expect(kept.city == "Rome" && kept.issues.map(\.number) == [1])
    #expect(try rows(Ctx.Publisher.self, container).map(\.city) == ["Rome"])
  }

  @Test func anUpdateThatMeetsAConstraintThrows() throws {
    let container = try Ctx.container()
    let context = ModelContext(container)
    let (a, b) = (Ctx.Topic(word: "a"), Ctx.Topic(word: "b"))
    context.insert(a)
    context.insert(b)
    try context.save()
    b.word = "a"
    let error = #expect(throws: (any Error).self) { try context.save() }
    let text = "\(error as Any)"
    #expect(text.contains("Topic") && text.contains("word") && text.contains("\"a\""), "\(text)")
    #expect(context.hasChanges && b.word == "a")
    #expect(try rows(Ctx.Topic.self, container).map(\.word) == ["a", "b"])
    // Exchanging works in one save.
    a.word = "b"
    try context.save()
    #expect(try rows(Ctx.Topic.self, container).map(\.word) == ["b", "a"])
    // A ring of three, and a value that moves to a new model.
    let c = Ctx.Topic(word: "c")
    context.insert(c)
    try context.save()
    (a.word, b.word, c.word) = (b.word, c.word, a.word)
    try context.save()
    #expect(try rows(Ctx.Topic.self, container).map(\.word) == ["a", "c", "b"])
    a.word = "d"
    context.insert(Ctx.Topic(word: "a"))
    try context.save()
    #expect(try rows(Ctx.Topic.self, container).map(\.word) == ["d", "c", "b", "a"])
    // A deleted model's value is free.
    context.delete(a)
    context.insert(Ctx.Topic(word: "d"))
    try context.save()
    #expect(try rows(Ctx.Topic.self, container).map(\.word) == ["c", "b", "a", "d"])
  }

  @Test func historySaysUpdate() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("u.store")
    let container = try ModelContainer(
      for: Ctx.Publisher.self, configurations: ModelConfiguration(url: url))
    for city in ["Rome", "Oslo"] {
      let context = ModelContext(container)
      context.insert(Ctx.Publisher(name: "Acme", city: city))
      try context.save()
    }
    let connection = try Connection(path: url.path, mode: .readOnly, busyTimeout: .seconds(1))
    #expect(try connection.text("SELECT group_concat(ZCHANGETYPE) FROM ACHANGE") == "0,1")
    #expect(try connection.text("SELECT Z_PK || ZCITY || Z_OPT FROM ZPUBLISHER") == "1Oslo2")
  }

  @Test func aFailedSaveChangesNothing() throws {
    let container = try Ctx.container()
    let context = ModelContext(container)
    let old = Ctx.Publisher(name: "Acme", city: "Rome")
    context.insert(old)
    let topic = Ctx.Topic(word: "w")
    context.insert(topic)
    context.insert(Ctx.Topic(word: "x"))
    try context.save()
    let new = Ctx.Publisher(name: "Acme", city: "Oslo")
    context.insert(new)
    topic.word = "x"
    #expect(throws: (any Error).self) { try context.save() }
    #expect(old.city == "Rome" && new.city == "Oslo" && context.insertedModelsArray.count == 1)
    context.rollback()
    #expect(!context.hasChanges && topic.word == "w" && new.modelContext == nil)
    try context.save()
    #expect(try rows(Ctx.Publisher.self, container).map(\.city) == ["Rome"])
  }

  /// A save with new unique values is tried again only when those are what stood in its way.
  @Test func aConflictOfAnEditIsToldAtOnce() throws {
    let container = try Ctx.container()
    let store = RecordingStore(container.store)
    let context = ModelContext(
      try ModelContainer(store: store, models: [Ctx.Topic.self, Ctx.Issue.self, Ctx.Publisher.self]))
    let topic = Ctx.Topic(word: "a")
    context.insert(topic)
    try context.save()
    // The two containers do not hear of each other.
    let other = ModelContext(container)
    for found in try other.fetch(FetchDescriptor<Ctx.Topic>()) { found.weight = 5 }
    try other.save()
    topic.weight = 7
    context.insert(Ctx.Topic(word: "b"))
    _ = store.takeAsked()
    #expect(throws: (any Error).self) { try context.save() }
    #expect(store.takeAsked().saves == 1)
    #expect(try rows(Ctx.Topic.self, container).map(\.weight) == [5])
  }

  /// Many imports of the same values at once.
  @Test func concurrentImports() async throws {
    let folder = try TemporaryFolder()
    let container = try ModelContainer(
      for: Ctx.Topic.self, Ctx.Issue.self, Ctx.Publisher.self,
      configurations: ModelConfiguration(url: folder.url.appendingPathComponent("c.store")))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for round in 0..<6 {
        group.addTask {
          for _ in 0..<5 {
            let context = ModelContext(container)
            for word in 0..<10 {
              let topic = Ctx.Topic(word: "w\(word)")
              topic.weight = Double(round)
              context.insert(topic)
            }
            try context.save()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try rows(Ctx.Topic.self, container).map(\.word).sorted() == (0..<10).map { "w\($0)" })
  }
}
