import Foundation
import ModelDescription
import ModelEvolution

/// One comparison of `causeway check`: two sides, the grade, and in what they differ.
struct CheckedPair {
  var sides: PairingSides
  /// What the first side is called in a report: a path.
  var subject: String
  /// The model version compared with; `nil` for classes against a store.
  var version: String?
  /// Other versions of the same hashes.
  var alike: [String] = []
  /// Versions there were to choose from.
  var choices = 1
  var grade: PairingGrade
  var differences: [PairingDifference]
  /// Something of the second side could not be resolved, so the grade holds as far as it goes.
  var isPartial = false
  /// The grade as reported: what is not all resolved is never *same*.
  var gradeWord: String { isPartial && grade == .same ? "unresolved" : grade.rawValue }
  /// What a reader should know beside the grade.
  var notes: [String] = []
}

extension CheckedPair {
  /// The version that a model pairs with best: by grade, then by the fewest entities and properties that one side lacks,
  /// then by the fewest differences, the current one first.
  ///
  /// What is missing counts before all other facts: a version that lacks what the other side has is another version,
  /// while classes cannot say every fact of their own.
  ///
  /// - Parameter pair: compares the subject with a version.
  static func best(
    _ versions: ModelVersions, _ pair: (ModelVersions.Version) -> (PairingGrade, [PairingDifference])
  ) -> (version: ModelVersions.Version, grade: PairingGrade, differences: [PairingDifference])? {
    versions.all.enumerated().map { index, version in
      let (grade, differences) = pair(version)
      let rank = Rank(
        grade: grade, missing: differences.count { $0.kind.isMissing },
        all: differences.count { $0.grade != .same }, isOther: index != versions.currentIndex)
      return (rank, version, differences)
    }.min { $0.0 < $1.0 }.map { ($0.1, $0.0.grade, $0.2) }
  }

  /// How far a version is; the nearest is the least.
  private struct Rank: Comparable {
    let grade: PairingGrade
    let missing: Int
    let all: Int
    let isOther: Bool

    static func < (left: Rank, right: Rank) -> Bool {
      if left.grade != right.grade { return left.grade < right.grade }
      return (left.missing, left.all, left.isOther ? 1 : 0) < (right.missing, right.all, right.isOther ? 1 : 0)
    }
  }
}

extension PairingDifference.Kind {
  /// Whether one side lacks an entity or a property.
  fileprivate var isMissing: Bool {
    switch self {
    case .entityMissingInClasses, .entityMissingInStore, .propertyMissingInClasses, .propertyMissingInStore: true
    default: false
    }
  }
}
