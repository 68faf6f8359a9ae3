import Foundation
import SwiftData
import TestKit
import Testing

/// Random sequences of inserts, edits, relates, deletes, saves and rollbacks, against a plain model of the rules.
@Suite struct RandomStepsTests {
  @Model final class Hub {
    var mark: Int
    @Relationship(deleteRule: .nullify, inverse: \Spoke.hub) var spokes: [Spoke] = []
    @Relationship(deleteRule: .cascade, inverse: \Part.hub) var parts: [Part] = []
    init(mark: Int) { self.mark = mark }
  }

  @Model final class Spoke {
    var mark: Int
    var value: Int
    var hub: Hub?
    var friends: [Spoke] = []
    @Relationship(inverse: \Spoke.friends) var friendOf: [Spoke] = []
    init(mark: Int, value: Int) {
      self.mark = mark
      self.value = value
    }
  }

  @Model final class Part {
    var mark: Int
    var hub: Hub?
    init(mark: Int, hub: Hub?) {
      self.mark = mark
      self.hub = hub
    }
  }

  /// What has to be there, by marks.
  struct Plain: Equatable {
    var hubs: Set<Int> = []
    var spokes: [Int: Int] = [:]
    var spokeHubs: [Int: Int] = [:]
    var friends: [Int: Set<Int>] = [:]
    var parts: [Int: Int] = [:]
    var loose: Set<Int> = []

    mutating func deleteHub(_ mark: Int) {
      hubs.remove(mark)
      spokeHubs = spokeHubs.filter { $0.value != mark }
      parts = parts.filter { $0.value != mark }
    }

    mutating func deleteSpoke(_ mark: Int) {
      spokes[mark] = nil
      spokeHubs[mark] = nil
      friends[mark] = nil
      for key in friends.keys { friends[key]?.remove(mark) }
      friends = friends.filter { !$0.value.isEmpty }
    }
  }

  private static func read(_ context: ModelContext) throws -> Plain {
    var plain = Plain()
    plain.hubs = Set(try context.fetch(FetchDescriptor<Hub>()).map(\.mark))
    for spoke in try context.fetch(FetchDescriptor<Spoke>()) {
      plain.spokes[spoke.mark] = spoke.value
      if let hub = spoke.hub { plain.spokeHubs[spoke.mark] = hub.mark }
      if !spoke.friends.isEmpty { plain.friends[spoke.mark] = Set(spoke.friends.map(\.mark)) }
      if spoke.friends.count != Set(spoke.friends.map(\.mark)).count { Issue.record("a friend is there twice") }
    }
    for part in try context.fetch(FetchDescriptor<Part>()) {
      if let hub = part.hub { plain.parts[part.mark] = hub.mark } else { plain.loose.insert(part.mark) }
    }
    for hub in try context.fetch(FetchDescriptor<Hub>()) {
      let spokes = hub.spokes.map(\.mark).sorted()
      let expected = plain.spokeHubs.filter { $0.value == hub.mark }.keys.sorted()
      if spokes != expected { Issue.record("hub \(hub.mark): \(spokes), not \(expected)") }
    }
    return plain
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func agreesWithThePlainModel(_ seed: UInt64) throws {
    let steps = FullRun.isOn ? 25_000 : 600
    var random = SeededGenerator(seed: seed)
    let container = try ModelContainer(for: Hub.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    var context = ModelContext(container)
    var (saved, now) = (Plain(), Plain())
    var next = 0
    func any<T: PersistentModel>(_ type: T.Type) throws -> T? {
      try context.fetch(FetchDescriptor<T>()).randomElement(using: &random)
    }
    for step in 0..<steps {
      next += 1
      // A small world meets itself more often, and each step stays cheap.
      let isFull = now.spokes.count > 40 || now.hubs.count > 12
      switch isFull ? (now.hubs.count > 12 ? 15 : 16) : Int.random(in: 0..<20, using: &random) {
      case 0...1:
        context.insert(Hub(mark: next))
        now.hubs.insert(next)
      case 2...4:
        context.insert(Spoke(mark: next, value: step))
        now.spokes[next] = step
      case 5...6:
        guard let hub = try any(Hub.self) else { continue }
        // Comes along by its relationship.
        _ = Part(mark: next, hub: hub)
        now.parts[next] = hub.mark
      case 7...8:
        guard let spoke = try any(Spoke.self) else { continue }
        spoke.value = step
        now.spokes[spoke.mark] = step
      case 9...10:
        guard let spoke = try any(Spoke.self), let hub = try any(Hub.self) else { continue }
        if Bool.random(using: &random) { spoke.hub = hub } else { hub.spokes.append(spoke) }
        now.spokeHubs[spoke.mark] = hub.mark
      case 11:
        guard let spoke = try any(Spoke.self) else { continue }
        spoke.hub = nil
        now.spokeHubs[spoke.mark] = nil
      case 12...13:
        guard let one = try any(Spoke.self), let other = try any(Spoke.self) else { continue }
        if Bool.random(using: &random) { one.friends.append(other) } else { other.friendOf.append(one) }
        now.friends[one.mark, default: []].insert(other.mark)
      case 14:
        guard let one = try any(Spoke.self) else { continue }
        one.friends = []
        now.friends[one.mark] = nil
      case 15:
        guard let hub = try any(Hub.self) else { continue }
        now.deleteHub(hub.mark)
        context.delete(hub)
      case 16:
        guard let spoke = try any(Spoke.self) else { continue }
        now.deleteSpoke(spoke.mark)
        context.delete(spoke)
      case 17:
        context.rollback()
        now = saved
      case 18:
        try context.save()
        saved = now
      default:
        if Int.random(in: 0..<8, using: &random) == 0 {
          try context.save()
          saved = now
          context = ModelContext(container)
        } else if Int.random(in: 0..<10, using: &random) == 0 {
          #expect(try Self.read(context) == now, "seed \(seed), step \(step)")
        }
      }
    }
    #expect(try Self.read(context) == now)
    try context.save()
    #expect(try Self.read(ModelContext(container)) == now)
  }
}
