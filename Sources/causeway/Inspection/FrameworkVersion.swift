/// The system generation of a framework version, inferred from dates of stores (StoreFormat.md section 10).
enum FrameworkVersion {
  /// `1345 (iOS 17 generation)`.
  static func words(_ version: Int64) -> String {
    let known = generations.last { $0.first <= version }
    return known.map { "\(version) (\($0.name) generation)" } ?? "\(version)"
  }

  /// The lowest number seen for each.
  private static let generations: [(first: Int64, name: String)] = [
    (419, "iOS 5 or 6"), (519, "iOS 7 or 8"), (637, "iOS 9"), (754, "iOS 10"), (847, "iOS 11"), (865, "iOS 12"),
    (977, "iOS 13"), (1044, "iOS 14"), (1132, "iOS 15"), (1244, "iOS 16"), (1327, "iOS 17"), (1403, "iOS 18"),
    (1518, "iOS 26"),
  ]
}
