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
  /// The version that a model pairs with best: by grade, then by the fewest differences, the current one first.
  ///
  /// - Parameter pair: compares the subject with a version.
  static func best(
    _ versions: ModelVersions, _ pair: (ModelVersions.Version) -> (PairingGrade, [PairingDifference])
  ) -> (version: ModelVersions.Version, grade: PairingGrade, differences: [PairingDifference])? {
    versions.all.enumerated().map { index, version in
      let (grade, differences) = pair(version)
      return (index == versions.currentIndex, version, grade, differences)
    }.min { left, right in
      if left.2 != right.2 { return left.2 < right.2 }
      let counts = [left.3, right.3].map { list in list.count { $0.grade != .same } }
      return counts[0] == counts[1] ? left.0 && !right.0 : counts[0] < counts[1]
    }.map { ($0.1, $0.2, $0.3) }
  }
}
