import ModelDescription
import ModelEvolution

/// Under which key an object of an earlier state of a store is in a later one.
///
/// Keys stay, but for those of a family of entities that comes into the table of another: they all move up by the same
/// number, since its own keys are taken there (StoreFormat.md section 3). The number is found by the rows themselves.
struct KeyMoves {
  private struct Way: Hashable {
    var source: Int
    var target: Int
  }

  private let mapping: ModelMapping
  private var offsets: [Way: Int64] = [:]
  /// By number of the root entity of the earlier state, then by key: the entity.
  private var entities: [Int: [Int64: ResolvedEntity]] = [:]

  init(_ mapping: ModelMapping, from earlier: StoreContents, to later: StoreContents) {
    self.mapping = mapping
    for entity in mapping.source.entities {
      for key in (earlier.rows[entity.name] ?? [:]).keys { entities[entity.rootNumber, default: [:]][key] = entity }
    }
    var keys: [Way: (before: [Int64], after: [Int64])] = [:]
    for pair in mapping.entities {
      guard let source = pair.source else { continue }
      let way = Way(source: source.rootNumber, target: pair.destination.rootNumber)
      keys[way, default: ([], [])].before += (earlier.rows[source.name] ?? [:]).keys
      keys[way, default: ([], [])].after += (later.rows[pair.destination.name] ?? [:]).keys
    }
    for target in Set(keys.keys.map(\.target)) {
      let ways = keys.filter { $0.key.target == target }
      // A family that is alone in its table keeps its keys.
      guard ways.count > 1 else { continue }
      for (way, found) in ways { offsets[way] = Self.offset(found.before, found.after) }
    }
  }

  /// The number that most keys are found again with; of several the least.
  private static func offset(_ before: [Int64], _ after: [Int64]) -> Int64 {
    guard let first = before.min(), let last = before.max(), let low = after.min(), let high = after.max() else {
      return 0
    }
    let left = Set(after)
    func found(_ offset: Int64) -> Int { before.reduce(0) { $0 + (left.contains($1 &+ offset) ? 1 : 0) } }
    var (best, most) = (Int64(0), found(0))
    for offset in [low &- first, high &- last].sorted() where offset > 0 && found(offset) > most {
      (best, most) = (offset, found(offset))
    }
    return best
  }

  func key(_ key: Int64, of source: ResolvedEntity, as target: ResolvedEntity) -> Int64 {
    key &+ (offsets[Way(source: source.rootNumber, target: target.rootNumber)] ?? 0)
  }

  /// Where a link of a relationship leads to; `nil` where the object has no place any more.
  func destination(_ key: Int64, of relationship: ResolvedRelationship?) -> Int64? {
    guard let relationship, let family = mapping.source.entity(numbered: relationship.destinationNumber),
      let entity = entities[family.rootNumber]?[key]
    else { return key }
    guard let number = mapping.destinationNumber(ofSource: entity.number),
      let target = mapping.destination.entity(numbered: number)
    else { return nil }
    return self.key(key, of: entity, as: target)
  }
}
