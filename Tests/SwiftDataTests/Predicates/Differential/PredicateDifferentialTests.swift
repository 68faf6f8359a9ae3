import SwiftData
import TestKit
import Testing

/// Random conditions over random rows: Foundation's own answer over plain objects, that of objects in memory, and that of
/// SQL over the rows.
@Suite struct PredicateDifferentialTests {
  static let cases = FullRun.cases(20_000, full: 1_000_000)
  private static let casesAWorld = 100

  @Test func everySpellingGivesOneAnswer() throws {
    var (agreeing, faults, matches, nans) = (0, 0, 0, 0)
    for number in 0..<(Self.cases / Self.casesAWorld) {
      let seed = UInt64(number) + 1
      var pools = ThingPools(random: SeededGenerator(seed: seed))
      let world = try ThingWorld(&pools, count: 5)
      nans += world.rows.count { $0.maybeReal?.isNaN == true }
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
        let smallest = try condition.smallest { try self.difference($0, in: world) != nil }
        let shown = try self.difference(smallest, in: world) ?? difference
        Issue.record("seed \(seed): \(smallest)\n\(shown)")
        break
      }
    }
    print(
      "#Predicate: Foundation, memory and SQL agree: \(agreeing) of \(Self.cases), \(faults) with faults, \(matches) rows,"
        + " \(nans) of the rows hold NaN"
    )
    #expect(agreeing == Self.cases && faults > Self.cases / 200 && nans > Self.cases / 10_000)
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

  /// The same with the other model as the root: what labels have to say of their things.
  @Test func anotherRootGivesOneAnswer() throws {
    let all = FullRun.isOn ? 20_000 : 2_000
    var (agreeing, faults) = (0, 0)
    for number in 0..<(all / Self.casesAWorld) {
      let seed = 5_000_000 + UInt64(number)
      var pools = ThingPools(random: SeededGenerator(seed: seed))
      let world = try ThingWorld(&pools, count: 5)
      for _ in 0..<Self.casesAWorld {
        let condition = pools.labelCondition(depth: 2)
        let (memory, store) = (world.memory(condition), world.store(condition))
        var isAlike = memory == store
        switch memory {
        case .rows: isAlike = try isAlike && world.foundation(condition) == memory
        case .fault: faults += 1
        case .other: isAlike = false
        }
        if isAlike { agreeing += 1 }
        #expect(isAlike, "seed \(seed): \(condition)\nmemory: \(memory)\nSQL: \(store)")
      }
    }
    print("#Predicate over labels: Foundation, memory and SQL agree: \(agreeing) of \(all), \(faults) with faults")
    #expect(agreeing == all)
  }

  /// A difference is told by the smallest part that shows it.
  @Test func conditionsShrinkToWhatTheyShow() {
    let planted = ThingCondition.same(true, .number, .constant(7))
    func shows(_ condition: ThingCondition) -> Bool { "\(condition)".contains("\(planted)") }
    var shrunk = 0
    for seed in 0..<UInt64(200) {
      var pools = ThingPools(random: SeededGenerator(seed: seed))
      let (left, right) = (pools.condition(depth: 3), pools.condition(depth: 3))
      let wholes: [ThingCondition] = [
        .and(left, .not(.or(right, planted))), .choice(left, planted, right),
        .parent(.anyChild(.and(planted, left)), or: true),
        .filteredCount(.allChildren(.or(left, planted)), 1, 2),
      ]
      for whole in wholes where "\(whole.smallest(where: shows))" == "\(planted)" { shrunk += 1 }
    }
    #expect(shrunk == 800)
    // Numbers inside a comparison shrink too.
    let sum = ThingCondition.order(0, .computed(0, .minus(.number), .computed(2, .other, .constant(3))), .childCount)
    let smallest = sum.smallest { "\($0)".contains("other") }
    #expect("\(smallest)" == "\(ThingCondition.order(0, .other, .childCount))")
  }
}
