internal import ModelDescription
internal import ModelEvolution

/// By how much keys move up where families of rows come together in one table.
///
/// A family that becomes another's child shares that one's table, whose keys are taken.
struct KeyOffsets: Sendable {
  private struct Way: Hashable {
    var source: Int
    var target: Int
  }

  private var offsets: [Way: Int64] = [:]
  /// The highest key that each root entity of the destination starts from.
  private(set) var highestKeys: [Int: Int64] = [:]

  init(_ mapping: ModelMapping, _ source: MigrationSource) throws {
    for root in mapping.destination.entities where root.isRoot {
      let members = root.familyNumbers.compactMap { mapping.entity(numbered: $0)?.source }
      // The table that has the root's own rows keeps its keys.
      let first = mapping.entity(numbered: root.number)?.source?.rootNumber
      let roots = Set(members.map(\.rootNumber)).sorted { ($0 != first ? 1 : 0, $0) < ($1 != first ? 1 : 0, $1) }
      var next: Int64 = 0
      for former in roots {
        offsets[Way(source: former, target: root.number)] = next
        let (sum, overflow) = next.addingReportingOverflow(max(source.highestKeys[former] ?? 0, 0))
        guard !overflow else {
          throw MigrationError(
            .damaged, "The keys of \(root.name) in \(source.path) are used up.", path: source.path)
        }
        next = sum
      }
      highestKeys[root.number] = next
    }
  }

  func offset(from source: ResolvedEntity, to target: ResolvedEntity) -> Int64 {
    offsets[Way(source: source.rootNumber, target: target.rootNumber)] ?? 0
  }
}
