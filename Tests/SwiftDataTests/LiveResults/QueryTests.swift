import Foundation
import Observation
import SwiftData
import TestKit
import Testing

/// What queries answer, and who is told when the answer changes.
@MainActor @Suite struct QueryTests {
  private typealias Volume = Shelves.Volume

  private func watch(_ read: () -> Void) -> Tally {
    let tally = Tally()
    withObservationTracking(read) { tally.add() }
    return tally
  }

  /// Lets the main queue have its turn.
  private func turn() async {
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
  }

  private func titles(_ volumes: some Sequence<Shelves.Volume>) -> [String] { volumes.map(\.title) }

  // MARK: forms

  @Test func everyFormOfTheMacroAnswers() throws {
    let screen = ModelContainer.withDefault(try Shelves.container()) { Shelves.Screen() }
    #expect(screen.all.count == 3 && screen.plainCount == 3)
    #expect(screen.animated.count == 3 && screen.transacted.count == 3 && screen.present.count == 3)
    #expect(titles(screen.byTitle) == ["Emma", "Kim", "Ulysses"])
    #expect(titles(screen.backwards) == ["Ulysses", "Kim", "Emma"])
    #expect(titles(screen.byGenre).first == "Kim")
    #expect(titles(screen.late) == ["Ulysses", "Kim"])
    #expect(titles(screen.bySeveral) == ["Kim", "Ulysses", "Emma"])
    #expect(titles(screen.firstTwo) == ["Emma", "Kim"])
    #expect(screen.sectioned.sectionTitles == ["", "novel"])
    #expect(screen.sectioned[sectionTitle: "novel"].map { titles($0) } == ["Ulysses", "Emma"])
    #expect(screen.allQuery.sections.map(\.count) == [3])
  }

  @Test func anInitializerMakesTheQuery() throws {
    let search = ModelContainer.withDefault(try Shelves.container()) { Shelves.Search(before: 1902) }
    #expect(titles(search.volumes) == ["Kim", "Emma"])
  }

  // MARK: who is told

  @Test func changesOfTheAnswerAreTold() async throws {
    let container = try Shelves.container()
    let context = container.mainContext
    context.autosaveEnabled = false
    let screen = ModelContainer.withDefault(container) { Shelves.Screen() }

    // An insert is told at the next turn, and once.
    var flag = watch { _ = screen.all }
    let added = Volume("Dune", year: 1965, code: 9)
    context.insert(added)
    #expect(flag.value == 0)
    await turn()
    #expect(flag.value == 1 && screen.all.count == 4)

    // The save of it changes nothing.
    flag = watch { _ = screen.all }
    try context.save()
    await turn()
    #expect(flag.value == 0)

    // An edit changes the answer of those whose filter or order it touches, and of no other.
    let late = watch { _ = screen.late }
    added.title = "Dune II"
    await turn()
    #expect(late.value == 0 && flag.value == 0)
    added.year = 1
    await turn()
    #expect(late.value == 1 && flag.value == 0 && titles(screen.late) == ["Ulysses", "Kim"])

    // The same property of the same object once more.
    let again = watch { _ = screen.late }
    added.year = 2000
    #expect(titles(screen.late) == ["Dune II", "Ulysses", "Kim"])
    await turn()
    #expect(again.value == 1)

    // A rollback and a deletion are told before the calls return.
    let rolled = watch { _ = screen.late }
    added.year = 1
    context.rollback()
    #expect(rolled.value == 0 && titles(screen.late).first == "Dune")
    let deleted = watch { _ = screen.late }
    context.delete(added)
    try context.save()
    #expect(deleted.value == 1 && titles(screen.late) == ["Ulysses", "Kim"] && screen.all.count == 3)

    // So is the deletion of a model that was never saved.
    let draft = Volume("Draft", year: 1, code: 10)
    context.insert(draft)
    await turn()
    #expect(screen.all.count == 4)
    let dropped = watch { _ = screen.all }
    context.delete(draft)
    await turn()
    #expect(dropped.value == 1 && screen.all.count == 3)
  }

  @Test func savesOfOtherContextsAreTold() async throws {
    let container = try Shelves.container()
    let screen = ModelContainer.withDefault(container) { Shelves.Screen() }
    let all = watch { _ = screen.all }
    let late = watch { _ = screen.late }
    let work = Task.detached {
      let other = ModelContext(container)
      other.insert(Shelves.Volume("Old", year: 1000, code: 7))
      try other.save()
    }
    try await work.value
    await turn()
    await turn()
    #expect(all.value == 1 && late.value == 0 && screen.all.count == 4 && screen.late.count == 2)

    let other = ModelContext(container)
    let lent = watch { _ = screen.present }
    let emma = try #require(try other.fetch(FetchDescriptor<Volume>(predicate: #Predicate { $0.code == 0 })).first)
    emma.isLent = true
    try other.save()
    await turn()
    #expect(lent.value == 1 && screen.present.count == 3)
  }

