/// One index of `#Index`.
package struct SourceIndex: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case binary, rtree
  }

  package var kind: Kind
  /// Property names in order.
  package var propertyNames: [String]

  package init(kind: Kind = .binary, propertyNames: [String]) {
    self.kind = kind
    self.propertyNames = propertyNames
  }
}
