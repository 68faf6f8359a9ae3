import QueryModel

/// A value to bind, and where it comes from: what is known of it when the statement serves another request.
struct SQLBinding: Hashable, Sendable {
  let value: SQLValue
  let origin: Origin

  enum Origin: Hashable, Sendable {
    /// Part of the statement's form.
    case form
    case constant(QueryConstant)
    /// The first text after all those that begin with it.
    case successor(of: QueryConstant)
    /// What the matches of a `LIKE` pattern begin with, and the first text after all that begin so.
    case likePrefix(of: QueryConstant)
    case likeSuccessor(of: QueryConstant)
    case limit, offset
  }

  init(_ value: SQLValue, _ origin: Origin = .form) {
    self.value = value
    self.origin = origin
  }
}
