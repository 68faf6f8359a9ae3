import ModelDescription

/// The three numbers of a version's `Schema.Version`.
enum VersionNumber {
  /// Those of the model's identifier, or the number at the end of a name, or 1.0.0.
  static func of(_ model: ModelDescription, name: String) -> [Int] {
    for identifier in model.versionIdentifiers.sorted() {
      let parts = identifier.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
      if (1...3).contains(parts.count), !parts.contains(nil), !parts.contains(where: { ($0 ?? -1) < 0 }) {
        return Array((parts.compactMap(\.self) + [0, 0]).prefix(3))
      }
    }
    let digits = String(name.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
    return [Int(digits) ?? 1, 0, 0]
  }
}
