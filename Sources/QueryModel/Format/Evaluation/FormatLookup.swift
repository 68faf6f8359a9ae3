/// How the evaluator asks objects for the values of their keys: Linux's Foundation has no key-value coding.
package protocol FormatLookup {
  /// The value under a key.
  ///
  /// - Throws: `FormatError(.unknownKey)` where the object has no such key, which is not the same as nil.
  func value(of object: Any, forKey key: String) throws -> Any?
}
