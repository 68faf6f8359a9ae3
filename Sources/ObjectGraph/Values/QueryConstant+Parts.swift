package import QueryModel

extension QueryConstant {
  /// A struct that is an element of a collection: its stored properties by their names, each of its own kind.
  ///
  /// An enum's raw value stands below its name twice, as it does in a composite of a row (StoreFormat.md section 7).
  ///
  /// - Returns: `nil` for what is no struct, or has a property without a stored form.
  package static func parts(of value: Any) -> QueryConstant? {
    guard !(value is any RawRepresentable), !(value is any Sequence) else { return nil }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct else { return nil }
    var parts: [QueryConstant: QueryConstant] = [:]
    for child in mirror.children {
      guard let name = child.label, let part = try? QueryConstant(of: child.value, object: Self.parts) else {
        return nil
      }
      parts[.string(name)] = isEnumeration(child.value) && part != .null ? .dictionary([.string(name): part]) : part
    }
    return .dictionary(parts)
  }

  /// Of an enum with raw values, or an optional one.
  private static func isEnumeration(_ value: Any) -> Bool {
    if value is any RawRepresentable { return true }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional, let wrapped = mirror.children.first else { return false }
    return isEnumeration(wrapped.value)
  }
}
