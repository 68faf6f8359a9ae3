/// An object as the evaluator sees it.
package protocol QueryObject {
  /// The object as a constant.
  var queryIdentity: QueryConstant { get }

  /// The value of a property, or `nil` when the entity has none of that name.
  func queryProperty(_ name: String) -> QueryProperty?
}

/// What an object's property holds.
package enum QueryProperty {
  case value(QueryConstant)
  /// The leaves and inner composites by name.
  case composite([String: QueryProperty])
  case toOne((any QueryObject)?)
  case toMany([any QueryObject])
}
