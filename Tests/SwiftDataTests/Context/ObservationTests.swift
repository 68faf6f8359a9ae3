import Foundation
import Observation
import SwiftData
import TestKit
import Testing

@testable import SwiftData

/// Who hears of a change, and what counts as one.
@Suite struct ObservationTests {
  private func watch(_ read: () -> Void) -> Tally {
    let tally = Tally()
    withObservationTracking(read) { tally.add() }
    return tally
  }

  @Test func onlyReadersOfTheProperty() throws {
    let member = Ctx.Member("Ada", "L", age: 1)
    let age = watch { _ = member.age }
    let name = watch { _ = member.first }
    member.age = 2
    #expect(age.value == 1 && name.value == 0)
    member.first = "B"
    #expect(name.value == 1)
  }

  @Test func theOtherEndOfARelationship() throws {
    let context = ModelContext(try Ctx.container())
    let publisher = Ctx.Publisher(name: "P")
    context.insert(publisher)
    let issue = Ctx.Issue(number: 1)
    context.insert(issue)
    let issues = watch { _ = publisher.issues }
    let name = watch { _ = publisher.name }
    issue.publisher = publisher
    #expect(issues.value == 1 && name.value == 0)
    let owner = watch { _ = issue.publisher }
    publisher.issues = []
    #expect(owner.value == 1)
    try context.save()
    let city = watch { _ = publisher.city }
    publisher.name = "Q"
    #expect(city.value == 0)
    context.rollback()
    #expect(city.value == 1 && publisher.name == "P")
  }

  @Test func anEqualValueIsNoChange() throws {
    let container = try Ctx.container()
    let context = ModelContext(container)
    let member = Ctx.Member("Ada", "L", age: 1, card: Ctx.Card(code: 1))
    context.insert(member)
    let publisher = Ctx.Publisher(name: "P", city: nil)
    publisher.issues = [Ctx.Issue(number: 1)]
    context.insert(publisher)
    try context.save()
    let flags = [
      watch { _ = member.age }, watch { _ = member.first }, watch { _ = member.card },
      watch { _ = publisher.city }, watch { _ = publisher.issues },
    ]
    for _ in 0..<10_000 {
      member.age = 1
      member.first = "Ada"
      member.card = member.card
      publisher.city = nil
      publisher.issues = publisher.issues
    }
    #expect(!context.hasChanges && flags.allSatisfy { $0.value == 0 })
    #expect(context.changedModelsArray.isEmpty)
    // The same on models that nobody observes and nobody has read.
    let second = ModelContext(container)
    let fetched = try #require(try second.fetch(FetchDescriptor<Ctx.Member>()).first)
    for _ in 0..<10_000 {
      fetched.age = 1
      fetched.last = "L"
    }
    #expect(!second.hasChanges)
    fetched.age = 2
    #expect(second.hasChanges)
    member.first = "A"
    #expect(flags[1].value == 1)
  }

  @Test func anEqualValueIsNoStatement() throws {
    let container = try Ctx.container()
    let context = ModelContext(container)
    context.insert(Ctx.Member("Ada", "L", age: 1, card: Ctx.Card(code: 1)))
    let publisher = Ctx.Publisher(name: "P", city: nil)
    publisher.issues = [Ctx.Issue(number: 1)]
    context.insert(publisher)
    try context.save()
    let store = RecordingStore(container.store)
    let recorded = ModelContext(
      try ModelContainer(
        store: store,
        models: [Ctx.Member.self, Ctx.Card.self, Ctx.Publisher.self, Ctx.Issue.self, Ctx.Topic.self]))
    let member = try #require(try recorded.fetch(FetchDescriptor<Ctx.Member>()).first)
    let found = try #require(try recorded.fetch(FetchDescriptor<Ctx.Publisher>()).first)
    let (card, issues) = (member.card, found.issues)
    #expect(card?.code == 1 && issues.map(\.number) == [1])
    _ = store.takeAsked()
    for _ in 0..<10_000 {
      member.age = 1
      member.first = "Ada"
      member.card = card
      found.city = nil
      found.issues = issues
    }
    #expect(!recorded.hasChanges)
    try recorded.save()
    let asked = store.takeAsked()
    #expect(asked.fetches.isEmpty && asked.counts.isEmpty && asked.rows.isEmpty && asked.related.isEmpty)
    #expect(asked.saves == 0)
    member.age = 2
    try recorded.save()
    #expect(store.takeAsked().saves == 1)
  }
}
