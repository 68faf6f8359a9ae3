/// The way from one version of a plan to a later one, over the plan's stages.
///
/// Versions are numbered from the oldest. Two neighbours that no stage connects are still a step apart, one that has to
/// be inferred: so any version can be the start, whichever the stages name.
package struct MigrationRoute: Hashable, Sendable {
  package struct Hop: Hashable, Sendable {
    package let from: Int
    package let to: Int
    /// The stage's place in the plan; `nil` for a step between neighbours without one.
    package let stage: Int?

    package init(from: Int, to: Int, stage: Int?) {
      self.from = from
      self.to = to
      self.stage = stage
    }
  }

  package let hops: [Hop]

  /// The way with the fewest steps that no stage says, and of those the one with the fewest stages.
  ///
  /// - Parameter stages: version numbers, each from an earlier to a later one; others lead nowhere.
  package init(from start: Int, to end: Int, stages: [(from: Int, to: Int)]) {
    var best: [Int: Way] = [end: Way()]
    for version in stride(from: end - 1, through: start, by: -1) {
      var chosen: Way?
      func offer(_ hop: Hop) {
        guard let rest = best[hop.to] else { return }
        let way = rest.preceded(by: hop)
        if chosen.map({ way.cost < $0.cost }) ?? true { chosen = way }
      }
      for (place, stage) in stages.enumerated() where stage.from == version && stage.to > version {
        offer(Hop(from: version, to: stage.to, stage: place))
      }
      offer(Hop(from: version, to: version + 1, stage: nil))
      best[version] = chosen
    }
    hops = best[start]?.hops ?? []
  }

  private struct Way {
    var hops: [Hop] = []
    var unsaid = 0

    var cost: (Int, Int) { (unsaid, hops.count) }

    func preceded(by hop: Hop) -> Way { Way(hops: [hop] + hops, unsaid: unsaid + (hop.stage == nil ? 1 : 0)) }
  }
}
