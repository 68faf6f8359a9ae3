/// How well a store and a set of classes pair.
package enum PairingGrade: String, Hashable, Sendable, CaseIterable, Comparable {
  /// All entity hashes are equal.
  case same
  /// They differ only in facts on which tables and columns do not depend: the store opens as it is.
  case fits
  /// Anything else: the store does not open without a migration.
  case differs

  private var rank: Int {
    switch self {
    case .same: 0
    case .fits: 1
    case .differs: 2
    }
  }

  package static func < (left: PairingGrade, right: PairingGrade) -> Bool { left.rank < right.rank }
}
