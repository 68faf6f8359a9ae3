import Foundation
import Observation
import SwiftData
import TestKit
import Testing

@testable import SwiftData

/// Changes saved in one context reach the models of the others.
@Suite struct MergingTests {
  private func pair(
    _ container: ModelContainer
  ) throws -> (first: ModelContext, mine: Ctx.Member, second: ModelContext, theirs: Ctx.Member) {
    let first = ModelContext(container)
    let mine = Ctx.Member("Ada", "L", age: 1)
    first.insert(mine)
    try first.save()
    let second = ModelContext(container)
    let theirs = try #require(try second.fetch(FetchDescriptor<Ctx.Member>()).first)
    #expect(theirs.age == 1)
    return (first, mine, second, theirs)
  }

  @Test func unchangedModelsFollow() throws {
    let (first, mine, second, theirs) = try pair(Ctx.container())
    mine.age = 2
    #expect(theirs.age == 1)
    try first.save()
    #expect(theirs.age == 2 && !second.hasChanges)
    theirs.age = 3
    try second.save()
    #expect(mine.age == 3)
  }

  @Test func pendingChangesAreTakenInWhenAskedFor() throws {
    let (first, mine, second, theirs) = try pair(Ctx.container())
    let (saving, model) = (UncheckedWeak(first), UncheckedWeak(mine))
    // From elsewhere: nobody may touch the second context there.
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      model.object?.age = 2
      Autosave.noting { try saving.object?.save() }
    }
    group.wait()
    #expect(!first.hasChanges && theirs.age == 1)
    second.processPendingChanges()
    #expect(theirs.age == 2 && !second.hasChanges)
    withExtendedLifetime((first, mine)) {}
  }

  @Test func unsavedEditsSurvive() throws {
    let (first, mine, second, theirs) = try pair(Ctx.container())
    theirs.age = 10
    mine.age = 2
    mine.last = "M"
    try first.save()
    #expect(theirs.age == 10 && theirs.last == "M" && second.hasChanges)
    try second.save()
    #expect(mine.age == 10 && mine.last == "M")
    let fresh = try #require(try ModelContext(first.container).fetch(FetchDescriptor<Ctx.Member>()).first)
    #expect(fresh.age == 10 && fresh.last == "M")
  }

  @Test func relationshipsFollow() throws {
    let container = try Ctx.container()
    let (first, second) = (ModelContext(container), ModelContext(container))
    let publisher = Ctx.Publisher(name: "P")
    first.insert(publisher)
    publisher.issues = [Ctx.Issue(number: 1)]
    try first.save()
    let theirs = try #require(try second.fetch(FetchDescriptor<Ctx.Publisher>()).first)
    #expect(theirs.issues.count == 1)
    publisher.issues.append(Ctx.Issue(number: 2))
    try first.save()
    #expect(theirs.issues.map(\.number) == [1, 2])
    let issue = theirs.issues[0]
    first.delete(publisher.issues[0])
    try first.save()
    #expect(theirs.issues.map(\.number) == [2] && issue.isDeleted && issue.number == 1)
    issue.number = 9
    #expect(!second.hasChanges)
    try second.save()
  }

  @Test func deletedModelsAreHandled() throws {
    let (first, mine, second, theirs) = try pair(Ctx.container())
    theirs.age = 5
    first.delete(mine)
    try first.save()
    #expect(theirs.isDeleted && theirs.age == 5 && !second.hasChanges)
    try second.save()
    #expect(try second.fetchCount(FetchDescriptor<Ctx.Member>()) == 0)
  }

  @Test func observersHear() throws {
    let (first, mine, second, theirs) = try pair(Ctx.container())
    let (age, name) = (Tally(), Tally())
    withObservationTracking {
      _ = theirs.age
    } onChange: {
      age.add()
    }
    withObservationTracking {
      _ = theirs.first
    } onChange: {
      name.add()
    }
    mine.age = 2
    try first.save()
    #expect(age.value == 1)
    #expect(name.value == 0)
    #expect(theirs.age == 2 && !second.hasChanges)
  }

  @MainActor @Test func theMainContextHearsOfAnActor() async throws {
    let container = try Ctx.container()
    let main = container.mainContext
    let mine = Ctx.Member("Ada", "L", age: 1)
    main.insert(mine)
    try main.save()
    let id = mine.persistentModelID
    let tally = Tally()
    withObservationTracking {
      _ = mine.age
    } onChange: {
      tally.add()
    }
    try await MemberActor(modelContainer: container).age(id, 7)
    for _ in 0..<3000 where tally.value == 0 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(tally.value == 1 && mine.age == 7)
  }

  @Test func contextsOfManyTasks() async throws {
    let container = try Ctx.container()
    let context = ModelContext(container)
    for index in 0..<20 { context.insert(Ctx.Member("m\(index)", "", age: 0)) }
    try context.save()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<6 {
        group.addTask {
          let own = ModelContext(container)
          let all = try own.fetch(FetchDescriptor<Ctx.Member>(sortBy: [SortDescriptor(\.first)]))
          for round in 1...10 {
            for member in all where member.age % 7 == task % 7 { member.last = "t\(task)r\(round)" }
            own.insert(Ctx.Card(code: task * 100 + round))
            do { try own.save() } catch { own.rollback() }
            await Task.yield()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try context.fetchCount(FetchDescriptor<Ctx.Member>()) == 20)
    #expect(try context.fetchCount(FetchDescriptor<Ctx.Card>()) > 0)
  }
}
