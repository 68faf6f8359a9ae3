import Foundation
import ObjectGraph
import StoreContract
import SwiftData
import Testing

@testable import SwiftData

/// Models that outlive the context which fetched them, as a function that returns them makes.
@Suite struct LingeringTests {
  @Model final class Shelf {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Volume.shelf) var volumes: [Volume]?
    init(name: String) { self.name = name }
  }

  @Model final class Volume {
    var title: String
    var shelf: Shelf?
    init(title: String, shelf: Shelf? = nil) {
      self.title = title
      self.shelf = shelf
    }
  }

  private func filled() throws -> ModelContainer {
    let container = try ModelContainer(for: Shelf.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let shelf = Shelf(name: "A")
    context.insert(shelf)
    shelf.volumes = [Volume(title: "one"), Volume(title: "two")]
    try context.save()
    return container
  }

  private func shelves(_ container: ModelContainer) throws -> [Shelf] {
    try ModelContext(container).fetch(FetchDescriptor<Shelf>())
  }

  @Test func relationshipsAreStillRead() throws {
    let container = try filled()
    let shelf = try #require(try shelves(container).first)
    #expect(shelf.modelContext == nil)
    #expect(shelf.volumes?.map(\.title).sorted() == ["one", "two"])
    #expect(shelf.volumes?.allSatisfy { $0.shelf === shelf } == true)

    let volume = try #require(try ModelContext(container).fetch(FetchDescriptor<Volume>()).first)
    #expect(volume.shelf?.name == "A")
  }

  @Test func theContextGoesWithTheLastModel() throws {
    let container = try filled()
    weak var graph: ObjectContext?
    do {
      let context = ModelContext(container)
      graph = context.graph
      // A cycle of models that nobody else holds does not keep anything.
      let shelf = try #require(try context.fetch(FetchDescriptor<Shelf>()).first)
      #expect(shelf.volumes?.first?.shelf === shelf)
    }
    #expect(graph == nil)
    do {
      var volumes: [Volume] = []
      do {
        let context = ModelContext(container)
        graph = context.graph
        volumes = try context.fetch(FetchDescriptor<Volume>())
      }
      #expect(graph != nil)
      volumes.removeFirst()
      #expect(graph != nil && volumes.first?.shelf?.name == "A")
    }
    #expect(graph == nil)
  }

  @Model final class Link {
    var number: Int
    var next: Link?
    init(number: Int, next: Link? = nil) {
      self.number = number
      self.next = next
    }
  }

  /// Objects that end inside each other would need a stack as long as the chain.
  @Test(arguments: [true, false]) func aLongChainEnds(contextGoesFirst: Bool) throws {
    let container = try ModelContainer(for: Link.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    var context: ModelContext? = ModelContext(container)
    var last: Link? = nil
    for number in 0..<50_000 { last = Link(number: number, next: last) }
    let first = try #require(last)
    context?.insert(first)
    try context?.save()
    #expect(first.next?.next?.number == 49_997)
    last = first.next
    if contextGoesFirst {
      context = nil
      #expect(last?.next?.number == 49_997)
    }
    last = nil
    #expect(first.number == 49_999)
    if let context { #expect(try context.fetchCount(FetchDescriptor<Link>()) == 50_000) }
  }

  @Model class Station {
    var number: Int
    init(number: Int) { self.number = number }
  }

  @Model final class Stop: Station {
    var next: Stop?
    @Relationship(inverse: \Stop.former) var further: [Stop]?
    var former: Stop?
    init(number: Int, next: Stop?) {
      self.next = next
      super.init(number: number)
    }
  }

  /// Models that were in no context end one after the other too, whatever leads from one to the next.
  @Test func aLongChainOfNeverInsertedModelsEnds() {
    var last: Link? = nil
    for number in 0..<50_000 { last = Link(number: number, next: last) }
    weak let first = last
    #expect(first?.next?.number == 49_998)
    last = nil
    #expect(first == nil)
  }

  @Test func aLongChainThroughASubclassEnds() throws {
    weak var fresh: Stop?
    do {
      var last: Stop? = nil
      for number in 0..<50_000 { last = Stop(number: number, next: last) }
      fresh = last
    }
    #expect(fresh == nil)

    let container = try ModelContainer(
      for: Station.self, Stop.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    var last: Stop? = nil
    for number in 0..<50_000 { last = Stop(number: number, next: last) }
    context.insert(try #require(last))
    try context.save()
    weak let first = last
    #expect(first?.next?.number == 49_998)
    last = nil
    #expect(first == nil)
    #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 50_000)
  }

  @Test func aLongChainOfToManysEnds() {
    weak var first: Stop?
    do {
      var last = Stop(number: 0, next: nil)
      for number in 1..<50_000 {
        let stop = Stop(number: number, next: nil)
        stop.further = [last]
        last = stop
      }
      first = last
    }
    #expect(first == nil)
  }

  @Test func insertingAgainIsRefused() throws {
    let container = try filled()
    let shelf = try #require(try shelves(container).first)
    let context = ModelContext(container)
    context.insert(shelf)
    #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Shelf>()) == 1)
  }

  @Test func aLateChangeIsNamedAndNewModelsAreFree() throws {
    let container = try filled()
    let shelf = try #require(try shelves(container).first)
    shelf.name = "lost"
    #expect(
      Notice.wasShown("a model of entity Shelf was changed after its context went away; the change cannot be saved"))
    #expect(try ModelContext(container).fetch(FetchDescriptor<Shelf>()).first?.name == "A")

    let fresh = Volume(title: "three")
    do { ModelContext(container).insert(fresh) }
    let context = ModelContext(container)
    context.insert(fresh)
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Volume>()) == 3)
  }
}
