import Foundation
import ObjectGraph
import SQLiteDriver
import SwiftData
import TestKit
import Testing

/// Relationships that change at every save, and how many models they may have.
@Suite struct ReassignmentTests {
  @Model final class Crate {
    var number: Int
    @Relationship(deleteRule: .cascade, inverse: \Bottle.crate) var bottles: [Bottle] = []
    init(number: Int) { self.number = number }
  }

  @Model final class Bottle {
    var number: Int
    var crate: Crate?
    init(number: Int) { self.number = number }
  }

  @Model final class Pack {
    var name: String
    @Relationship(minimumModelCount: 1, maximumModelCount: 2, inverse: \Can.pack) var cans: [Can]
    init(name: String, cans: [Can] = []) {
      self.name = name
      self.cans = cans
    }
  }

  @Model final class Can {
    var number: Int
    var pack: Pack?
    init(number: Int) { self.number = number }
  }

  @Test func reassigningAndSavingLosesNothing() throws {
    let rounds = FullRun.isOn ? 10_000 : 300
    var random = SeededGenerator(seed: 5)
    let folder = try TemporaryFolder()
    let url = folder.file("r.store")
    let container = try ModelContainer(for: Crate.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    let crates = (0..<6).map { Crate(number: $0) }
    let bottles = (0..<30).map { Bottle(number: $0) }
    for crate in crates { context.insert(crate) }
    for bottle in bottles { context.insert(bottle) }
    try context.save()
    var expected = [Int?](repeating: nil, count: bottles.count)
    for round in 0..<rounds {
      let (bottle, crate) = (Int.random(in: 0..<30, using: &random), Int.random(in: 0..<6, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: crates[crate].bottles.append(bottles[bottle])
      case 1: crates[crate].bottles.insert(bottles[bottle], at: 0)
      default: bottles[bottle].crate = crates[crate]
      }
      expected[bottle] = crate
      try context.save()
      #expect(!context.hasChanges)
      guard round % 100 == 99 else { continue }
      #expect(bottles.map { $0.crate?.number } == expected)
      let fresh = ModelContext(container)
      let found = try fresh.fetch(FetchDescriptor<Bottle>(sortBy: [SortDescriptor(\.number)]))
      #expect(found.map { $0.crate?.number } == expected)
      for crate in try fresh.fetch(FetchDescriptor<Crate>()) {
        let members = expected.indices.filter { expected[$0] == crate.number }
        #expect(crate.bottles.map(\.number).sorted() == members)
        #expect(crates[crate.number].bottles.map(\.number).sorted() == members)
      }
    }
    #expect(try SQLiteText.read(url, "SELECT count(*) || ' ' || count(DISTINCT ZNUMBER) FROM ZBOTTLE") == "30 30")
    print("\(rounds) of \(rounds) re-assignments saved, none lost")
  }

  @Test func theOrderOfAnArrayIsStable() throws {
    let container = try ModelContainer(for: Crate.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let (crate, bottles) = (Crate(number: 1), (0..<4).map { Bottle(number: $0) })
    for bottle in bottles { context.insert(bottle) }
    context.insert(crate)
    crate.bottles = [bottles[2], bottles[0], bottles[1]]
    try context.save()
    // Where it was made the array stays as it is, over saves and further changes.
    #expect(crate.bottles.map(\.number) == [2, 0, 1])
    bottles[3].crate = crate
    #expect(crate.bottles.map(\.number) == [2, 0, 1, 3])
    try context.save()
    let again = try #require(try context.fetch(FetchDescriptor<Crate>()).first)
    #expect(again === crate && crate.bottles.map(\.number) == [2, 0, 1, 3])
    // No column keeps the order: elsewhere it is that of the rows, each time.
    for _ in 0..<3 {
      let fresh = try #require(try ModelContext(container).fetch(FetchDescriptor<Crate>()).first)
      #expect(fresh.bottles.map(\.number) == [0, 1, 2, 3])
    }
  }

  @Test func countsAreKeptAtTheSave() throws {
    let container = try ModelContainer(for: Pack.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let pack = Pack(name: "p")
    context.insert(pack)
    func refusal() -> String {
      let error = #expect(throws: SwiftDataError.self) { try context.save() }
      return "\(error as Any)"
    }
    #expect(refusal().contains("Pack.cans: has 0 objects; the store's model wants at least 1"))
    pack.cans = (1...3).map { Can(number: $0) }
    #expect(refusal().contains("Pack.cans: has 3 objects; the store's model wants at most 2"))
    pack.cans.removeLast()
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Pack>()).map { $0.cans.count } == [2])
    pack.cans = []
    #expect(refusal().contains("at least 1"))
    context.rollback()
    #expect(pack.cans.count == 2)
    let atLeastTwo = #Predicate<Pack> { $0.cans.count >= 2 }
    #expect(try context.fetchCount(FetchDescriptor(predicate: atLeastTwo)) == 1)
  }
}