  /// Nobody looks for those who do not ask.
  @Test func whatNobodyWatchesIsCurrentWhenRead() async throws {
    let container = try Shelves.container()
    let screen = ModelContainer.withDefault(container) { Shelves.Screen() }
    #expect(screen.all.count == 3)
    for code in 10..<20 { container.mainContext.insert(Volume("x", code: code)) }
    #expect(screen.all.count == 13)
    container.mainContext.rollback()
    #expect(screen.all.count == 3)
  }

  @Test func filterAndSortCanBeSetAgain() throws {
    let screen = ModelContainer.withDefault(try Shelves.container()) { Shelves.Screen() }
    let query = screen.allQuery
    var flag = watch { _ = screen.all }
    query.filter = #Predicate { $0.code < 2 }
    #expect(flag.value == 1 && screen.all.count == 2)
    flag = watch { _ = screen.all }
    query.sort = [SortDescriptor(\.title, order: .reverse)]
    #expect(flag.value == 1 && titles(screen.all) == ["Kim", "Emma"])
    flag = watch { _ = screen.all }
    query.filter = #Predicate { $0.code <= 1 }
    #expect(flag.value == 0, "the same answer")
    #expect(query.filter != nil && query.sort.count == 1 && query.modelContext == screen.lateQuery.modelContext)
  }

  @Test func sectionsChangeWithTheirTitles() async throws {
    let container = try Shelves.container()
    let screen = ModelContainer.withDefault(container) { Shelves.Screen() }
    let flag = watch { _ = screen.sectioned }
    for volume in screen.all where volume.genre == "novel" { volume.genre = "roman" }
    await turn()
    #expect(flag.value == 1 && screen.sectioned.sectionTitles == ["", "roman"])
    container.mainContext.rollback()
  }

  // MARK: containers and errors

  @Test func withoutAContainerAnErrorSaysSo() throws {
    let query = Query<Shelves.Volume, [Shelves.Volume]>()
    guard ModelContainer.default == nil else { return }
    #expect(query.wrappedValue.isEmpty)
    #expect(query.fetchError as? SwiftDataError == .missingModelContext)
    #expect("\(query.fetchError as Any)".contains("ModelContainer.default"))
    // It takes the first that comes.
    try ModelContainer.withDefault(Shelves.container()) {
      #expect(query.wrappedValue.count == 3 && query.fetchError == nil)
    }
    #expect(query.wrappedValue.count == 3)
  }

  @Test func aFetchThatFailsKeepsTheAnswerAndSaysWhy() throws {
    let container = try Shelves.container()
    let query = ModelContainer.withDefault(container) { Query<Ctx.Card, [Ctx.Card]>() }
    #expect(query.wrappedValue.isEmpty)
    #expect(query.fetchError as? SwiftDataError == .unknownSchema)
  }

  @Test func scopesAreTheirTasksOwn() async throws {
    let (one, two) = (try Shelves.container(), try ModelContainer.sample(for: Volume.self))
    await ModelContainer.withDefault(one) {
      #expect(ModelContainer.default == one)
      let inner = Task { @MainActor in Shelves.Screen().all.count }
      #expect(await inner.value == 3)
      ModelContainer.withDefault(two) {
        #expect(ModelContainer.default == two && Shelves.Screen().all.isEmpty)
      }
    }
  }

  @Test func aSampleIsOneLine() throws {
    let container = try ModelContainer.sample(for: Volume.self) { $0.insert(Volume("Kim", code: 1)) }
    #expect(try container.mainContext.fetchCount(FetchDescriptor<Volume>()) == 1)
    #expect(container.configurations.first?.isStoredInMemoryOnly == true)
    #expect(throws: Ctx.Refusal.self) { try ModelContainer.sample(for: Volume.self) { _ in throw Ctx.Refusal() } }
  }

  /// A look that nobody asked for does not take an error away from the call that is to throw it.
  @Test func aLookLeavesErrorsToTheCallsOfTheUser() throws {
    let container = try Shelves.container()
    let context = container.mainContext
    let screen = ModelContainer.withDefault(container) { Shelves.Screen() }
    _ = screen.all
    context.insert(Ctx.Card(code: 1))
    #expect(screen.all.count == 3 && screen.allQuery.fetchError == nil)
    #expect(throws: (any Error).self) { try context.save() }
    context.rollback()
  }
}
