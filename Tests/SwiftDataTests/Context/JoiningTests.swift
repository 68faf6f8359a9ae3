import SwiftData
import Testing

@testable import SwiftData

/// New models that only name an inserted one.
@Suite struct JoiningTests {
  @Test func setInInit() throws {
    let container = try Ctx.container()
    let context = ModelContext(container)
    let publisher = Ctx.Publisher(name: "Acme")
    context.insert(publisher)
    for number in 0..<3 { _ = Ctx.Issue(number: number, publisher: publisher) }
    #expect(publisher.issues.map(\.number) == [0, 1, 2])
    #expect(try context.fetchCount(FetchDescriptor<Ctx.Issue>()) == 3)
    let fourth = Ctx.Issue(number: 3, publisher: publisher)
    // Said again by hand, it is there once.
    publisher.issues.append(fourth)
    context.insert(fourth)
    try context.save()
    #expect(publisher.issues.count == 4 && fourth.modelContext === context)
    #expect(try ModelContext(container).fetch(FetchDescriptor<Ctx.Issue>()).map(\.number) == [0, 1, 2, 3])
    // Of a model that was fetched.
    let second = ModelContext(container)
    let fetched = try #require(try second.fetch(FetchDescriptor<Ctx.Publisher>()).first)
    let fifth = Ctx.Issue(number: 4, publisher: fetched)
    #expect(second.hasChanges && fifth.hasChanges)
    try second.save()
    #expect(fetched.issues.count == 5)
  }

  @Test func setLater() throws {
    let container = try Ctx.container()
    let context = ModelContext(container)
    let publisher = Ctx.Publisher(name: "Acme")
    context.insert(publisher)
    let issue = Ctx.Issue(number: 1)
    issue.publisher = publisher
    #expect(issue.modelContext === context && publisher.issues.count == 1)
    let topic = Ctx.Topic(word: "w")
    topic.issues = [issue]
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Ctx.Topic>()) == 1 && issue.topics.first === topic)
  }

  @Test func anInitializerThatThrowsLeavesNothing() throws {
    let container = try Ctx.container()
    let context = ModelContext(container)
    let topic = Ctx.Topic(word: "w")
    context.insert(topic)
    try context.save()
    #expect(throws: Ctx.Refusal.self) { try Ctx.Note(text: "bad", topic: topic, fails: true) }
    #expect(!context.hasChanges)
    let good = try Ctx.Note(text: "good", topic: topic)
    #expect(context.hasChanges)
    try context.save()
    #expect(good.persistentModelID.storeIdentifier != nil)
    #expect(try ModelContext(container).fetch(FetchDescriptor<Ctx.Note>()).map(\.text) == ["good"])
    let dropped = try Ctx.Note(text: "dropped", topic: topic)
    context.rollback()
    #expect(!context.hasChanges && dropped.modelContext == nil)
    let kept = try Ctx.Note(text: "kept", topic: topic)
    context.insert(kept)
    #expect(context.insertedModelsArray.count == 1)
    try context.save()
  }

  @Test func modelsThatNameNewOnesStayOut() throws {
    let container = try Ctx.container()
    let context = ModelContext(container)
    let publisher = Ctx.Publisher(name: "Acme")
    let issue = Ctx.Issue(number: 1, publisher: publisher)
    #expect(issue.modelContext == nil && !context.hasChanges)
    context.insert(issue)
    #expect(publisher.modelContext === context && publisher.issues.count == 1)
  }
}
