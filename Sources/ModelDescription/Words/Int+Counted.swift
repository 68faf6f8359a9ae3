extension BinaryInteger {
  /// The number before the noun, which is in the plural unless the number is one: `1 row`, `2 rows`.
  package func counted(_ noun: String, _ plural: String? = nil) -> String {
    self == 1 ? "1 \(noun)" : "\(self) \(plural ?? noun + "s")"
  }
}
