/// One key to sort by.
package struct QuerySort: Hashable, Sendable {
  /// Property names from the fetched object through to-ones.
  package var path: [String]
  package var isAscending: Bool
  package var order: Order

  package enum Order: Hashable, Sendable {
    /// Numbers and dates by value, text by its bytes.
    case natural
    /// Text as Foundation's `localizedStandard` comparison.
    case localizedStandard
  }

  package init(path: [String], isAscending: Bool = true, order: Order = .natural) {
    self.path = path
    self.isAscending = isAscending
    self.order = order
  }
}
