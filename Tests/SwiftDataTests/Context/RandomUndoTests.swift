import Foundation
import SwiftData
import TestKit
import Testing

/// Random steps, each a group of an undo manager, taken back and done again in random walks.
@Suite struct RandomUndoTests {
  private typealias Hub = RandomStepsTests.Hub
  private typealias Spoke = RandomStepsTests.Spoke
  private typealias Part = RandomStepsTests.Part

  /// Everything that a context shows, by marks.
  private static func text(_ context: ModelContext) throws -> String {
    let hubs = try context.fetch(FetchDescriptor<Hub>()).map { hub in
      "hub \(hub.mark): \(hub.spokes.map(\.mark).sorted()) \(hub.parts.map(\.mark).sorted())"
    }
    let spokes = try context.fetch(FetchDescriptor<Spoke>()).map { spoke in
      let friends = (spoke.friends.map(\.mark).sorted(), spoke.friendOf.map(\.mark).sorted())
      return "spoke \(spoke.mark): \(spoke.value) \(spoke.hub?.mark ?? 0) \(friends)"
    }
    let parts = try context.fetch(FetchDescriptor<Part>()).map { "part \($0.mark): \($0.hub?.mark ?? 0)" }
    return (hubs + spokes + parts).sorted().joined(separator: "\n")
  }

  private static func step(_ context: ModelContext, _ mark: Int, _ random: inout SeededGenerator) throws {
    let hubs = try context.fetch(FetchDescriptor<Hub>(sortBy: [SortDescriptor(\.mark)]))
    let spokes = try context.fetch(FetchDescriptor<Spoke>(sortBy: [SortDescriptor(\.mark)]))
    let (hub, spoke, other) = (
      hubs.randomElement(using: &random), spokes.randomElement(using: &random), spokes.randomElement(using: &random)
    )
    switch Int.random(in: 0..<10, using: &random) {
    case 0: context.insert(Hub(mark: mark))
    case 1: context.insert(Spoke(mark: mark, value: mark))
    case 2: _ = hub.map { Part(mark: mark, hub: $0) }
    case 3: spoke?.value = mark
    case 4: spoke?.hub = hub
    case 5: if let spoke { hub?.spokes.append(spoke) }
    case 6: if let other { spoke?.friends.append(other) }
    case 7: spoke?.friends = []
    case 8: if let hub, hubs.count > 3 { context.delete(hub) }
    default: if let spoke, spokes.count > 5 { context.delete(spoke) }
    }
  }

  @Test(arguments: [false, true], [1, 2, 3] as [UInt64])
  func walksMeetTheSameStates(savesBetween: Bool, seed: UInt64) throws {
    let rounds = FullRun.isOn ? 400 : 60
    var random = SeededGenerator(seed: seed)
    let container = try ModelContainer(for: Hub.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    var states = [try Self.text(context)]
    var place = 0
    var mark = 0
    for round in 0..<rounds {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let count = manager.undoCount
        manager.beginUndoGrouping()
        mark += 1
        try Self.step(context, mark, &random)
        manager.endUndoGrouping()
        guard manager.undoCount > count else { continue }
        states.removeSubrange((place + 1)...)
        states.append(try Self.text(context))
        place += 1
        if savesBetween, Bool.random(using: &random) { try context.save() }
      }
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let isBack = Bool.random(using: &random)
        guard isBack ? manager.canUndo : manager.canRedo else { continue }
        if isBack { manager.undo() } else { manager.redo() }
        place += isBack ? -1 : 1
        let now = try Self.text(context)
        #expect(now == states[place], "seed \(seed), round \(round), \(isBack ? "undo" : "redo")")
        if now != states[place] { return }
        if savesBetween, Bool.random(using: &random) { try context.save() }
      }
    }
    try context.save()
    #expect(try Self.text(ModelContext(container)) == states[place])
  }
}
