import ModelDescription

/// The three numbers of a version's `Schema.Version`.
enum VersionNumber {
  /// Those of the model's identifier, or the number at the end of a name, or 1.0.0.
  static func of(_ model: ModelDescription, name: String) -> [Int] {
    for identifier in model.versionIdentifiers.sorted() {
      let parts = identifier.split(separator: ".", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { Int($0) }.filter { $0 >= 0 }
      if (1...3).contains(parts.count), numbers.count == parts.count { return Array((numbers + [0, 0]).prefix(3)) }
    }
    let digits = String(name.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
    return [Int(digits) ?? 1, 0, 0]
  }
}
