import CoreData

/// Expressions that a store computes. Foundation on Linux deprecates its name for them; this one builds without a warning.
#if canImport(ObjectiveC)
  typealias StoreExpression = NSExpression
#else
  typealias StoreExpression = __Deprecated.Expression
#endif
