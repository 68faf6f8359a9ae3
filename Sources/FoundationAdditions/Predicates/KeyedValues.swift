/// An object that predicates and sort descriptors can ask for its values by name.
///
/// Linux has no key-value coding. Dictionaries need no conformance, and the stored properties of plain classes and
/// structures are found by reflection; conform a type whose properties are computed, or for speed.
public protocol KeyedValues {
  /// The value under a key; throw for a key that does not exist, which is not the same as nil.
  func value(forKey key: String) throws -> Any?
}
