import QueryModel
import SwiftData
import Testing

/// What a fetch leaves to the store.
@Suite struct FetchPushdownTests {
  private let container: ModelContainer
  private let store: RecordingStore
  private let context: ModelContext

  init() throws {
    (container, store) = try Fetching.container()
    context = ModelContext(container)
    for number in 0..<30 {
      let item = Fetching.Item(title: "t\(number)", pages: number)
      context.insert(item)
      if number % 3 == 0 { item.owner = Fetching.Owner(name: "o\(number)") }
    }
    try context.save()
  }

  private var window: FetchDescriptor<Fetching.Item> {
    var descriptor = FetchDescriptor<Fetching.Item>(
      predicate: #Predicate { $0.pages >= 10 },
      sortBy: [SortDescriptor(\.title, order: .reverse), SortDescriptor(\.pages)])
    descriptor.fetchLimit = 4
    descriptor.fetchOffset = 2
    return descriptor
  }

  private var expectedSorts: [QuerySort] {
    [
      QuerySort(path: ["title"], isAscending: false, order: .localizedStandard), QuerySort(path: ["pages"]),
    ]
  }

  @Test func orderAndWindowAreTheStores() throws {
    let found = try context.fetch(window)
    #expect(found.map(\.pages) == [27, 26, 25, 24])
    let asked = store.takeAsked()
    #expect(asked.fetches.count == 1 && asked.fetches.first?.sorts == expectedSorts)
    #expect(asked.fetches.first?.limit == 4 && asked.fetches.first?.offset == 2)
    #expect(asked.fetches.first?.predicate != nil)
  }

  @Test func countsAreTheStores() throws {
    #expect(try context.fetchCount(FetchDescriptor<Fetching.Item>(predicate: #Predicate { $0.pages < 7 })) == 7)
    #expect(try context.fetchCount(window) == 4)
    let asked = store.takeAsked()
    #expect(asked.counts.count == 2 && asked.fetches.isEmpty)
  }

  @Test func changesOfOtherModelsDoNotMatter() throws {
    context.insert(Fetching.Owner(name: "new"))
    _ = try context.fetch(window)
    #expect(store.takeAsked().fetches.first?.limit == 4)
  }

  @Test func changesWidenTheWindow() throws {
    let all = try context.fetch(FetchDescriptor<Fetching.Item>(sortBy: [SortDescriptor(\.pages)]))
    all[28].title = "a"
    context.delete(all[27])
    let new = Fetching.Item(title: "t25", pages: 99)
    context.insert(new)
    _ = store.takeAsked()
    let found = try context.fetch(window)
    #expect(found.map(\.pages) == [25, 99, 24, 23])
    let asked = store.takeAsked()
    #expect(asked.fetches.count == 1 && asked.fetches.first?.limit == 8 && asked.fetches.first?.offset == nil)
  }

  @Test func withoutPendingChangesTheRowsDecide() throws {
    let all = try context.fetch(FetchDescriptor<Fetching.Item>(sortBy: [SortDescriptor(\.pages)]))
    all[3].pages = 500
    context.delete(all[4])
    context.insert(Fetching.Item(title: "new", pages: 3))
    var descriptor = FetchDescriptor<Fetching.Item>(predicate: #Predicate { $0.pages == 3 || $0.pages == 4 })
    descriptor.includePendingChanges = false
    let found = try context.fetch(descriptor)
    #expect(found.elementsEqual([all[3], all[4]], by: ===) && found[0].pages == 500 && found[1].isDeleted)
    #expect(try context.fetchCount(descriptor) == 2)
  }

  @Test func prefetchingReadsRelationshipsAtOnce() throws {
    let fresh = ModelContext(container)
    var descriptor = FetchDescriptor<Fetching.Owner>(sortBy: [SortDescriptor(\.name)])
    descriptor.relationshipKeyPathsForPrefetching = [\.items]
    let owners = try fresh.fetch(descriptor)
    #expect(owners.map(\.items.count) == Array(repeating: 1, count: 10))
    let asked = store.takeAsked()
    #expect(asked.related.map(\.count) == [10])
    var items = FetchDescriptor<Fetching.Item>()
    items.relationshipKeyPathsForPrefetching = [\.owner, \.title]
    let other = ModelContext(container)
    let found = try other.fetch(items)
    #expect(found.compactMap(\.owner?.name).count == 10)
    #expect(store.takeAsked().rows.map(\.count) == [10])
  }

  @Test func aPropertyToFetchIsNoLimit() throws {
    var descriptor = FetchDescriptor<Fetching.Item>(sortBy: [SortDescriptor(\.pages)])
    descriptor.propertiesToFetch = [\.title]
    #expect(try ModelContext(container).fetch(descriptor).last?.pages == 29)
  }

  @Test func batchesAreReadWhenNeeded() throws {
    let fresh = ModelContext(container)
    let results = try fresh.fetch(window, batchSize: 3)
    _ = store.takeAsked()
    #expect(results.count == 4 && results[3].pages == 24)
    #expect(store.takeAsked().rows.map(\.count) == [1])
    #expect(results.map(\.pages) == [27, 26, 25, 24])
    _ = store.takeAsked()
    let identifiers = try fresh.fetchIdentifiers(window, batchSize: 3)
    #expect(identifiers.count == 4 && identifiers[3].storeIdentifier == store.identifier)
    #expect(store.takeAsked().rows.isEmpty)
    #expect(identifiers.elementsEqual(results.map(\.persistentModelID)))
  }

  @Test func enumerationReadsABatchWhenItIsNeeded() throws {
    let fresh = ModelContext(container)
    var (pages, read): ([Int], [[Int]]) = ([], [])
    let all = FetchDescriptor<Fetching.Item>(sortBy: [SortDescriptor(\.pages)])
    _ = store.takeAsked()
    try fresh.enumerate(all, batchSize: 12) { item in
      pages.append(item.pages)
      let asked = store.takeAsked()
      if pages.count == 1 { #expect(asked.fetches.count == 1) }
      read.append(asked.rows.map(\.count))
    }
    #expect(pages == Array(0..<30))
    // The rows of a batch before its first model, and none in between.
    #expect(read.enumerated().filter { !$1.isEmpty }.map(\.offset) == [0, 12, 24])
    #expect(read.flatMap { $0 } == [12, 12, 6])
  }

  @Test func aRowThatWentReadsAsDeleted() throws {
    let fresh = ModelContext(container)
    let results = try fresh.fetch(window, batchSize: 10)
    for item in try context.fetch(window) { context.delete(item) }
    try context.save()
    #expect(results.allSatisfy { $0.isDeleted && $0.title.isEmpty })
    var count = 0
    try fresh.enumerate(window) { _ in count += 1 }
    #expect(count == 4)
  }
}
