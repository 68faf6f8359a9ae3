import SwiftData
import TestKit
import Testing

/// Random conditions over random rows: Foundation's own answer over plain objects, that of objects in memory, and that of
/// SQL over the rows.
@Suite struct PredicateDifferentialTests {
  static let cases = FullRun.isOn ? 1_000_000 : 20_000
  private static let casesAWorld = 100

  @Test func everySpellingGivesOneAnswer() throws {
    var (agreeing, faults, matches) = (0, 0, 0)
    for number in 0..<(Self.cases / Self.casesAWorld) {
      let seed = UInt64(number) + 1
      var pools = ThingPools(random: SeededGenerator(seed: seed))
      let world = try ThingWorld(&pools, count: 5)
      for _ in 0..<Self.casesAWorld {
        let condition = pools.condition(depth: 3)
        guard let difference = try difference(condition, in: world) else {
          agreeing += 1
          switch world.store(condition) {
          case .fault: faults += 1
          case .rows(let rows): matches += rows.count
          case .other: break
          }
          continue
        }
        let smallest = try shrunk(condition, difference, in: world)
        Issue.record("seed \(seed): \(smallest.condition)\n\(smallest.difference)")
        break
      }
    }
    print(
      "#Predicate: Foundation, memory and SQL agree: \(agreeing) of \(Self.cases), \(faults) with faults, \(matches) rows"
    )
    #expect(agreeing == Self.cases && faults > Self.cases / 200)
  }

  /// What the three say, if they do not say the same.
  private func difference(_ condition: ThingCondition, in world: ThingWorld) throws -> String? {
    let (memory, store) = (world.memory(condition), world.store(condition))
    guard memory == store, case .rows = memory else {
      return memory == store && memory == .fault ? nil : "memory: \(memory)\nSQL: \(store)"
    }
    let foundation = try world.foundation(condition)
    guard foundation != memory else { return nil }
    var text = "Foundation: \(foundation)\nmemory and SQL: \(memory)"
    if case .rows(let a) = foundation, case .rows(let b) = memory,
      let row = Set(a).symmetricDifference(b).min()
    {
      text += "\nrow \(row): \(world.rows[row])"
    }
    return text
  }

  private func shrunk(
    _ condition: ThingCondition, _ difference: String, in world: ThingWorld
  ) throws -> (condition: ThingCondition, difference: String) {
    var result = (condition: condition, difference: difference)
    var steps = 0
    search: while steps < 200 {
      for smaller in result.condition.smaller {
        steps += 1
        if let still = try self.difference(smaller, in: world) {
          result = (smaller, still)
          continue search
        }
      }
      break
    }
    return result
  }
}
