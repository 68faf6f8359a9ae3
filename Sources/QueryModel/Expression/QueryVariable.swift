/// The object that a path starts at: the fetched one, or the element that a quantifier binds.
package struct QueryVariable: Hashable, Sendable {
  package let number: Int

  package init(_ number: Int) { self.number = number }

  /// The object being fetched.
  package static let root = QueryVariable(0)
}
