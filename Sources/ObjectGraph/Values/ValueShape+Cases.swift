extension ValueShape {
  /// The name of the case of a value of an enum whose cases have no values.
  package static func caseName<T>(of value: T, in names: [String]) -> String? {
    let number = EnumCases.number(of: value)
    return names.indices.contains(number) ? names[number] : nil
  }
}
